import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import * as endpoints from '../store.ts'
import { type DeliveryHealth, healthDays } from './schema.ts'
import * as store from './store.ts'

export async function readHealth(tx: StoreTx, endpointId: string): Promise<DeliveryHealth> {
  const [endpoint, place] = [await endpoints.find(tx, endpointId), await store.findTimezone(tx)]
  if (!endpoint || !place) throw notFound('webhook', endpointId)
  const { timezone } = place
  const dates = lastDays(tx.now, timezone)
  const begins = [...dates, (dates.at(-1) as Temporal.PlainDate).add({ days: 1 })].map(
    (day) => new Date(day.toZonedDateTime(timezone).epochMilliseconds),
  )
  const counted = (state: 'pending' | 'failed' | 'any') => store.countingByDay(tx, endpointId, state, begins)
  const [any, failed, pending] = await tx.several([counted('any'), counted('failed'), counted('pending')])
  const of = (rows: readonly store.DayCount[], i: number) => rows.find(({ day }) => day === i + 1)?.count ?? 0
  const days = dates.map((day, i) => {
    const lost = of(failed, i)
    const waiting = of(pending, i)
    return { date: day.toString(), delivered: of(any, i) - lost - waiting, failed: lost, pending: waiting }
  })
  const sum = (key: 'delivered' | 'failed' | 'pending') => days.reduce((all, day) => all + day[key], 0)
  const total = { delivered: sum('delivered'), failed: sum('failed'), pending: sum('pending') }
  const finished = total.delivered + total.failed
  const deliveredShare = finished === 0 ? null : Math.round((total.delivered / finished) * 10_000) / 10_000
  return { timezone, days, total, deliveredShare }
}

function lastDays(now: Date, timezone: string): Temporal.PlainDate[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  return Array.from({ length: healthDays }, (_, i) => today.subtract({ days: healthDays - 1 - i }))
}
