// A lease, unlike a session's lock, works through every pooler. A database outage ends no lease.
import { randomUUID } from 'node:crypto'
import type { WorkerLeases } from '../db/worker-leases.ts'
import type { Log } from '../process/log.ts'
import { reportLoss } from '../process/loss-log.ts'

/** Four renewals in a row may fail. A dead worker's job is free after `leaseMs` plus one renewal. */
export const timing = { leaseMs: 25_000, renewMs: 5_000 }

export type JobLease = {
  /** Adds a worker pool to the lease at the next renewal, long before a lock without a lease counts as abandoned. */
  add(pool: string): void
  remove(pool: string): void
  stop(): Promise<void>
}

type Options = {
  leases: WorkerLeases
  log: Log
  /** Called when the lease had expired, so other processes may run this process's jobs. */
  onExpired?: () => void
  /** Milliseconds of a monotonic clock. */
  nowMs?: () => number
  timing?: { leaseMs: number; renewMs: number }
}

/** A process's lease without its timer, for tests that drive the clock. */
export function createLease({
  leases,
  log,
  onExpired,
  nowMs = () => performance.now(),
  timing: given = timing,
}: Options) {
  const id = randomUUID()
  const pools = new Set<string>()
  let isTaken = false
  let renewedMs = Number.NEGATIVE_INFINITY
  let steadySinceMs = 0

  async function renew(): Promise<void> {
    const atMs = nowMs()
    const { isNew } = await leases.renew(id, [...pools])
    // A long gap can be an outage that other processes had too. They get the time of a lease to renew before we free
    // their jobs.
    if (atMs - renewedMs > given.leaseMs / 2) steadySinceMs = atMs
    renewedMs = atMs
    if (isNew && isTaken) {
      log.warn({ leaseMs: given.leaseMs }, 'this process did not renew its lease in time: its jobs run again')
      onExpired?.()
    }
    isTaken = true
  }

  return {
    pools,
    /** Renews, and frees abandoned jobs. Never throws, because the database may be unavailable. */
    async beat(): Promise<number> {
      try {
        await renew()
        if (nowMs() - steadySinceMs < given.leaseMs) return 0
        const freed = await leases.freeJobs(given.leaseMs)
        if (freed > 0) log.info({ jobs: freed }, 'freed jobs of an ended worker')
        return freed
      } catch (error) {
        reportLoss(log, `the lease of this worker cannot be renewed: ${(error as Error).message}`)
        return 0
      }
    },
    end: () => (isTaken ? leases.end(id).catch(() => {}) : Promise.resolve()),
  }
}

export function keepLease(options: Options): JobLease {
  const { renewMs } = options.timing ?? timing
  const lease = createLease(options)
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const beat = () => {
    beating = lease.beat().finally(() => {
      if (!isStopped) timer = setTimeout(beat, renewMs).unref()
    })
  }
  return {
    add(pool) {
      lease.pools.add(pool)
      timer ??= setTimeout(beat, 0).unref()
    },
    remove: (pool) => void lease.pools.delete(pool),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beating
      await lease.end()
    },
  }
}
