/** Bounds the calls that run at the same time. `run` gets the time that is left after the wait for a slot. */
export function createGate(slots: number) {
  let free = slots
  const waiting: (() => void)[] = []

  function enter(ms: number): Promise<boolean> {
    if (free > 0) {
      free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(admit), 1)
        resolve(false)
      }, ms)
      waiting.push(admit)
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return async <Result>(ms: number, run: (leftMs: number) => Promise<Result>): Promise<Result | undefined> => {
    const endsAt = performance.now() + ms
    if (!(await enter(ms))) return undefined
    try {
      const leftMs = Math.floor(endsAt - performance.now())
      return leftMs > 0 ? await run(leftMs) : undefined
    } finally {
      leave()
    }
  }
}

export type Gate = ReturnType<typeof createGate>
