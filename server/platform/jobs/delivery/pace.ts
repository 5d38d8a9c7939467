import { setTimeout as sleep } from 'node:timers/promises'

export function paced(perSecond: number): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const at = Math.max(performance.now(), nextAt)
    nextAt = at + 1000 / perSecond
    const waitMs = at - performance.now()
    if (waitMs > 0) await sleep(waitMs)
  }
}
