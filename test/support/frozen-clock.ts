import type { TestService } from './service.ts'

/**
 * Stops the clock of a service at a given time, for results exact to the millisecond. Returns a function that resumes it.
 */
export function freezeClock({ service: { clock } }: TestService, atMs: number): () => void {
  const { now, nowMs } = clock
  Object.assign(clock, { now: () => new Date(atMs), nowMs: () => atMs })
  return () => void Object.assign(clock, { now, nowMs })
}
