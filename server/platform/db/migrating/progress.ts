type Log = (line: string) => void

export type Progress = { begin(step: string): void; end(): void }

/** A fresh database needs two seconds, which is one line. A large one gets a line each time this passes. */
const lineEveryMs = 5_000

/** Folds all migrations into one line with their count. A long run also prints which step it is at. */
export function reportProgress(total: number, log: Log, everyMs = lineEveryMs): Progress {
  const startedAt = performance.now()
  let begun = 0
  let current = ''
  const timer = setInterval(() => log(`Migrating the database: ${begun} of ${total}, ${current}.`), everyMs)
  timer.unref()
  return {
    begin(step) {
      begun += 1
      current = step
    },
    end() {
      clearInterval(timer)
      if (begun > 0) log(`Applied ${formatCount(begun)} in ${formatSeconds(performance.now() - startedAt)}.`)
    },
  }
}

const formatCount = (count: number) => (count === 1 ? '1 migration' : `${count} migrations`)

const formatSeconds = (ms: number) => `${Math.max(0.1, ms / 1000).toFixed(1)} s`
