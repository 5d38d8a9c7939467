import { setImmediate } from 'node:timers/promises'

const sliceMs = 8

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
