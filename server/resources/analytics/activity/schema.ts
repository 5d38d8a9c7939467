import { type Static, Type } from 'typebox'
import { described, Id, OneOf } from '#platform/values/wire.ts'
import { Count, counted, PeriodStart, report } from '../schema.ts'

const mailCounts = {
  sent: described(Count, 'Number of emails sent.'),
  failed: described(Count, 'Number of emails that failed.'),
  skipped: counted('Number of emails not sent because of a suppression or setting.'),
  bounced: counted('Number of sent emails that bounced.'),
  complained: counted('Number of sent emails reported as spam.'),
}

export const EmailReport = report(
  'EmailAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      ...mailCounts,
    },
    { title: 'EmailPeriod' },
  ),
  Type.Object(mailCounts, { title: 'EmailTotal' }),
)
export type EmailReport = Static<typeof EmailReport>
export type EmailCounts = EmailReport['total']

const pointCounts = {
  lines: { ...Count, description: 'Number of balance changes.' },
  delta: Type.Integer({ description: 'Sum of the changes in points, signed.' }),
}

export const LoyaltyReport = report(
  'LoyaltyAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      ...pointCounts,
    },
    { title: 'LoyaltyPeriod' },
  ),
  Type.Object(pointCounts, { title: 'LoyaltyTotal' }),
)
export type LoyaltyReport = Static<typeof LoyaltyReport>

export const widgets = ['reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty'] as const
export type Widget = (typeof widgets)[number]
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
        'Id in the shop of the product that the widget shows. We do not store it. Events with an unknown id are not counted.',
      examples: ['mug-01'],
    }),
  ),
  galleryId: Type.Optional({
    ...Id,
    description:
      'Id of the gallery that the widget `gallery` shows, for the numbers of this gallery. Events with an unknown or unpublished gallery are not counted.',
  }),
})

export const WidgetEvents = Type.Object(
  { events: Type.Array(WidgetEvent, { minItems: 1, maxItems: 20, description: 'Events to count.' }) },
  { title: 'WidgetEvents' },
)
export type WidgetEvents = Static<typeof WidgetEvents>

const uses = {
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
      ...uses,
    },
    { title: 'WidgetPeriod' },
  ),
  Type.Object(uses, { title: 'WidgetTotal' }),
)
export type WidgetReport = Static<typeof WidgetReport>

export const AnalyticsSettings = Type.Object(
  {
    widgetCounts: Type.Boolean({
      description: 'Whether views and uses of widgets are counted, without cookies, addresses or devices.',
    }),
  },
  { title: 'AnalyticsSettings' },
)
