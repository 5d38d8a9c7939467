// How often widgets were seen and used. Pure.
import { headOf, type Span } from '../rules.ts'
import { daysFrom, numberOf } from '../sums/rules.ts'
import { type Widget, type WidgetEvents, type WidgetReport, widgets } from './schema.ts'

export type CountedWidget = { day: string; widget: Widget; impressions: number; clicks: number }

export const noWidget: WidgetReport['data'][number] = { date: '', widget: 'reviews', impressions: 0, clicks: 0 }

/** Every widget that was counted in these days has a row in every period. */
export function widgetReport(span: Span, found: readonly CountedWidget[]): WidgetReport {
  const used = widgets.filter((widget) => found.some((row) => row.widget === widget))
  const byDay = Map.groupBy(found, ({ day }) => numberOf(day))
  const end = numberOf(span.to) + 1
  const data = span.periods.flatMap(({ date, firstDay }, i) => {
    const next = span.periods[i + 1]?.firstDay
    const days = daysFrom(numberOf(firstDay), next === undefined ? end : numberOf(next))
    const byWidget = Map.groupBy(
      [...days].flatMap((day) => byDay.get(day) ?? []),
      ({ widget }) => widget,
    )
    return used.map((widget) => ({ date, widget, ...sumOf(byWidget.get(widget) ?? []) }))
  })
  return { ...headOf(span), total: sumOf(found), data }
}

const sumOf = (rows: readonly CountedWidget[]) => ({
  impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
  clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
})

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
