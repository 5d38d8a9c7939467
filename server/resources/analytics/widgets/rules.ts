// How often widgets were seen and used. Pure.
import { headOf, type Span } from '../rules.ts'
import { daysFrom, periodsOf } from '../sums/rules.ts'
import { type Widget, type WidgetEvents, type WidgetReport, widgets } from './schema.ts'

/** A place in each array is one day, numbered from 1970-01-01. */
export type CountedWidget = { widget: Widget; days: number[]; impressions: number[]; clicks: number[] }

export const noWidget: WidgetReport['data'][number] = { date: '', widget: 'reviews', impressions: 0, clicks: 0 }

/** Every widget that was counted in these days has a row in every period. */
export function widgetReport(span: Span, found: readonly CountedWidget[]): WidgetReport {
  const used = widgets.flatMap((widget) => found.find((each) => each.widget === widget) ?? [])
  const periods = periodsOf(span)
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
  return { ...headOf(span), total, data }
}

/** How many of each there are in one message of a page, in an order that all messages have. */
export function tally(events: WidgetEvents['events']): { widget: string; kind: string; count: number }[] {
  const groups = Map.groupBy(events, ({ widget, kind }) => `${widget} ${kind}`)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, of]) => {
      const [widget = '', kind = ''] = key.split(' ')
      return { widget, kind, count: of.length }
    })
}
