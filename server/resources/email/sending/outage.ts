// The mail server is one for all stores: when it cannot be reached, one look now and then is enough.
import type { Clock } from '#platform/clock.ts'
import { outageMs } from './rules.ts'

export class Outage {
  private readonly clock: Clock
  private failures = 0
  private until: Date | undefined

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Until when nothing is tried; undefined when it may be. */
  get end(): Date | undefined {
    return this.until !== undefined && this.until > this.clock.now() ? this.until : undefined
  }

  /** Several mails that were under way at once fail for one reason. */
  note(): void {
    if (this.end !== undefined) return
    this.failures++
    this.until = new Date(this.clock.now().getTime() + outageMs(this.failures))
  }

  clear(): void {
    this.failures = 0
    this.until = undefined
  }
}
