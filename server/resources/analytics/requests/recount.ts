// Counts one request after the other, and compares each day with what is kept of it.
import type { StreamTx } from '#platform/db/db.ts'
import { keptOf } from '../counted-days/rules.ts'
import { dayOf, midnightOf } from '../rules.ts'
import { dayOfNumber, numberOf } from '../sums/rules.ts'
import { type KeptRequests, nothing } from './rules.ts'
import { findDaysCounted, listAllChanged, listDays, streamRequests } from './store.ts'

export type RequestDifference = { date: string; days: 1; field: string; reported: number; recounted: number }

type Row = KeptRequests & { day: string }

/** Of the days that a report reads: those that are counted, of this zone, and have not changed since. */
export async function recountRequests(tx: StreamTx, timezone: string): Promise<RequestDifference[]> {
  const coverage = await findDaysCounted(tx)
  if (coverage?.timezone !== timezone) return []
  const { until, changed } = keptOf(coverage, await listAllChanged(tx))
  const isRead = ({ day }: Row) => numberOf(day) < until && !changed.has(numberOf(day))
  const kept = new Map((await listDays(tx)).map((row) => [nameOf(row), row]))
  const counted = new Map<string, Row>()
  let day = ''
  let endMs = Number.NEGATIVE_INFINITY
  for await (const batch of streamRequests(tx))
    for (const { at, provider, reminded, opened, newestReviewAt } of batch) {
      const sentMs = Date.parse(at)
      if (sentMs >= endMs) {
        day = dayOf(new Date(sentMs), timezone)
        endMs = midnightOf(dayOfNumber(numberOf(day) + 1), timezone).getTime()
      }
      const key = nameOf({ day, provider, reminded })
      const row = counted.get(key) ?? { ...nothing, day, provider, reminded }
      counted.set(key, row)
      const isReviewed = newestReviewAt !== null && Date.parse(newestReviewAt) >= sentMs
      row.sent++
      if (opened) row.opened++
      if (isReviewed) row.reviewed++
      if (opened && !isReviewed) row.openedAndLeft++
    }
  return [...new Map([...kept, ...counted])]
    .filter(([, row]) => isRead(row))
    .flatMap(([key, row]) => {
      const [said, found] = [kept.get(key) ?? nothing, counted.get(key) ?? nothing]
      return fields
        .filter((field) => said[field] !== found[field])
        .map((field) => ({
          date: row.day,
          days: 1 as const,
          field: `requests of ${row.provider}${row.reminded ? ', reminded' : ''}: ${field}`,
          reported: said[field],
          recounted: found[field],
        }))
    })
}

const nameOf = ({ day, provider, reminded }: Pick<Row, 'day' | 'provider' | 'reminded'>) =>
  `${day} ${provider} ${reminded}`

const fields = ['sent', 'opened', 'reviewed', 'openedAndLeft'] as const
