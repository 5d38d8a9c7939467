import type { StreamTx } from '#platform/db/db.ts'
import { dayOfNumber, toDayNumber, toSummedDays } from '../engine/rules.ts'
import { dayOf, findMidnight } from '../rules.ts'
import { noMail } from './rules.ts'
import type { EmailCounts } from './schema.ts'
import { findMailDaysCounted, listAllMailChanges, listMailDays, streamMail } from './store.ts'

export type MailDifference = { date: string; days: 1; field: string; reported: number; recounted: number }

/** Compares the days that a report reads: those counted in this time zone and not changed since. */
export async function recountMail(tx: StreamTx, timezone: string): Promise<MailDifference[]> {
  const coverage = await findMailDaysCounted(tx)
  if (coverage?.timezone !== timezone) return []
  const { until, changed } = toSummedDays(coverage, await listAllMailChanges(tx))
  const isRead = (day: string) => toDayNumber(day) < until && !changed.has(toDayNumber(day))
  const stored = new Map((await listMailDays(tx)).map(({ day, ...counts }) => [day, counts]))
  const counted = new Map<string, EmailCounts>()
  let day = ''
  let endMs = Number.NEGATIVE_INFINITY
  for await (const batch of streamMail(tx))
    for (const { at, state, isBounced, hasComplained } of batch) {
      const moment = new Date(at)
      if (moment.getTime() >= endMs) {
        day = dayOf(moment, timezone)
        endMs = findMidnight(dayOfNumber(toDayNumber(day) + 1), timezone).getTime()
      }
      const counts = counted.get(day) ?? { ...noMail }
      counted.set(day, counts)
      if (state === 'sent' || state === 'failed' || state === 'skipped') counts[state]++
      if (isBounced) counts.bounced++
      if (hasComplained) counts.complained++
    }
  return [...new Set([...stored.keys(), ...counted.keys()])].filter(isRead).flatMap((date) => {
    const [said, found] = [stored.get(date) ?? noMail, counted.get(date) ?? noMail]
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
