import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'
import { Count, counted, periodQuery, report } from '../schema.ts'

export const groupings = ['cohort', 'template', 'provider'] as const
export type Grouping = (typeof groupings)[number]

export const requestQuery = periodQuery({
  groupBy: Type.Optional(
    OneOf(groupings, {
      default: 'cohort',
      description:
        '`cohort`: the day, week or month in which they were sent. `template`: whether a reminder followed. `provider`: who sent them.',
    }),
  ),
})

const counts = {
  sent: Count,
  opened: counted('Whose form was opened.'),
  reviewed: counted('Whose order was reviewed since.'),
  openedAndLeft: Count,
}

export const RequestReport = report(
  'RequestAnalytics',
  Type.Object(
    {
      key: Type.String({
        description:
          'The first day of the period, `review_request` or `review_reminder`, or the provider, which is `evident` or that of a connection.',
      }),
      ...counts,
    },
    { title: 'RequestGroup' },
  ),
  Type.Object(counts, { title: 'RequestTotal' }),
)
export type RequestReport = Static<typeof RequestReport>
