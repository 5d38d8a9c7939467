import { daysFrom, splitPeriods } from '../engine/rules.ts'
import { fillRows, type Span, toReportHead } from '../rules.ts'
import {
  type EmailCounts,
  type EmailReport,
  type LoyaltyReport,
  type Widget,
  type WidgetEvents,
  type WidgetReport,
  widgets,
} from './schema.ts'

export const noMail: EmailCounts = { sent: 0, failed: 0, skipped: 0, bounced: 0, complained: 0 }

/** `found` may contain a period several times. */
export function emailReport(span: Span, found: readonly (EmailCounts & { period: number })[]): EmailReport {
  const byPeriod = new Map<number, EmailCounts & { period: number }>()
  for (const row of found)
    byPeriod.set(row.period, { ...added(byPeriod.get(row.period) ?? noMail, row), period: row.period })
  return {
    ...toReportHead(span),
    total: found.reduce(added, noMail),
    data: fillRows(span, [...byPeriod.values()], (row) => added(noMail, row ?? noMail)),
  }
}

const added = (sum: EmailCounts, each: EmailCounts): EmailCounts => ({
  sent: sum.sent + each.sent,
  failed: sum.failed + each.failed,
  skipped: sum.skipped + each.skipped,
  bounced: sum.bounced + each.bounced,
  complained: sum.complained + each.complained,
})

export type CountedLines = { period: number; lines: number; delta: number }

export function loyaltyReport(span: Span, found: readonly CountedLines[]): LoyaltyReport {
  const sum = (read: (row: CountedLines) => number) => found.reduce((all, row) => all + read(row), 0)
  return {
    ...toReportHead(span),
    total: { lines: sum(({ lines }) => lines), delta: sum(({ delta }) => delta) },
    data: fillRows(span, found, (row) => ({ lines: row?.lines ?? 0, delta: row?.delta ?? 0 })),
  }
}

/** Arrays have one element for each day. Days are numbered from 1970-01-01. */
export type CountedWidget = { widget: Widget; days: number[]; impressions: number[]; clicks: number[] }

export const noWidget: WidgetReport['data'][number] = { date: '', widget: 'reviews', impressions: 0, clicks: 0 }

export function widgetReport(span: Span, found: readonly CountedWidget[]): WidgetReport {
  const used = widgets.flatMap((widget) => found.find((each) => each.widget === widget) ?? [])
  const periods = splitPeriods(span)
  const partOfDay = new Map(
    periods.flatMap(({ part, days }) => [...daysFrom(days.start, days.end)].map((day) => [day, part])),
  )
  const total = { impressions: 0, clicks: 0 }
  const ofWidgets = used.map(({ widget, days, impressions, clicks }) => {
    const rows = span.periods.map(({ date }) => ({ date, widget, impressions: 0, clicks: 0 }))
    for (const [i, day] of days.entries())
      for (const sum of [total, rows[(partOfDay.get(day) ?? 0) - 1]]) {
        if (!sum) continue
        sum.impressions += impressions[i] ?? 0
        sum.clicks += clicks[i] ?? 0
      }
    return rows
  })
  const data = span.periods.flatMap((_, i) => ofWidgets.flatMap((rows) => rows[i] ?? []))
  return { ...toReportHead(span), total, data }
}

export type CountedGallery = { galleryId: string; impressions: number; clicks: number }

/** Ids in lower case, in a fixed order, so that two requests never deadlock. */
export function tallyGalleries(events: WidgetEvents['events']): CountedGallery[] {
  const byGallery = Map.groupBy(events.filter(isOfGallery), ({ galleryId }) => galleryId.toLowerCase())
  return [...byGallery]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([galleryId, of]) => {
      const impressions = of.filter(({ kind }) => kind === 'impression').length
      return { galleryId, impressions, clicks: of.length - impressions }
    })
}

const isOfGallery = (event: WidgetEvents['events'][number]): event is typeof event & { galleryId: string } =>
  event.widget === 'gallery' && event.galleryId !== undefined

/** Counts the events of one request. The order is fixed, so two requests never deadlock. */
export function tally(events: WidgetEvents['events']): { widget: string; kind: string; count: number }[] {
  const groups = Map.groupBy(events, ({ widget, kind }) => `${widget} ${kind}`)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, of]) => {
      const [widget = '', kind = ''] = key.split(' ')
      return { widget, kind, count: of.length }
    })
}
