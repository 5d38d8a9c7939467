// Which days the page is about, and which it compares them with.
import type { Interval } from '../../api/analytics.ts'
import type { Range } from './search.ts'

const dayMs = 86_400_000

export type Days = { from: string; to: string; interval: Interval }
/** `before` is null while the store is too young to be compared with itself. */
export type Spans = { days: number; now: Days; before: Days | null }

const youngDays = 30

type Since = { timezone: string; createdAt: string }

/** The last days with today, as the store counts them, and as many before. */
export function spansOf(range: Range, { timezone, createdAt }: Since, nowMs: number): Spans {
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

/** By what the report itself is about: while other days are on their way, it is those before that are seen. */
export const beforeName = ({ data }: { data: readonly unknown[] }): string => `${data.length} days before`
