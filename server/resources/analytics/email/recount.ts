// Counts one mail after the other, and compares each day with what is kept of it.
import type { StreamTx } from '#platform/db/db.ts'
import { keptOf } from '../counted-days/rules.ts'
import { dayOf, midnightOf } from '../rules.ts'
import { dayOfNumber, numberOf } from '../sums/rules.ts'
import { noMail } from './rules.ts'
import type { EmailCounts } from './schema.ts'
import { findDaysCounted, listAllChanged, listDays, streamMail } from './store.ts'

export type MailDifference = { date: string; days: 1; field: string; reported: number; recounted: number }

/** Of the days that a report reads: those that are counted, of this zone, and have not changed since. */
export async function recountMail(tx: StreamTx, timezone: string): Promise<MailDifference[]> {
  const coverage = await findDaysCounted(tx)
  if (coverage?.timezone !== timezone) return []
  const { until, changed } = keptOf(coverage, await listAllChanged(tx))
  const isRead = (day: string) => numberOf(day) < until && !changed.has(numberOf(day))
  const kept = new Map((await listDays(tx)).map(({ day, ...counts }) => [day, counts]))
  const counted = new Map<string, EmailCounts>()
  let day = ''
  let endMs = Number.NEGATIVE_INFINITY
  for await (const batch of streamMail(tx))
    for (const { at, state, isBounced, hasComplained } of batch) {
      const moment = new Date(at)
      if (moment.getTime() >= endMs) {
        day = dayOf(moment, timezone)
        endMs = midnightOf(dayOfNumber(numberOf(day) + 1), timezone).getTime()
      }
      const counts = counted.get(day) ?? { ...noMail }
      counted.set(day, counts)
      if (state === 'sent' || state === 'failed' || state === 'skipped') counts[state]++
      if (isBounced) counts.bounced++
      if (hasComplained) counts.complained++
    }
  return [...new Set([...kept.keys(), ...counted.keys()])].filter(isRead).flatMap((date) => {
    const [said, found] = [kept.get(date) ?? noMail, counted.get(date) ?? noMail]
    return fields
      .filter((field) => said[field] !== found[field])
      .map((field) => ({
        date,
        days: 1 as const,
        field: `mail ${field}`,
        reported: said[field],
        recounted: found[field],
      }))
  })
}

const fields = ['sent', 'failed', 'skipped', 'bounced', 'complained'] as const
