// Defines and runs jobs: work that no request waits for. A job is added in the transaction of the change that needs it.
// graphile-worker runs a job at least once, so every job must be safe to repeat. The rows of the feature's own tables, not
// the queue, decide which work remains.
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, runOnce, run as runWorker, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { isRemoved } from '../calls/closing.ts'
import type { Services } from '../calls/services.ts'
import type { CrossDb, Db, OrganizationDb, OrganizationTx, StoreDb, StoreTx, SystemTx } from '../db/db.ts'
import { findDueIn } from '../db/due-jobs.ts'
import { ownDb } from '../db/own.ts'
import { sql } from '../db/query.ts'
import { createWorkerLeases } from '../db/worker-leases.ts'
import { reportLoss } from '../process/loss-log.ts'
import { isDatabaseAway } from '../values/errors.ts'
import { DueJobs } from './due-jobs.ts'
import { keepLease } from './job-lease.ts'
import { takingTurns } from './job-turns.ts'
import { forQueue } from './queue-pool.ts'

export type JobContext<OwnDb = StoreDb & OrganizationDb> = {
  /** Gives access only to the payload's own store and organization. */
  db: OwnDb
  services: Services
  now: Date
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal
}

export type CrossJobContext = JobContext<CrossDb>

export type Job = {
  id: string
  payload: TObject
  fits(payload: unknown): boolean
  /** A crontab schedule in UTC. The job then also runs on that schedule, with an empty payload. */
  schedule?: string
  operatorName?: string
  /**
   * Class of a bulk job, for which no person waits. By default a process runs one job of each class per organization, and
   * at most two in total.
   */
  bulk?: string
  /**
   * Parallel jobs of the bulk class per process, for jobs that mostly wait for other systems. The value of the class's
   * first job applies to the class.
   */
  atOnce?: number
  maxAttempts?: number
  /** Works beyond one store, such as a sweep through all stores. */
  across?: true
  run(ctx: CrossJobContext, payload: unknown): Promise<void>
}

type Definition<P extends TObject, X> = Omit<Job, 'payload' | 'fits' | 'run' | 'across'> & {
  payload: P
  across?: X
  run(ctx: X extends true ? CrossJobContext : JobContext, payload: Static<P>): Promise<void>
}

export function job<P extends TObject, const X extends true | undefined = undefined>(
  definition: Definition<P, X>,
): Job {
  // The payload's schema is compiled at the job's first run, because most processes never run most jobs.
  let compiled: Validator | undefined
  const fits = (payload: unknown) => {
    compiled ??= Compile(definition.payload)
    return compiled.Check(payload)
  }
  return { ...definition, fits } as unknown as Job
}

type Validator = { Check(value: unknown): boolean }

/**
 * Adds a job in the caller's transaction, in the round trip of its next statement. With `key`, it replaces a waiting job of
 * that key.
 */
export const enqueue = async (
  tx: StoreTx | OrganizationTx | SystemTx,
  id: string,
  payload: object,
  options: { key?: string; inMs?: number; maxAttempts?: number } = {},
): Promise<void> => {
  if (!options.inMs) consequences.getStore()?.push({ id, payload })
  tx.sendAlong(sql`select app.add_job(${id}, ${JSON.stringify(payload)}::json, ${options.key ?? null},
    make_interval(secs => ${(options.inMs ?? 0) / 1000}), ${options.maxAttempts ?? 25})`)
}

export const enqueueAll = async (
  tx: StoreTx | OrganizationTx | SystemTx,
  id: string,
  payloads: object[],
): Promise<void> => {
  consequences.getStore()?.push(...payloads.map((payload) => ({ id, payload })))
  tx.sendAlong(sql`select app.add_jobs(${id}, ${payloads.map((payload) => JSON.stringify(payload))}::json[])`)
}

type NewJob = { id: string; payload: object }

/**
 * Collects the jobs that a command adds. It is async-local, because the code that adds a job does not know the command.
 * Outside a command nothing is collected.
 */
const consequences = new AsyncLocalStorage<NewJob[]>()

export type Workers = { stop(): Promise<void> }

export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const { services } = options
  const lease = leaseFor(options, () => {
    // Other processes may run these jobs now, so we stop our runners and start new ones under new ids.
    const before = runners
    runners = startRunners(options, lease)
    const restarted = Promise.all([runners, before.then((some) => some.stop())])
    restarted.catch((error) => services.log.error({ err: (error as Error).message }, 'job runners did not restart'))
  })
  let runners = startRunners(options, lease)
  await runners
  return {
    async stop() {
      await (await runners).stop()
      await lease.stop()
    },
  }
}

