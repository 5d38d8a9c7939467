type Log = (line: string) => void

export type Progress = { begin(step: string): void; end(): void }

/**
 * Migrations of a new database usually end before this time, so they print only their last line. The interval doubles
 * after each line.
 */
const firstLineAfterMs = 10_000

/** Prints one line with the number of migrations. A long run also prints the current step. */
export function reportProgress(total: number, log: Log, firstAfterMs = firstLineAfterMs): Progress {
  const startedAt = performance.now()
  let begun = 0
  let current = ''
  let timer: NodeJS.Timeout
  const printAfter = (ms: number) => {
    timer = setTimeout(() => {
      log(`Migrating the database: ${begun} of ${total}, ${current}.`)
      printAfter(2 * ms)
    }, ms).unref()
  }
  printAfter(firstAfterMs)
  return {
    begin(step) {
      begun += 1
      current = step
    },
    end() {
      clearTimeout(timer)
      if (begun > 0) log(`Applied ${formatCount(begun)} in ${formatSeconds(performance.now() - startedAt)}.`)
    },
  }
}

const formatCount = (count: number) => (count === 1 ? '1 migration' : `${count} migrations`)

const formatSeconds = (ms: number) => `${Math.max(0.1, ms / 1000).toFixed(1)} s`
