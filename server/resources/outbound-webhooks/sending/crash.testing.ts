import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { resolveFork } from '#test/forks.ts'
import { startService } from '#test/service.ts'
import { register, startReceiver } from '../webhooks.testing.ts'

export async function crashRun({ kills, events }: { kills: number; events: number }): Promise<void> {
  const service = await startService()
  const [shop, receiver] = [await service.shop(), await startReceiver()]
  await register(shop, receiver.url)
  const witness = new Pool({ connectionString: service.databaseUrl, max: 4 })
  const unseen: string[] = []
  const looks: Promise<unknown>[] = []
  receiver.answers((_request, response, { body }) => {
    const isCommitted = witness.query('select from events where subject_id = $1', [body.data.id])
    looks.push(isCommitted.then(({ rowCount }) => rowCount === 1 || unseen.push(body.data.id)))
    response.end('ok')
  })
  const start = async (round: number, count: number) => {
    const child = fork(resolveFork(new URL('crash-child.testing.ts', import.meta.url)), {
      env: {
        ...process.env,
        LOG_LEVEL: 'silent',
        SECRET_KEY: process.env.TEST_SECRET_KEY,
        DATA_DIR: service.service.services.config.dataDir,
        WEBHOOK_ALLOW_PRIVATE: 'true',
        // Each process starts after the leases of the previous one expired.
        TEST_CLOCK: new Date(Date.now() + round * 60_000).toISOString(),
        CRASH_DATABASE_URL: service.databaseUrl,
        CRASH_SCOPE: JSON.stringify({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }),
        CRASH_EVENTS: String(count),
      },
    })
    const [ready, published] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    child.on('message', (said) => (said === 'ready' ? ready : published).resolve())
    await ready.promise
    return { child, published: published.promise }
  }
  const end = async ({ child }: Awaited<ReturnType<typeof start>>) => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  for (let round = 0; round < kills; round++) {
    const child = await start(round, Math.ceil(events / kills))
    await sleep(Math.random() * Math.min(1500, (events / kills) * 6))
    await end(child)
  }
  const count = async (where: string) => Number((await witness.query(`select count(*) from ${where}`)).rows[0].count)
  const missing = Math.max(40, events - (await count('events')))
  const target = (await count('events')) + missing
  // One transaction in five is rolled back, so this process publishes a quarter more events than are missing, and five
  // in reserve.
  const last = await start(kills + 1, Math.ceil(missing * 1.25) + 5)
  await last.published
  while ((await count('events')) < target || (await count(`webhook_deliveries where state = 'pending'`)) > 0)
    await sleep(50)
  await end(last)
  await Promise.all(looks)

  const { rows } = await witness.query('select subject_id, sequence from events order by sequence')
  const delivered = new Set(receiver.received.map(({ body }) => body.data.id))
  assert.deepEqual(unseen, [], 'delivered before it was committed')
  assert.deepEqual(
    rows.filter((row) => !delivered.has(row.subject_id)),
    [],
    'committed and never delivered',
  )
  assert.equal(delivered.size, rows.length)
  assert.deepEqual(
    rows.map((row) => Number(row.sequence)),
    rows.map((_, i) => i + 1),
    'numbers have no gap and no repeat',
  )
  assert.ok(receiver.received.every(({ body }) => body.data.title === 'committed'))
  console.log(`${kills} kills, ${rows.length} events committed, ${receiver.received.length} deliveries arrived`)
  await witness.end()
  await receiver.close()
  await service.close()
}
