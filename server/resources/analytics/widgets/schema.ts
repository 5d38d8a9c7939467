import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'
import { counted, PeriodStart, report } from '../schema.ts'

export const widgets = ['reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty'] as const
export const kinds = ['impression', 'click'] as const

const Widget = OneOf(widgets, { description: 'The kind of element.' })

const WidgetEvent = Type.Object({
  widget: Widget,
  kind: OneOf(kinds),
  platformProductId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Product that the widget shows. An event of an unknown product is not counted. Not stored.',
    }),
  ),
})

export const WidgetEvents = Type.Object(
  { events: Type.Array(WidgetEvent, { minItems: 1, maxItems: 20 }) },
  { title: 'WidgetEvents' },
)
export type WidgetEvents = Static<typeof WidgetEvents>

const counts = { impressions: counted('How often it was seen.'), clicks: counted('How often it was used.') }

export const WidgetReport = report(
  'WidgetAnalytics',
  Type.Object({ date: PeriodStart, widget: Widget, ...counts }, { title: 'WidgetPeriod' }),
  Type.Object(counts, { title: 'WidgetTotal' }),
)
export type WidgetReport = Static<typeof WidgetReport>
export type Widget = (typeof widgets)[number]
