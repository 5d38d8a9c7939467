// Runs the real queue for a test. The library claims, completes and stores the jobs in its own order, as in production.

import { EventEmitter } from 'node:events'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import { buildTasks, quietLogger } from '#platform/jobs/jobs.ts'
import { jobs } from '../../server/entry/areas.ts'
import type { Service } from '../../server/entry/service.ts'
import { inTime } from './until.ts'

/**
 * Jobs run one at a time, so that tests are deterministic. A failed job stays queued and fails the waiting test. The
 * default limit is less than the time of a file, so that the failure names the job.
 */
export async function runQueue({ db, services }: Service, withinMs = 300_000): Promise<number> {
  const { workerPool: pgPool } = db
  await pgPool.query(endPauses)
  let finished = 0
  const failures: unknown[] = []
  const running = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('job:start', ({ job }) => running.add(job.task_identifier))
  events.on('job:complete', ({ job }) => running.delete(job.task_identifier))
  events.on('job:success', () => finished++)
  events.on('job:error', ({ error }) => failures.push(error))
  const taskList = buildTasks(jobs, { db, services, stopping: new AbortController().signal })
  const work = runOnce({ pgPool, taskList, events, noHandleSignals: true, logger: quietLogger(services) })
  await inTime(work, () => `the end of ${[...running].join(', ') || 'the queue'}, after ${finished} jobs`, withinMs)
  if (failures.length > 0) throw failures[0]
  const { rows } = await pgPool.query<{ id: string }>(unknown, [Object.keys(taskList)])
  if (rows[0]) throw new Error(`No job named ${rows[0].id}`)
  return finished
}

export async function addByClock({ db }: Service, id: string): Promise<void> {
  await db.workerPool.query('select graphile_worker.add_job($1, max_attempts => 5)', [id])
}

// A failed job would wait seconds or hours until its next attempt.
const endPauses = `
  select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
   where attempts between 1 and max_attempts - 1 and locked_at is null and run_at > now()`

// Selects unknown jobs only, because a call in progress may add a known job.
const unknown = `
  select task_identifier as id from graphile_worker.jobs
   where run_at <= now() and attempts < max_attempts and locked_at is null and task_identifier <> all ($1) limit 1`
