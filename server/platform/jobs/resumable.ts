// Runs long work under a lease. Each run queues a job for the end of its lease. If the run's process dies, this job resumes
// from the stored position.
import { randomUUID } from 'node:crypto'
import type { StoreDb, StoreScope, StoreTx } from '../db/db.ts'
import { retryTransient } from '../process/retry.ts'
import { enqueue } from './jobs.ts'

/**
 * Two renewals in a row may fail. Another run must resume the work of a dead process within a minute, also on a busy
 * machine.
 */
const leaseMs = 35_000
export const renewEveryMs = 10_000
/** Lease of items that are sent without a renewal. It is longer than any call of a delivery. */
const sendingLeaseMs = 45_000
/** Delay of the next run after the end of a lease: the lease uses the service's clock, and the queue the database's. */
const clockSkewMs = 1_000

/** End of the lease of items that a run starts to send at `now`. */
export const leaseUntil = (now: Date): Date => new Date(now.getTime() + sendingLeaseMs)

/** The job that starts the next run. At most one job of a key waits. */
export type NextRun = { job: string; payload: StoreScope; key: string }

export const startRun = (tx: StoreTx, { job, payload, key }: NextRun, inMs = 0): Promise<void> =>
  enqueue(tx, job, payload, { key, inMs })

/** Queues the next run for the time when a lease that starts now has expired. */
export const startRunAfterLease = (tx: StoreTx, next: NextRun): Promise<void> =>
  startRun(tx, next, leaseMs + clockSkewMs)

/**
 * For jobs of a whole store. The next run has another key than the store's usual job, so that it never postpones a usual
 * job that is due now.
 */
export const nextRunOfStore = (job: string, { storeEnvId, organizationId }: StoreScope): NextRun => ({
  ...{ job, payload: { storeEnvId, organizationId } },
  key: `${job} resume:${storeEnvId}`,
})

/** `holder` is the id of the run. Rows store it, so that a run recognizes its own claims. */
export type Claim = { holder: string; until: Date }

export type Resumable<Work, Result> = {
  scope: StoreScope
  next(work: Work): NextRun
  /**
   * Claims the work and reads its stored position. Returns undefined if nothing is due, or if another run owns the work.
   */
  claim(tx: StoreTx, claim: Claim): Promise<Work | undefined>
  /**
   * Extends the lease, repeatedly while the run works. Returns false if another run owns the work, or if the work has
   * ended.
   */
  renew(tx: StoreTx, claim: Claim, work: Work): Promise<boolean>
  run(work: Work, lease: Lease): Promise<Result>
}

export type Lease = {
  holder: string
  /** Aborted when the process stops, when another run owns the work, and when this run has ended. */
  signal: AbortSignal
  /** Writes in a transaction that renews the lease first. Throws `TakeoverError` if another run owns the work. */
  commit<T>(write: (tx: StoreTx) => Promise<T>): Promise<T>
  /** Makes the last commit. It stops the renewals first, so that none postpones a job that `write` adds. */
  finish<T>(write: (tx: StoreTx) => Promise<T>): Promise<T>
}

/** Another run owns the work, or the work has ended. This run writes nothing more. */
export class TakeoverError extends Error {}

/** Returns the result of `run`. Undefined if there was nothing to claim, or if another run has taken the work over. */
export async function resumable<Work, Result>(
  { db, stopping }: { db: Pick<StoreDb, 'store'>; stopping?: AbortSignal },
  { scope, next, claim, renew, run }: Resumable<Work, Result>,
): Promise<Result | undefined> {
  const holder = randomUUID()
  const write = <T>(step: (tx: StoreTx) => Promise<T>) => retryTransient(() => db.store(scope, 'write', step))
  const claimIn = (tx: StoreTx): Claim => ({ holder, until: new Date(tx.now.getTime() + leaseMs) })
  const work = await write(async (tx) => {
    const claimed = await claim(tx, claimIn(tx))
    if (claimed !== undefined) await startRunAfterLease(tx, next(claimed))
    return claimed
  })
  if (work === undefined) return undefined
  const over = new AbortController()
  const renewals = repeat(async () => {
    const isOurs = await write(async (tx) => {
      const isRenewed = await renew(tx, claimIn(tx), work)
      if (isRenewed) await startRunAfterLease(tx, next(work))
      return isRenewed
    })
    if (!isOurs) over.abort(new TakeoverError())
  })
  const commit = <T>(step: (tx: StoreTx) => Promise<T>) =>
    write(async (tx) => {
      if (!(await renew(tx, claimIn(tx), work))) throw new TakeoverError()
      return step(tx)
    })
  const finish = async <T>(step: (tx: StoreTx) => Promise<T>) => {
    await renewals.stop()
    return commit(step)
  }
  const signal = stopping ? AbortSignal.any([stopping, over.signal]) : over.signal
  try {
    return await run(work, { holder, signal, commit, finish })
  } catch (error) {
    if (error instanceof TakeoverError) return undefined
    throw error
  } finally {
    await renewals.stop()
    over.abort()
  }
}

/** A failed renewal is repeated, because the database may be unavailable and each commit verifies the claim itself. */
function repeat(renewal: () => Promise<void>): { stop(): Promise<void> } {
  let pending: Promise<void> | undefined
  const timer = setInterval(() => {
    pending ??= renewal()
      .catch(() => {})
      .finally(() => {
        pending = undefined
      })
  }, renewEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await pending
    },
  }
}
