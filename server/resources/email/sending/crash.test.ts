import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveFork } from '#test/forks.ts'
import { startService } from '#test/service.ts'
import { confirmation, listMessages, openWitness, queue } from '../email.testing.ts'
import { startSink } from './sink.testing.ts'

const messages = 400
const kills = 10
const connections = 5

test('a kill leaves at most one unknown mail per connection, and all others are sent', {
  timeout: 300_000,
}, async () => {
  const sink = await startSink()
  // Slow responses make kills happen during SMTP sessions.
  sink.rules.message = async () => void (await sleep(5))
  const service = await startService()
  const [shop, witness] = [await service.shop(), openWitness(service)]
  const keys = Array.from({ length: messages }, (_, i) => `m${String(i).padStart(4, '0')}`)
  await queue(service, shop, ...keys.map((key) => confirmation({ key, to: { email: `${key}@example.com` } })))

  const start = (round: number): ChildProcess =>
    fork(resolveFork(new URL('crash-child.testing.ts', import.meta.url)), {
      env: {
        ...process.env,
        LOG_LEVEL: 'silent',
        SECRET_KEY: process.env.TEST_SECRET_KEY,
        DATA_DIR: service.service.services.config.dataDir,
        SMTP_URL: sink.url,
        // Each process starts after its predecessor's claims have expired. The last process also starts after SMTP
        // sessions have expired.
        TEST_CLOCK: new Date(Date.now() + round * 60_000 + (round > kills ? 20 * 60_000 : 0)).toISOString(),
        CRASH_DATABASE_URL: service.databaseUrl,
        CRASH_SCOPE: JSON.stringify({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }),
      },
    })
  for (let round = 0; round < kills; round++) {
    const child = start(round)
    await once(child, 'message')
    const before = sink.received.length
    const enough = before + 3 + Math.floor(Math.random() * 30)
    while (sink.received.length < enough && child.exitCode === null) await sleep(2)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const last = start(kills + 1)
  // Listens from the start, because both messages can arrive together.
  await new Promise<void>((resolve) => {
    last.on('message', (message) => message === 'done' && resolve())
  })
  const gone = once(last, 'exit')
  last.kill('SIGKILL')
  await gone

  const rows = await listMessages(witness, shop)
  const arrived = sink.received.map(({ to }) => to.slice(0, 5))
  const ended = (state: string) => rows.filter((row) => row.state === state).map(({ key }) => key)
  assert.equal(new Set(arrived).size, arrived.length, 'nothing arrived twice')
  assert.deepEqual([...ended('sent'), ...ended('unknown')].sort(), keys, 'nothing is lost')
  assert.deepEqual(
    ended('sent').filter((key) => !arrived.includes(key)),
    [],
    'what is called sent arrived',
  )
  const unknown = ended('unknown')
  assert.ok(unknown.length > 0, 'no kill fell into a conversation: the test proves nothing')
  assert.ok(unknown.length <= kills * connections, `${unknown.length} unknown`)
  assert.ok(rows.every(({ data }) => data === null))
  await witness.end()
  await service.close()
  await sink.close()
})
