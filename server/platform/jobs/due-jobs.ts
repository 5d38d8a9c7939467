// Wakes the idle workers of classes that have due jobs. graphile-worker announces neither delayed nor retried jobs, and an
// announcement wakes the workers of every class. Its own polls were 16 queries a second at rest, 28 November 2026.
import type { WorkerPool } from 'graphile-worker'
import type { DueTask, FindDue } from '../db/due-jobs.ts'
import type { Log } from '../process/log.ts'
import { reportLoss } from '../process/loss-log.ts'

/**
 * Time between searches for due jobs that nothing announces: jobs that a dead process had locked, and delayed jobs that
 * were replaced by jobs with an earlier time.
 */
const usualEveryMs = 5_000
/** A long queue makes the query slow, so the following pause is at least this many times as long as the query. */
const restShare = 9

type Waiting = { tasks: ReadonlySet<string>; nudge(workers: number): void }

export class DueJobs {
  private readonly find: FindDue
  private readonly log: Log
  private readonly everyMs: number
  private readonly classes = new Set<Waiting>()
  private timer: NodeJS.Timeout | undefined
  private nextLookAt = Number.POSITIVE_INFINITY
  private restsUntil = 0
  private isLooking = false
  private isStale = false
  private isStopped = false

  constructor(find: FindDue, log: Log, everyMs = usualEveryMs) {
    this.find = find
    this.log = log
    this.everyMs = everyMs
  }

  /**
   * Replaces `pool.nudge`, so that an announcement starts one search for all classes instead of one query per worker.
   */
  add(pool: Pick<WorkerPool, 'nudge'>, tasks: Iterable<string>): void {
    this.classes.add({ tasks: new Set(tasks), nudge: pool.nudge.bind(pool) })
    pool.nudge = () => this.wake()
    this.wake()
  }

  wake(): void {
    if (this.isLooking) this.isStale = true
    else this.lookIn(0)
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  private lookIn(ms: number): void {
    const now = performance.now()
    const at = Math.max(now + ms, this.restsUntil)
    if (this.isStopped || at >= this.nextLookAt) return
    clearTimeout(this.timer)
    this.nextLookAt = at
    this.timer = setTimeout(() => void this.look(), at - now).unref()
  }

  private async look(): Promise<void> {
    const startedAt = performance.now()
    this.nextLookAt = Number.POSITIVE_INFINITY
    this.isLooking = true
    this.isStale = false
    const nextInMs = await this.find(this.everyMs).then(
      (tasks) => this.nudge(tasks),
      (error: Error) => reportLoss(this.log, `jobs wait: ${error.message}`),
    )
    this.isLooking = false
    const endedAt = performance.now()
    this.restsUntil = endedAt + restShare * (endedAt - startedAt)
    this.lookIn(this.isStale ? 0 : (nextInMs ?? this.everyMs))
  }

  /** Returns the time until the next delayed job is due. */
  private nudge(tasks: readonly DueTask[]): number {
    if (this.isStopped) return this.everyMs
    for (const waiting of this.classes) {
      const due = tasks.filter(({ task }) => waiting.tasks.has(task)).reduce((sum, each) => sum + each.due, 0)
      if (due > 0) waiting.nudge(due)
    }
    return Math.min(this.everyMs, ...tasks.flatMap(({ nextInMs }) => nextInMs ?? []))
  }
}
