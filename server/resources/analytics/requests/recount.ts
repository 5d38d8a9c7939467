import type { StreamTx } from '#platform/db/db.ts'
import { dayOfNumber, toDayNumber, toSummedDays } from '../engine/rules.ts'
import { dayOf, findMidnight } from '../rules.ts'
import { nothing, type RequestDayCounts } from './rules.ts'
import { findDaysCounted, listAllChanged, listDays, streamRequests } from './store.ts'

export type RequestDifference = { date: string; days: 1; field: string; reported: number; recounted: number }

type Row = RequestDayCounts & { day: string }

/** Compares the days that a report reads: those counted in this time zone and not changed since. */
export async function recountRequests(tx: StreamTx, timezone: string): Promise<RequestDifference[]> {
  const coverage = await findDaysCounted(tx)
  if (coverage?.timezone !== timezone) return []
  const { until, changed } = toSummedDays(coverage, await listAllChanged(tx))
  const isRead = ({ day }: Row) => toDayNumber(day) < until && !changed.has(toDayNumber(day))
  const stored = new Map((await listDays(tx)).map((row) => [nameOf(row), row]))
  const counted = new Map<string, Row>()
  let day = ''
  let endMs = Number.NEGATIVE_INFINITY
  for await (const batch of streamRequests(tx))
    for (const { at, provider, reminded, opened, newestReviewAt } of batch) {
      const sentMs = Date.parse(at)
      if (sentMs >= endMs) {
        day = dayOf(new Date(sentMs), timezone)
        endMs = findMidnight(dayOfNumber(toDayNumber(day) + 1), timezone).getTime()
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
  return [...new Map([...stored, ...counted])]
    .filter(([, row]) => isRead(row))
    .flatMap(([key, row]) => {
      const [said, found] = [stored.get(key) ?? nothing, counted.get(key) ?? nothing]
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
