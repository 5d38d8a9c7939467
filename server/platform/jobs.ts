// Work that no request waits for. A job is added in the transaction of the change it belongs to; graphile-worker runs it
// at least once, so every job must bear being run again. The job's own tables, not the queue, say what is still to do.
import { Logger, parseCronItems, type Runner, run as runWorker } from 'graphile-worker'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db, OrganizationTx, StoreTx, SystemTx } from './db/db.ts'
import { sql } from './db/query.ts'
import type { Services } from './services.ts'

export type JobContext = {
  db: Db
  services: Services
  now: Date /** Aborted when the process is asked to stop. */
  stopping: AbortSignal
}

export type Job = {
  /** `<area>.<verb>`. */
  id: string
  payload: TObject
  /** A crontab line in UTC; the job is then also run by the clock, with an empty payload. */
  schedule?: string
  /** The name under which an operator runs it: `evident jobs run NAME`. */
  operatorName?: string
  maxAttempts?: number
  run(ctx: JobContext, payload: unknown): Promise<void>
}

export function job<P extends TObject>(
  definition: Omit<Job, 'payload' | 'run'> & { payload: P; run(ctx: JobContext, payload: Static<P>): Promise<void> },
): Job {
  return definition as unknown as Job
}

/** Adds a job in the caller's transaction. With `key`, a waiting job of that key is replaced instead of added twice. */
export const enqueue = (
  tx: StoreTx | OrganizationTx | SystemTx,
  id: string,
  payload: object,
  options: { key?: string; inMs?: number; maxAttempts?: number } = {},
) =>
  tx.run(sql`select app.add_job(${id}, ${JSON.stringify(payload)}::json, ${options.key ?? null},
    make_interval(secs => ${(options.inMs ?? 0) / 1000}), ${options.maxAttempts ?? 25})`)

/** Adds many jobs of one kind in one statement. */
export const enqueueAll = (tx: StoreTx | OrganizationTx | SystemTx, id: string, payloads: object[]) =>
  tx.run(sql`select app.add_jobs(${id}, ${payloads.map((payload) => JSON.stringify(payload))}::json[])`)

export type Workers = { stop(): Promise<void> }

export async function startWorkers(options: {
  jobs: readonly Job[]
  db: Db
  services: Services
  concurrency?: number
}): Promise<Workers> {
  const { jobs, db, services } = options
  const stopping = new AbortController()
  const taskList = Object.fromEntries(
    jobs.map((each) => [
      each.id,
      (payload: unknown) => perform(each, { db, services, stopping: stopping.signal }, payload),
    ]),
  )
  // Items, not the text of a crontab, which knows no names with a dot.
  const parsedCronItems = parseCronItems(
    jobs.flatMap(({ id, schedule }) =>
      schedule ? [{ task: id, match: schedule, options: { maxAttempts: 5, backfillPeriod: 0 } }] : [],
    ),
  )
  const runner: Runner = await runWorker({
    pgPool: db.workerPool,
    taskList,
    parsedCronItems,
    concurrency: options.concurrency ?? 4,
    noHandleSignals: true,
    pollInterval: 2000,
    gracefulShutdownAbortTimeout: 4000,
    logger: quietLogger(services),
  })
  runner.promise.catch((error) => services.log.error({ err: (error as Error).message }, 'the job runner stopped'))
  return {
    async stop() {
      stopping.abort()
      await runner.stop()
    },
  }
}

/** Runs one job now, in this process. */
export async function perform(each: Job, ctx: Omit<JobContext, 'now'>, payload: unknown): Promise<void> {
  const value = payload ?? {}
  if (!Compile(each.payload).Check(value) && !each.schedule) throw new Error(`${each.id}: the payload does not fit`)
  try {
    await each.run({ ...ctx, now: ctx.services.clock.now() }, value)
  } catch (error) {
    ctx.services.log.warn({ job: each.id, err: (error as Error).message }, 'a job failed and will be tried again')
    throw error
  }
}

function quietLogger({ log }: Services) {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ source: 'jobs' }, message)
    else if (level === 'warning') log.warn({ source: 'jobs' }, message)
    else log.debug({ source: 'jobs' }, message)
  })
}
