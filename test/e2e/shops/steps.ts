import { loadavg } from 'node:os'

export type Steps = {
  done(step: string): void
  /** Prints all steps as one line. Returns the seconds that they took together. */
  print(): number
}

/** Measures the steps of an install. */
export function startSteps(shop: string): Steps {
  const startedAt = performance.now()
  const parts: string[] = []
  let from = startedAt
  const secondsSince = (at: number) => (performance.now() - at) / 1_000
  return {
    done(step) {
      parts.push(`${step} ${secondsSince(from).toFixed(1)} s`)
      from = performance.now()
    },
    print() {
      const seconds = secondsSince(startedAt)
      const day = new Date().toISOString().slice(0, 10)
      const load = loadavg()[0]?.toFixed(1)
      console.log(`${shop}, ${day}, load ${load}: ${parts.join(', ')}; together ${seconds.toFixed(0)} s`)
      return seconds
    },
  }
}
