import { type Static, Type } from 'typebox'
import { described, OneOf } from '#platform/values/wire.ts'
import { counted, PeriodStart, report } from '../schema.ts'

export const widgets = ['reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty'] as const
export const kinds = ['impression', 'click'] as const

const Widget = OneOf(widgets, { description: 'Kind of the widget.' })

const WidgetEvent = Type.Object({
  widget: Widget,
  kind: OneOf(kinds, { description: 'Kind of the event: seen (`impression`) or used (`click`).' }),
  platformProductId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Id of the product in the shop that the widget shows. Events of unknown products are not counted. It is not stored.',
      examples: ['mug-01'],
    }),
  ),
})

export const WidgetEvents = Type.Object(
  { events: Type.Array(WidgetEvent, { minItems: 1, maxItems: 20, description: 'Events to count.' }) },
  { title: 'WidgetEvents' },
)
export type WidgetEvents = Static<typeof WidgetEvents>

const counts = {
  impressions: counted('Number of times the widget was seen.'),
  clicks: counted('Number of times the widget was used.'),
}

export const WidgetReport = report(
  'WidgetAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      widget: Widget,
      ...counts,
    },
    { title: 'WidgetPeriod' },
  ),
  Type.Object(counts, { title: 'WidgetTotal' }),
)
export type WidgetReport = Static<typeof WidgetReport>
export type Widget = (typeof widgets)[number]
