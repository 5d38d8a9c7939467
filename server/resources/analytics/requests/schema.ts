import { type Static, Type } from 'typebox'
import { described, OneOf } from '#platform/values/wire.ts'
import { Count, counted, periodQuery, report } from '../schema.ts'

export const groupings = ['cohort', 'template', 'provider'] as const
export type Grouping = (typeof groupings)[number]

export const requestQuery = periodQuery({
  groupBy: Type.Optional(
    OneOf(groupings, {
      default: 'cohort',
      description:
        'Grouping of the rows. `cohort`: period of sending. `template`: with or without a reminder. `provider`: sender.',
    }),
  ),
})

const counts = {
  sent: described(Count, 'Number of review requests sent.'),
  opened: counted('Number of requests whose form was opened.'),
  reviewed: counted('Number of requests whose order was reviewed afterwards.'),
  openedAndLeft: described(Count, 'Number of customers who opened the form and wrote no review.'),
}

export const RequestReport = report(
  'RequestAnalytics',
  Type.Object(
    {
      key: Type.String({
        description:
          'Key of the group: first day of the period, `review_request` or `review_reminder`, or the provider.',
        examples: ['2026-11-01'],
      }),
      ...counts,
    },
    { title: 'RequestGroup' },
  ),
  Type.Object(counts, { title: 'RequestTotal' }),
)
export type RequestReport = Static<typeof RequestReport>
