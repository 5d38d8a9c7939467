import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { test } from 'node:test'
import { forkBeside, killFork } from '#test/forks.ts'
import { provideService, type Shop } from '#test/service.ts'
import { listImportedReviews, looxFile, pickCounts, sellMug, upload } from './imports.testing.ts'

const rows = 9_000
const kills = 4

const service = provideService()

test('a repeatedly killed import loses no row and duplicates none', async () => {
  const shop = await service.shop()
  await sellMug(shop)
  // Every sixth row is invalid, so that both kinds of outcomes must survive.
  const { body } = await upload(
    shop.api,
    looxFile(rows, (i) => (i % 6 === 0 ? { handle: 'unknown' } : {})),
  )
  await importDespiteKills(shop, body.id, kills)

  const done = (await shop.api.get(`/imports/${body.id}`)).body
  assert.deepEqual(pickCounts(done), { total: rows, imported: 7_500, updated: 0, skipped: 0, failed: 1_500 })
  assert.equal(done.processed, rows)
  const { rows: stored } = await service.query(
    'select outcome, count(*)::int as n, count(distinct line)::int as lines, count(distinct review_id)::int as reviews from import_rows where import_id = $1 group by outcome order by outcome',
    [body.id],
  )
  assert.deepEqual(stored, [
    { outcome: 'failed', n: 1_500, lines: 1_500, reviews: 0 },
    { outcome: 'imported', n: 7_500, lines: 7_500, reviews: 7_500 },
  ])
  const counted = await service.query('select count(*)::int as n, count(distinct body)::int as bodies from reviews')
  assert.deepEqual(counted.rows, [{ n: 7_500, bodies: 7_500 }])
  assert.equal((await listImportedReviews(shop.api)).length, 100)
})

test('an import of balances grants each balance once, even if it is killed repeatedly', async () => {
  const shop = await service.shop()
  await shop.api.put('/loyalty/program', { enabled: true })
  const people = 6_000
  const file = `email,points\n${Array.from({ length: people }, (_, i) => `p${i}@customer.example,${1 + (i % 9)}`).join('\n')}\n`
  const { body } = await shop.api.post('/imports/loyalty-balances', file, { 'content-type': 'text/csv' })
  await importDespiteKills(shop, body.id, 3)
  const done = (await shop.api.get(`/imports/${body.id}`)).body
  assert.deepEqual(pickCounts(done), { total: people, imported: people, updated: 0, skipped: 0, failed: 0 })
  const { rows: stored } = await service.query(
    `select (select count(*)::int from loyalty_grants) as grants, (select sum(points)::int from loyalty_grants) as given,
            (select sum(delta)::int from loyalty_journal) as told, (select count(*)::int from loyalty_journal) as lines,
            (select sum(balance)::int from loyalty_members) as held`,
  )
  const sum = Array.from({ length: people }, (_, i) => 1 + (i % 9)).reduce((a, b) => a + b, 0)
  assert.deepEqual(stored, [{ grants: people, given: sum, told: sum, lines: people, held: sum }])
})

test('a stopping worker lets the next worker continue the import immediately', async () => {
  const shop = await service.shop()
  await sellMug(shop)
  const { body } = await upload(shop.api, looxFile(3_000))
  const first = await stopAfterFirstBatch(shop, body.id)
  assert.ok(first.processed > 0 && first.processed < 3_000, JSON.stringify(first))
  await service.runJobs()
  const done = (await shop.api.get(`/imports/${body.id}`)).body
  assert.deepEqual([done.status, done.imported], ['completed', 3_000])
})

async function stopAfterFirstBatch(shop: Shop, importId: string) {
  const stopping = new AbortController()
  const { db, services } = service.service
  const watched = {
    ...db,
    store: (async (scope, mode, work, extra) => {
      const result = await db.store(scope, mode, work, extra)
      if (result === true) stopping.abort()
      return result
    }) as typeof db.store,
  }
  const { storeEnvId, organizationId } = shop
  const { runImport } = await import('./commands.ts')
  const ctx = { db: watched, services, now: services.clock.now(), stopping: stopping.signal }
  await runImport(ctx, { storeEnvId, organizationId, importId })
  return (await shop.api.get(`/imports/${importId}`)).body
}

async function importDespiteKills(shop: Shop, id: string, kills: number): Promise<void> {
  let processed = 0
  for (let kill = 0; kill < kills; kill++) {
    const worker = startWorker()
    const until = processed + 1 + Math.floor(Math.random() * 1200)
    processed = await waitFor(shop, id, worker, (each) => each.processed >= until || each.status === 'completed')
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
    await killFork(worker)
    await expireLease()
  }
  const worker = startWorker()
  await waitFor(shop, id, worker, (each) => each.status === 'completed')
  await killFork(worker)
}

const startWorker = () => forkBeside(service, new URL('worker.testing.ts', import.meta.url))

type Seen = { processed: number; status: string; error: unknown }

async function waitFor(shop: Shop, id: string, worker: ChildProcess, holds: (each: Seen) => boolean): Promise<number> {
  // Fails after a minute without progress, however long the import takes.
  let movedAt = Date.now()
  for (let processed = -1; ; ) {
    const { body } = await shop.api.get(`/imports/${id}`)
    if (holds(body)) return body.processed
    if (body.processed !== processed) movedAt = Date.now()
    processed = body.processed
    assert.ok(Date.now() - movedAt < 60_000 && worker.exitCode === null, `waited in vain: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const expireLease = () =>
  service.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
