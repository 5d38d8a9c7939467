import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'
import { collectBody, requireFitting } from './body.ts'

/** A body of which a test decides when its bytes come. */
function sending() {
  const payload = Object.assign(new EventEmitter(), { resume() {} })
  const { promise, resolve, reject } = Promise.withResolvers<FastifyRequest>()
  collectBody({ headers: {} } as FastifyRequest, payload as unknown as IncomingMessage, (error, body) =>
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

test('a body that comes byte by byte takes no more room than its bytes', async () => {
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

test('many large bodies at once find an end, small ones always room, and what was held is room again', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024)
  const slow = Array.from({ length: 12 }, sending)
  for (const { send } of slow) send(large)
  const thirteenth = sending()
  thirteenth.send(large)
  const refused = await thirteenth.end()
  assert.throws(() => requireFitting(refused), { status: 503, code: 'temporarily_unavailable' })
  const small = sending()
  small.send(Buffer.from('{}'))
  assert.equal(String((await small.end()).body), '{}')
  for (const { end } of slow) requireFitting(await end())
  const next = sending()
  next.send(large)
  assert.deepEqual((await next.end()).body, large)
})

test('a body that breaks off is the failure of whoever sent it, and of nothing of ours', async () => {
  const { send, breakOff } = sending()
  send(Buffer.from('{'))
  await assert.rejects(breakOff(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })), {
    status: 400,
    code: 'validation_failed',
  })
})
