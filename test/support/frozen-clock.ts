import type { TestService } from './service.ts'

/** Holds the clock of a service at an instant, for what happens to the millisecond; answers how to let it run on as before. */
export function freezeClock({ service: { clock } }: TestService, atMs: number): () => void {
  const { now, nowMs } = clock
  Object.assign(clock, { now: () => new Date(atMs), nowMs: () => atMs })
  return () => void Object.assign(clock, { now, nowMs })
}
