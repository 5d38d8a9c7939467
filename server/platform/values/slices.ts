// Long computations in slices, so that other calls get their turn on the event loop in between.
import { setImmediate } from 'node:timers/promises'

const sliceMs = 8

/** Runs the steps of a generator; after each slice of time the event loop does what else there is. */
export async function inSlices<T>(steps: Generator<unknown, T>): Promise<T> {
  let until = performance.now() + sliceMs
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value as T
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + sliceMs
  }
}
