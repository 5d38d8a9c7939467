import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'
import { newKey } from '../../auth/keys.ts'
import { bodyCollector, requireFitting } from './body.ts'

const collectBody = bodyCollector()
const authorization = `Bearer ${newKey()}`

function sending(ip = '192.0.2.1') {
  const payload = Object.assign(new EventEmitter(), { resume() {}, readableLength: 0 })
  const { promise, resolve, reject } = Promise.withResolvers<FastifyRequest>()
  const request = { ip, headers: { authorization }, routeOptions: { config: { sender: 'caller' } } }
  collectBody(request as unknown as FastifyRequest, payload as unknown as IncomingMessage, (error, body) =>
    error ? reject(error) : resolve({ body } as FastifyRequest),
  )
  return {
    send: (bytes: Buffer) => payload.emit('data', bytes),
    async end() {
      payload.emit('end')
      return promise
    },
    async breakOff(error: Error) {
      payload.emit('error', error)
      return promise
    },
  }
}

test('a body sent byte by byte takes no more memory than its bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const inUse = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = inUse()
  const { send, end } = sending()
  for (let i = 0; i < 300_000; i++) send(Buffer.from([97 + (i % 26)]))
  const taken = inUse() - before
  assert.ok(taken < 10_000_000, `${taken} bytes`)
  const body = (await end()).body as Buffer
  assert.equal(body.toString('latin1', 0, 30), 'abcdefghijklmnopqrstuvwxyzabcd')
  assert.equal(body.length, 300_000)
})

test('large bodies of one address fill at most its share, and finished bodies release their memory', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024)
  const slow = Array.from({ length: 6 }, () => sending())
  for (const { send } of slow) send(large)
  const seventh = sending()
  seventh.send(large)
  const refused = await seventh.end()
  assert.throws(() => requireFitting(refused), { status: 503, code: 'temporarily_unavailable' })
  const small = sending()
  small.send(Buffer.from('{}'))
  assert.equal(String((await small.end()).body), '{}')
  const other = sending('192.0.2.2')
  other.send(large)
  assert.deepEqual((await other.end()).body, large)
  for (const { end } of slow) requireFitting(await end())
  const next = sending()
  next.send(large)
  assert.deepEqual((await next.end()).body, large)
})

test('small bodies of one address are limited before they fill the memory', async () => {
  const small = Buffer.alloc(64 * 1024)
  const slow = Array.from({ length: 600 }, () => sending())
  for (const { send } of slow) send(small)
  const ended = await Promise.all(slow.map(({ end }) => end()))
  const taken = ended.filter(({ body }) => Buffer.isBuffer(body)).length
  assert.equal(taken, 512)
  const again = sending()
  again.send(small)
  requireFitting(await again.end())
})

test('an aborted body is reported as a failure of the sender, not of the service', async () => {
  const { send, breakOff } = sending()
  send(Buffer.from('{'))
  await assert.rejects(breakOff(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })), {
    status: 400,
    code: 'validation_failed',
  })
})
