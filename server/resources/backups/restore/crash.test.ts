import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkBeside, killFork } from '#test/forks.ts'
import { provideService } from '#test/service.ts'
import { smallArchive } from '#test/small-archive.ts'
import { until } from '#test/until.ts'
import { asKey } from '../archives.testing.ts'

const reviews = 12_000
/** A restore has five tries. One must be left after these kills. */
const kills = 3
/** A busy machine takes half a minute just to start a process. */
const patienceMs = 120_000

const service = provideService()

test('a restore that is killed repeatedly writes nothing until a run restores everything', async () => {
  const shop = await service.shop()
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/imports/archive',
    headers: { ...asKey(shop), 'content-type': 'application/zip' },
    payload: await smallArchive(reviews),
  })
  assert.equal(answer.statusCode, 202, answer.body)
  const { id } = answer.json()
  const read = async () => (await shop.api.get(`/imports/${id}`)).body
  const count = async () => (await service.query('select count(*)::int as n from reviews')).rows[0].n as number
  for (let kill = 0; kill < kills; kill++) {
    const worker = startWorker()
    const { rows: tries } = await service.query('select tries from archive_restores')
    const isAtIt = async () =>
      (await service.query('select tries from archive_restores')).rows[0].tries > tries[0].tries
    await until(isAtIt, 'the next try', patienceMs)
    await sleep(Math.random() * 400)
    await killFork(worker)
    await nothingAtWork()
    await expireLeases()
    // On a fast machine the restore may complete before the kill.
    const isThrough = (await read()).status === 'completed'
    assert.equal(await count(), isThrough ? reviews : 0)
    if (isThrough) break
  }
  const worker = startWorker()
  await until(async () => (await read()).status === 'completed', 'the restore is completed', patienceMs)
  await killFork(worker)
  const { processed, imported, total, error } = await read()
  assert.deepEqual(
    { processed, imported, total, error },
    { processed: reviews + 1, imported: reviews + 1, total: reviews + 1, error: null },
  )
  assert.equal(await count(), reviews)
  const { rows } = await service.query('select count(distinct to_id)::int as n from restored_ids')
  assert.equal(rows[0].n, reviews + 1)
})

const startWorker = () => forkBeside(service, new URL('worker.testing.ts', import.meta.url))

/** Statements that were already sent still run after the process dies. They can commit and block the next run. */
const nothingAtWork = () =>
  until(async () => {
    const { rowCount } = await service.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    return rowCount === 0
  }, 'the database is through with what the dead process asked for')

/** Makes the waiting jobs due, as if the lease of two minutes had expired. */
const expireLeases = () =>
  service.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