type Lease = { follow(events: WorkerEvents): WorkerEvents; stop(): Promise<void> }

/** While this process runs, its lease prevents other processes from freeing the jobs of the followed worker pools. */
function leaseFor({ db, services: { log } }: Pick<WorkerOptions, 'db' | 'services'>, onExpired?: () => void): Lease {
  const lease = keepLease({ leases: createWorkerLeases(db.workerPool), log, ...(onExpired && { onExpired }) })
  return {
    follow: (events) =>
      events
        .on('pool:create', ({ workerPool }) => lease.add(workerPool.id))
        .on('pool:release', ({ workerPool }) => lease.remove(workerPool.id)),
    stop: lease.stop,
  }
}

type WorkerOptions = {
  jobs: readonly Job[]
  db: Db
  services: Services
  concurrency?: number
  lookEveryMs?: number | undefined
}

async function startRunners(options: WorkerOptions, lease: Lease): Promise<Workers> {
  const { jobs, db, services } = options
  const stopping = new AbortController()
  const ctx = { db, services, stopping: stopping.signal }
  // We pass parsed items, because a crontab text does not allow job names with a dot.
  const parsedCronItems = parseCronItems(
    jobs.flatMap(({ id, schedule }) =>
      schedule ? [{ task: id, match: schedule, options: { maxAttempts: 5, backfillPeriod: 0 } }] : [],
    ),
  )
  const due = new DueJobs(findDueIn(db.workerPool), services.log, options.lookEveryMs)
  const startRunner = (
    pgPool: Pool,
    some: readonly Job[],
    concurrency: number,
    items: typeof parsedCronItems,
  ): Promise<Runner> => {
    const { events, forbiddenFlags } = takingTurns(Math.max(1, concurrency >> 1))
    const tasks = some.map(({ id }) => id)
    events.on('pool:create', ({ workerPool }) => due.add(workerPool, tasks))
    return runWorker({
      forbiddenFlags,
      events: lease.follow(events),
      pgPool,
      taskList: buildTasks(some, ctx),
      parsedCronItems: items,
      concurrency,
      noHandleSignals: true,
      // The interval is long, because `due` wakes the workers, and each of some forty workers polls on its own.
      pollInterval: 600_000,
      gracefulShutdownAbortTimeout: 4000,
      logger: quietLogger(services),
    })
  }
  // Each class has its own queue. In a queue for all jobs, an import's photos would delay every mail.
  const others = jobs.filter(({ bulk }) => bulk === undefined)
  const classes = groupBulkClasses(jobs)
  const runners = [
    await startRunner(forQueue(db.workerPool, { listens: true }), others, options.concurrency ?? 4, parsedCronItems),
  ]
  const quietPool = forQueue(db.workerPool, { listens: false })
  for (const some of classes.values())
    runners.push(await startRunner(quietPool, some, some[0]?.atOnce ?? (some.every(isOfOrganization) ? 2 : 1), []))
  for (const { promise } of runners)
    promise.catch((error) => services.log.error({ err: (error as Error).message }, 'a job runner stopped'))
  return {
    async stop() {
      stopping.abort()
      due.stop()
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

const isOfOrganization = ({ payload }: Job) => 'organizationId' in payload.properties

const groupBulkClasses = (jobs: readonly Job[]) =>
  Map.groupBy(
    jobs.filter((each) => each.bulk !== undefined),
    (each) => each.bulk,
  )

export const buildTasks = (jobs: readonly Job[], ctx: Omit<CrossJobContext, 'now'>) =>
  Object.fromEntries(jobs.map((each) => [each.id, (payload: unknown) => perform(each, ctx, payload)]))

/** The time that a command waits for a job in another process, when it has no other job to run. */
const patienceMs = 60_000
const lookAgainMs = 100

/**
 * Runs one job now, and then all jobs that it adds, directly or indirectly. They run here even if another process runs them
 * too: jobs are safe to run twice, and the other process may have another clock. Afterwards this function works through the
 * queue and waits for jobs that other processes run. `isDone` is false while a job still runs in another process. `started`
 * counts the added jobs.
 */
export async function performWithFollowUps(
  each: Job,
  { jobs, db, services }: { jobs: readonly Job[]; db: Db; services: Services },
): Promise<{ isDone: boolean; started: number }> {
  const ctx = { db, services, stopping: new AbortController().signal }
  const { rows } = await db.workerPool.query<{ now: string }>('select clock_timestamp()::text as now')
  const startedAt = rows[0]?.now
  const started = await performAll(each, jobs, ctx)
  const lease = leaseFor({ db, services })
  try {
    const isDone = await finishAdded({ jobs, db, services }, ctx, lease.follow(new EventEmitter()), startedAt)
    return { isDone, started }
  } finally {
    await lease.stop()
  }
}

async function finishAdded(
  { jobs, db, services }: WorkerOptions,
  ctx: Omit<CrossJobContext, 'now'>,
  events: WorkerEvents,
  startedAt: string | undefined,
): Promise<boolean> {
  const pgPool = forQueue(db.workerPool, { listens: false })
  let idleMs = 0
  for (;;) {
    const left = await db.workerPool.query<{ id: string; ready: boolean }>(addedSince, [startedAt])
    if (left.rows.length === 0) return true
    const ready = jobs.filter(({ id }) => left.rows.some((row) => row.id === id && row.ready))
    if (ready.length === 0 && idleMs >= patienceMs) return false
    const taskList = buildTasks(ready, ctx)
    if (ready.length > 0)
      await runOnce({ pgPool, taskList, events, noHandleSignals: true, logger: quietLogger(services) })
    else await sleep(lookAgainMs)
    idleMs = ready.length > 0 ? 0 : idleMs + lookAgainMs
  }
}

async function performAll(first: Job, jobs: readonly Job[], ctx: Omit<CrossJobContext, 'now'>): Promise<number> {
  const added: NewJob[] = []
  const seen = new Set<string>()
  await consequences.run(added, () => perform(first, ctx, {}))
  for (let next = added.shift(); next; next = added.shift()) {
    const { id, payload } = next
    const each = jobs.find((job) => job.id === id)
    const name = JSON.stringify([id, payload])
    if (!each || seen.has(name)) continue
    seen.add(name)
    // A failed job is still in the queue and is retried from there.
    await consequences.run(added, () => perform(each, ctx, payload).catch(() => {}))
  }
  return seen.size
}

// Jobs are selected by their last change, not their creation, because a replaced waiting job preserves its creation time.
const addedSince = `
  select task_identifier as id, bool_or(locked_at is null) as ready from graphile_worker.jobs
   where updated_at >= $1::timestamptz and run_at <= now() and attempts < max_attempts group by 1`

export async function perform(each: Job, ctx: Omit<CrossJobContext, 'now'>, payload: unknown): Promise<void> {
  const value = payload ?? {}
  if (!each.schedule && !each.fits(value)) throw new Error(`${each.id}: the payload does not match its schema`)
  try {
    await each.run({ ...ctx, db: chooseDb(each, ctx.db, value), now: ctx.services.clock.now() }, value)
  } catch (error) {
    const failed = { job: each.id, err: (error as Error).message }
    if (await isMoot(each, ctx.db, value))
      return ctx.services.log.info(failed, 'a job of a deleted organization failed')
    ctx.services.log.warn(failed, 'a job failed and will be retried')
    throw error
  }
}

/**
 * True when the job's organization was deleted, so that the job would fail again. It is checked only after a failure. A
 * failed check counts as not deleted.
 */
const isMoot = async ({ across }: Job, db: CrossDb, { organizationId }: { organizationId?: string }) =>
  !across && organizationId !== undefined && (await isRemoved(db, organizationId).catch(() => false))

/** A job without `across` gets access to its own store and organization only. Its type declares no more than that. */
function chooseDb({ across }: Job, db: CrossDb, payload: { storeEnvId?: string; organizationId?: string }): CrossDb {
  if (across) return db
  return ownDb(db, { storeEnvId: payload.storeEnvId ?? '', organizationId: payload.organizationId ?? '' }) as CrossDb
}

export function quietLogger({ log }: Services) {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error' && isDatabaseAway(meta?.error)) reportLoss(log, message)
    else if (level === 'error') log.error({ source: 'jobs' }, message)
    else if (level === 'warning') log.warn({ source: 'jobs' }, message)
    else log.debug({ source: 'jobs' }, message)
  })
}
