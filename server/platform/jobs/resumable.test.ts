import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { StoreTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import { type Lease, nextRunOfStore, renewEveryMs, resumable, startRun, TakeoverError } from './resumable.ts'

const job = 'imports.run'
const takenOverWithinMs = 60_000

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await service.query(`
    create table test_work (
      store_env_id uuid primary key, place integer not null default 0, ended integer not null default 0,
      leased_by uuid, leased_until timestamptz(3));
    call app.fence('test_work')`)
})
beforeEach(async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  await service.query('delete from test_work; delete from graphile_worker._private_jobs')
  await service.query('insert into test_work (store_env_id) values ($1)', [shop.storeEnvId])
})
afterEach(() => mock.timers.reset())

type Work = { place: number }

const run = <T>(work: (work: Work, lease: Lease) => Promise<T>, stopping?: AbortSignal) =>
  resumable<Work, T>(
    { db: service.service.db, ...(stopping && { stopping }) },
    {
      scope: shop,
      next: () => nextRunOfStore(job, shop),
      claim: (tx, { holder, until }) =>
        tx.first<Work>(sql`
          update test_work w set leased_by = ${holder}, leased_until = ${until}
           where w.store_env_id = ${tx.storeEnvId} and w.ended = 0
             and (w.leased_until is null or w.leased_until <= ${tx.now}) returning w.place`),
      renew: async (tx, { holder, until }) =>
        (await tx.run(sql`
          update test_work w set leased_until = ${until}
           where w.store_env_id = ${tx.storeEnvId} and w.ended = 0 and w.leased_by = ${holder}`)) > 0,
      run: work,
    },
  )

const advance = (tx: StoreTx) =>
  tx.run(sql`update test_work w set place = w.place + 1 where w.store_env_id = ${tx.storeEnvId}`)
const end = (tx: StoreTx) =>
  tx.run(sql`update test_work w set ended = w.ended + 1 where w.store_env_id = ${tx.storeEnvId}`)
const row = async () => (await service.query('select place, ended from test_work')).rows[0]
const msUntilNextRun = async () => {
  const { rows } = await service.query(
    'select extract(epoch from run_at - now())::float8 * 1000 as ms from graphile_worker.jobs where task_identifier = $1',
    [job],
  )
  assert.equal(rows.length, 1, 'one job waits')
  return rows[0].ms
}

async function startHalf() {
  const begun = Promise.withResolvers<Lease>()
  const goOn = Promise.withResolvers<void>()
  const ended = run(async (_, lease) => {
    await lease.commit(advance)
    begun.resolve(lease)
    await goOn.promise
    await lease.commit(advance)
    return lease.finish(end)
  })
  return { lease: await begun.promise, goOn: goOn.resolve, ended }
}

test('the claim is committed together with a job that resumes the work within a minute', async () => {
  const { goOn, ended } = await startHalf()
  const ms = await msUntilNextRun()
  assert.ok(ms > 0 && ms < takenOverWithinMs, String(ms))
  goOn()
  await ended
})

test('after a crash the next run resumes from the stored position and completes once', async () => {
  const { goOn, ended } = await startHalf()
  service.advance(takenOverWithinMs)
  const places: number[] = []
  await run(async ({ place }, lease) => {
    places.push(place)
    await lease.finish(end)
  })
  assert.deepEqual(places, [1])
  goOn()
  assert.equal(await ended, undefined, 'the first run is overtaken')
  assert.deepEqual(await row(), { place: 1, ended: 1 })
})

test('while the lease lasts no other run claims the work', async () => {
  const { goOn, ended } = await startHalf()
  const second = mock.fn(async () => true)
  assert.equal(await run(second), undefined)
  assert.equal(second.mock.callCount(), 0)
  goOn()
  await ended
})

test('a run that works longer than its lease renews it and still owns the work', async () => {
  const { goOn, ended } = await startHalf()
  for (let renewals = 0; renewals < 6; renewals++) {
    service.advance(renewEveryMs)
    const before = await leasedUntil()
    mock.timers.tick(renewEveryMs)
    await until(async () => (await leasedUntil()) > before, 'the lease is renewed')
  }
  assert.equal(await run(async () => true), undefined)
  goOn()
  await ended
  assert.deepEqual(await row(), { place: 2, ended: 1 })
})

const leasedUntil = async (): Promise<Date> =>
  (await service.query('select leased_until from test_work')).rows[0].leased_until

test('a run that lost its work to another run is aborted at its next renewal', async () => {
  const { lease, goOn, ended } = await startHalf()
  await service.query('update test_work set leased_by = gen_random_uuid()')
  mock.timers.tick(renewEveryMs)
  await until(() => lease.signal.aborted, 'the signal is aborted')
  assert.ok(lease.signal.reason instanceof TakeoverError)
  goOn()
  await ended
})

test('renewals never postpone a job that the last commit adds', async () => {
  await run(async (_, lease) => {
    await lease.finish((tx) => startRun(tx, nextRunOfStore(job, shop)))
    mock.timers.tick(10 * renewEveryMs)
  })
  assert.ok((await msUntilNextRun()) <= 0)
})

test('an error of the work is thrown, and the waiting job stays', async () => {
  await assert.rejects(
    run(async () => {
      throw new Error('the shop does not answer')
    }),
    /the shop does not answer/,
  )
  assert.ok((await msUntilNextRun()) < takenOverWithinMs)
})

test('when the process stops, the signal is aborted, and the run can still finish', async () => {
  const stopping = new AbortController()
  await run(async (_, { signal, finish }) => {
    stopping.abort()
    assert.ok(signal.aborted)
    await finish(end)
  }, stopping.signal)
  assert.equal((await row()).ended, 1)
})
