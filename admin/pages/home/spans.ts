import type { Interval } from '../../api/analytics.ts'
import type { Range } from './search.ts'

const dayMs = 86_400_000

export type Days = { from: string; to: string; interval: Interval }
/** `before` is null while the store is too young for a comparison. */
export type Spans = { days: number; now: Days; before: Days | null }

const youngDays = 30

type Since = { timezone: string; createdAt: string }

export function computeSpans(range: Range, { timezone, createdAt }: Since, nowMs: number): Spans {
  const days = Number.parseInt(range, 10)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(nowMs))
  const back = (ago: number) => new Date(Date.parse(`${today}T00:00:00Z`) - ago * dayMs).toISOString().slice(0, 10)
  return {
    days,
    now: { from: back(days - 1), to: today, interval: 'day' },
    before:
      nowMs - Date.parse(createdAt) < youngDays * dayMs
        ? null
        : { from: back(2 * days - 1), to: back(days), interval: 'day' },
  }
}
