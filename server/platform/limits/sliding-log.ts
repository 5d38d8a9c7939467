// Counts in constant time and has no clock: callers pass the current instant, which never goes back.

import type { Decision, RateWindow } from '../values/windows.ts'

type Span = { name: string; quota: number; windowMs: number; start: number }

export class SlidingLog {
  #windows: readonly RateWindow[] = []
  #spans: Span[] = []
  #longest: Span = { name: '', quota: 0, windowMs: 0, start: 0 }
  // Starts small because most callers make few calls. A power of two, so that an index wraps by a mask.
  #ring = new Float64Array(8)
  // Positions never decrease. Calls between the start of the longest window and #end still count.
  #end = 0

  take(windows: readonly RateWindow[], nowMs: number): Decision {
    const retryAfterMs = this.#wait(windows, nowMs)
    if (retryAfterMs === 0) this.#append(nowMs)
    return this.#decide(retryAfterMs, nowMs)
  }

  peek(windows: readonly RateWindow[], nowMs: number): Decision {
    return this.#decide(this.#wait(windows, nowMs), nowMs)
  }

  /** Records a call that Redis allowed, even above the quota. */
  record(windows: readonly RateWindow[], nowMs: number): void {
    this.#advance(windows, nowMs)
    this.#append(nowMs)
  }

  /** True when no call counts any more, so the log can be deleted without effect. */
  isIdle(nowMs: number): boolean {
    return this.#end === 0 || this.#at(this.#end - 1) + this.#longest.windowMs <= nowMs
  }

  /** True when at least a tenth of the longest window is used. Deleting the log would then reset its caller's count. */
  isSpent(nowMs: number): boolean {
    return !this.isIdle(nowMs) && (this.#end - this.#longest.start) * 10 >= this.#longest.quota
  }

  #wait(windows: readonly RateWindow[], nowMs: number): number {
    this.#advance(windows, nowMs)
    let waitMs = 0
    for (const span of this.#spans) {
      if (this.#end - span.start < span.quota) continue
      // The window has room when the quota-th newest call leaves. That is the oldest call unless the quota was reduced.
      const roomMs = this.#at(this.#end - span.quota) + span.windowMs - nowMs
      if (roomMs > waitMs) waitMs = roomMs
    }
    return waitMs
  }

  #decide(retryAfterMs: number, nowMs: number): Decision {
    const windows = []
    for (const { name, quota, windowMs, start } of this.#spans) {
      const used = this.#end - start
      const resetMs = used > 0 ? this.#at(start) + windowMs - nowMs : 0
      windows.push({ name, remaining: used < quota ? quota - used : 0, resetMs })
    }
    return { allowed: retryAfterMs === 0, windows, retryAfterMs }
  }

  #advance(windows: readonly RateWindow[], nowMs: number): void {
    if (windows !== this.#windows) this.#adopt(windows)
    for (const span of this.#spans) {
      // This is the same sum as in the wait above, so that a caller that waits exactly that long is allowed.
      while (span.start < this.#end && this.#at(span.start) + span.windowMs <= nowMs) span.start++
    }
  }

  // Callers pass the same array every time, so this runs once per caller, and once more after a change of limits.
  #adopt(windows: readonly RateWindow[]): void {
    const start = this.#longest.start
    this.#windows = windows
    this.#spans = windows.map(({ name, quota, windowMs }) => ({ name, quota, windowMs, start }))
    this.#longest = this.#spans.reduce((a, b) => (b.windowMs > a.windowMs ? b : a), { ...this.#longest, windowMs: 0 })
  }

  #append(nowMs: number): void {
    if (this.#end - this.#longest.start === this.#ring.length) this.#grow()
    this.#ring[this.#end & (this.#ring.length - 1)] = nowMs
    this.#end++
  }

  #grow(): void {
    const grown = new Float64Array(this.#ring.length * 2)
    for (let position = this.#longest.start; position < this.#end; position++) {
      grown[position & (grown.length - 1)] = this.#at(position)
    }
    this.#ring = grown
  }

  #at(position: number): number {
    return this.#ring[position & (this.#ring.length - 1)] ?? 0
  }
}
