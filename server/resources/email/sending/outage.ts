// All stores share one mail server: while it is unreachable, all pause together, and the pauses grow.
import type { Clock } from '#platform/process/clock.ts'
import { outageMs } from './rules.ts'

export class Outage {
  private readonly clock: Clock
  private failures = 0
  private until: Date | undefined

  constructor(clock: Clock) {
    this.clock = clock
  }

  get end(): Date | undefined {
    return this.until !== undefined && this.until > this.clock.now() ? this.until : undefined
  }

  /** Failures of mails that were sent in parallel count as one failure. Returns the length of the pause. */
  note(): number {
    const now = this.clock.nowMs()
    if (this.end === undefined) this.until = new Date(now + outageMs(++this.failures))
    return (this.until?.getTime() ?? now) - now
  }

  clear(): void {
    this.failures = 0
    this.until = undefined
  }
}
