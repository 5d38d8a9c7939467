// The tests simulate elapsed time by moving stored instants into the past.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { provideService } from '#test/service.ts'
import { createWorkerLeases } from '../db/worker-leases.ts'
import { createLease, timing } from './job-lease.ts'

const service = provideService()

const { leaseMs, renewMs } = timing
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const query = (text: string, values: unknown[] = []) => service.service.db.workerPool.query(text, values)

async function pass(ms: number): Promise<void> {
  await query('update app.job_workers set renewed_at = renewed_at - make_interval(secs => $1::float8 / 1000)', [ms])
  await query('update app.job_workers set taken_at = taken_at - make_interval(secs => $1::float8 / 1000)', [ms])
  await query(
    'update graphile_worker._private_jobs set locked_at = locked_at - make_interval(secs => $1::float8 / 1000)',
    [ms],
  )
}

async function clear(): Promise<void> {
  await query('delete from app.job_workers')
  await query('delete from graphile_worker._private_jobs')
}

async function startWorker(name: string, clock: { ms: number }) {
  let expired = 0
  const lease = createLease({
    leases: createWorkerLeases(service.service.db.workerPool),
    log: quiet,
    onExpired: () => expired++,
    nowMs: () => clock.ms,
  })
  lease.pools.add(name)
  await query("select graphile_worker.add_job('schedule.wake', job_key => $1)", [name])
  const lock = () =>
    query(
      'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1 where key = $1',
      [name],
    )
  await lock()
  await lease.beat()
  return {
    name,
    lease,
    lock,
    get expired() {
      return expired
    },
  }
}

async function lockedNames(): Promise<Set<string>> {
  const { rows } = await query('select locked_by from graphile_worker.jobs where locked_by is not null')
  return new Set(rows.map((row) => row.locked_by))
}

test('only jobs of ended workers are freed, at most a lease plus a renewal later', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({ do: 'pass' as const }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(3) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('away' as const), renewals: fc.integer({ min: 1, max: 20 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
    ),
    { minLength: 4, maxLength: 14 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      await clear()
      const clock = { ms: 1_000_000 }
      let made = 0
      const start = () => startWorker(`pool-${++made}`, clock)
      const living = [await start(), await start()]
      const ended: { name: string; renewalsSince: number }[] = []
      /** Makes consecutive successful renewals. Only after enough of them may a process free the jobs of others. */
      const renewals = async (count: number, isAway = false) => {
        for (let i = 0; i < count; i++) {
          clock.ms += renewMs
          await pass(renewMs)
          if (isAway) continue
          for (const { lease } of living) await lease.beat()
          for (const each of ended) each.renewalsSince++
          const locked = await lockedNames()
          for (const { name } of living) assert.ok(locked.has(name), `${name} lives, and its job was freed`)
        }
      }
      for (const step of plan) {
        if (step.do === 'pass') await renewals(1)
        else if (step.do === 'start') living.push(await start())
        else if (step.do === 'away') {
          await renewals(step.renewals, true)
          for (const each of ended) each.renewalsSince = 0
        } else if (living.length > 1) {
          const [gone] = living.splice(step.which % living.length, 1)
          if (gone) ended.push({ name: gone.name, renewalsSince: 0 })
        }
      }
      await renewals(Math.ceil(leaseMs / renewMs) + 1)
      const locked = await lockedNames()
      for (const { name } of ended) assert.ok(!locked.has(name), `${name} ended, and its job is still locked`)
      for (const each of living) assert.equal(each.expired, 0, `${each.name} was declared ended`)
    }),
    { numRuns: 25 },
  )
})

test('a worker suspended for longer than its lease detects that its jobs were freed', async () => {
  await clear()
  const clock = { ms: 1_000_000 }
  const [stopped, other] = [await startWorker('pool-stopped', clock), await startWorker('pool-other', clock)]
  for (let i = 0; i < Math.ceil(leaseMs / renewMs) + 1; i++) {
    clock.ms += renewMs
    await pass(renewMs)
    await other.lease.beat()
  }
  assert.deepEqual([...(await lockedNames())], ['pool-other'])
  await stopped.lease.beat()
  assert.deepEqual([stopped.expired, other.expired], [1, 0])
})

test('a job that a worker without a lease has locked is freed after a delay', async () => {
  await clear()
  const clock = { ms: 1_000_000 }
  const alive = await startWorker('pool-alive', clock)
  for (let i = 0; i < Math.ceil(leaseMs / renewMs); i++) {
    clock.ms += renewMs
    await pass(renewMs)
    await alive.lease.beat()
  }
  await query("select graphile_worker.add_job('schedule.wake', job_key => 'before')")
  await query(
    "update graphile_worker._private_jobs set locked_by = 'pool-before', locked_at = now() where key = 'before'",
  )
  assert.equal(await alive.lease.beat(), 0)
  await pass(leaseMs)
  // A process renews its own lease before it frees the jobs of others.
  assert.equal(await alive.lease.beat(), 1)
  assert.deepEqual([...(await lockedNames())], ['pool-alive'])
})
