// The loss of a database breaks connections, calls, job runners and listeners at the same time, so one log line per
// second covers all errors.
import type { Log } from './log.ts'

type Loss = { errors: number; err: string }

const everyMs = 1_000
const losses = new WeakMap<Log, Loss>()

export function reportLoss(log: Log, err: string): void {
  const loss = losses.get(log)
  if (loss) {
    loss.errors++
    loss.err = err
    return
  }
  losses.set(log, { errors: 1, err })
  setTimeout(() => {
    const { errors, err } = losses.get(log) as Loss
    losses.delete(log)
    log.error({ errors, err }, 'the database is away: connections, calls or jobs failed')
  }, everyMs).unref()
}
