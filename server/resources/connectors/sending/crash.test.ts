import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProviders } from '#test/fakes/email-marketing.ts'
import { resolveFork } from '#test/forks.ts'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { queueProviderEvent } from '../commands.ts'

const kills = 4
const counts = { klaviyo: 160, omnisend: 24 } as const
type Name = keyof typeof counts
const names = Object.keys(counts) as Name[]
const keys = { klaviyo: 'pk_live_123456', omnisend: 'omni-key-123456' }

test('killing the process neither repeats nor loses an event, and logs no secret', {
  timeout: 400_000,
}, async () => {
  const fakes = await startProviders()
  for (const key of Object.values(keys)) fakes.goodKeys.add(key)
  const service = await startService({ env: fakes.env })
  const shop = await service.shop()
  const ids = { klaviyo: '', omnisend: '' }
  for (const name of names) {
    ids[name] = (await shop.api.post('/connectors', { provider: name, apiKey: keys[name] })).body.id
    for (let i = 0; i < counts[name]; i++) await queue(ids[name], `${name}-${i}`)
  }
  let output = ''
  const start = (round: number): ChildProcess => {
    const child = fork(resolveFork(new URL('crash-child.testing.ts', import.meta.url)), {
      silent: true,
      env: {
        ...process.env,
        ...fakes.env,
        LOG_LEVEL: 'trace',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        SECRET_KEY: process.env.TEST_SECRET_KEY,
        DATA_DIR: service.service.services.config.dataDir,
        // Each process starts after the leases of the previous process have expired.
        TEST_CLOCK: new Date(Date.now() + round * 20 * 60_000).toISOString(),
        CRASH_DATABASE_URL: service.databaseUrl,
        CRASH_SCOPE: JSON.stringify({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }),
      },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    return child
  }
  const end = async (child: ChildProcess) => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  // Slow responses make kills happen during calls.
  const slow = setInterval(() => (fakes.hold = sleep(15)), 5)
  for (let round = 0; round < kills; round++) {
    const child = start(round)
    const enough = fakes.calls.length + 15 + Math.floor(Math.random() * 15)
    await until(() => fakes.calls.length >= enough || child.exitCode !== null, 'some calls', 60_000)
    await end(child)
  }
  clearInterval(slow)
  fakes.hold = undefined
  for (let round = kills; round < kills + 3; round++) {
    const child = start(round)
    // Listens from the start, because `done` can follow `ready` immediately when there is nothing left to send.
    const done = new Promise<void>((resolve) => {
      child.on('message', (message) => message === 'done' && resolve())
    })
    await done
    await end(child)
  }

  for (const name of names) {
    const events = await listEvents(ids[name])
    const emails = fakes.taken.filter(({ provider }) => provider === name).map(({ email }) => email)
    assert.equal(new Set(emails).size, emails.length, `${name}: no buyer twice`)
    const ended = (state: string) => events.filter((event) => event.state === state)
    const unknown = ended('dead')
    assert.equal(ended('accepted').length + unknown.length, counts[name], `${name}: nothing is lost`)
    assert.ok(emails.length >= ended('accepted').length, `${name}: what is called accepted was`)
    if (name === 'klaviyo') assert.equal(unknown.length, 0, 'what drops repeats is sent again')
    assert.ok(unknown.every(({ reason }) => reason === 'outcome_unknown'))
    assert.ok(unknown.length <= kills * 4, `${name}: ${unknown.length} unknown`)
  }
  const repeats = fakes.calls.filter(({ provider }) => provider === 'klaviyo').length - counts.klaviyo
  assert.ok(repeats > 0, 'no kill fell into a call: the test proves nothing')
  assert.doesNotMatch(output, /pk_live|omni-key|@example\.com/)
  await service.close()
  await fakes.close()

  async function queue(connectionId: string, eventId: string) {
    await service.service.db.store(shop, 'write', (tx) =>
      queueProviderEvent(tx, service.service.services.secrets, {
        ...{ connectionId, eventId, kind: 'connection_test', occurredAt: tx.now, properties: {} },
        contact: { email: `${eventId}@example.com`, name: null, locale: null },
      }),
    )
  }
  async function listEvents(id: string): Promise<{ state: string; reason: string }[]> {
    const all = []
    for (let cursor = ''; ; ) {
      const { body } = await shop.api.get(`/connectors/${id}/events?limit=100${cursor && `&cursor=${cursor}`}`)
      all.push(...body.data)
      if (!body.pagination.nextCursor) return all
      cursor = encodeURIComponent(body.pagination.nextCursor)
    }
  }
})
