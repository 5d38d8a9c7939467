import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { test } from 'node:test'
import { forkBeside, killFork } from '#test/forks.ts'
import { provideService } from '#test/service.ts'
import { insertApproved, makePair, type Pair } from './sharing.testing.ts'

const reviews = 1_500
const kills = 4

const service = provideService()

test('a repeatedly killed job copies each review once, and deletes each copy once', { timeout: 240_000 }, async () => {
  const pair = await makePair(service, 'Killed')
  const originIds = await insertApproved(service, pair, reviews)
  const { code } = (await pair.giver.person.post('/reviews/grants', {})).body
  const { body: grant } = await pair.receiver.person.post('/reviews/grants/accept', { code })
  await workDespiteKills(pair, (copies) => copies, reviews)
  const { rows } = await service.query(
    `select origin_id from shared_reviews where store_env_id = $1 order by origin_id`,
    [pair.receiver.storeEnvId],
  )
  assert.deepEqual(
    rows.map((row) => row.origin_id),
    [...originIds].sort(),
  )
  assert.equal((await pair.giver.api.get(`/reviews/grants/${grant.id}`)).body.copies, reviews)
  assert.deepEqual(await countEntries(pair), { submitted: reviews, distinct: reviews, deleted: 0 })

  assert.equal((await pair.giver.person.delete(`/reviews/grants/${grant.id}`)).status, 204)
  await workDespiteKills(pair, (copies) => reviews - copies, reviews)
  await service.runJobs()
  assert.deepEqual(await countEntries(pair), { submitted: reviews, distinct: reviews, deleted: reviews })
  const left = await service.query(
    'select (select count(*) from shared_review_runs where store_env_id = $1)::int as runs, (select count(*) from shared_products where store_env_id = $1)::int as products',
    [pair.receiver.storeEnvId],
  )
  assert.deepEqual(left.rows, [{ runs: 0, products: 0 }])
  assert.equal((await pair.giver.api.get('/reviews?includeTotal=true')).body.pagination.total, reviews)
})

async function countEntries({ receiver }: Pair): Promise<object> {
  const { rows } = await service.query(
    `select count(*) filter (where type = 'submitted')::int as submitted,
            count(distinct review_id) filter (where type = 'submitted')::int as distinct,
            count(*) filter (where type = 'deleted')::int as deleted
       from evidence_entries where store_env_id = $1`,
    [receiver.storeEnvId],
  )
  return rows[0]
}

async function workDespiteKills(pair: Pair, progressOf: (copies: number) => number, whole: number): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    const worker = startWorker()
    await waitFor(pair, worker, (copies) => progressOf(copies) >= Math.min(whole - 1, (whole / (kills + 1)) * kill))
    await killFork(worker)
    await expireLease(pair)
  }
  const worker = startWorker()
  await waitFor(pair, worker, (copies) => progressOf(copies) === whole)
  // The killed process's last commit may arrive after the kill, so this process runs the rest of the queue.
  await killFork(worker)
  await expireLease(pair)
  await service.runJobs()
}

const startWorker = () => forkBeside(service, new URL('worker.testing.ts', import.meta.url))

async function waitFor({ receiver }: Pair, worker: ChildProcess, holds: (copies: number) => boolean): Promise<void> {
  let movedAt = Date.now()
  for (let last = -1; ; ) {
    const { rows } = await service.query('select count(*)::int as copies from shared_reviews where store_env_id = $1', [
      receiver.storeEnvId,
    ])
    const copies: number = rows[0].copies
    if (holds(copies)) return
    if (copies !== last) movedAt = Date.now()
    last = copies
    assert.ok(Date.now() - movedAt < 60_000 && worker.exitCode === null, `waited in vain at ${copies} copies`)
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}

/** A killed process releases neither its lease nor its queue lock. Both end only after a timeout. */
async function expireLease({ receiver }: Pair): Promise<void> {
  await service.query('update shared_review_leases set leased_until = now() where store_env_id = $1', [
    receiver.storeEnvId,
  ])
  await service.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
}
