import { type Static, Type } from 'typebox'
import { described, Nullable } from '#platform/values/wire.ts'
import { counted, PeriodStart, report } from '../schema.ts'

const Seconds = Nullable(Type.Integer({ description: 'Percentile in seconds. Null without values.' }))
const quantiles = (description: string) =>
  Type.Object(
    {
      p50: described(Seconds, 'Median in seconds. Null without values.'),
      p90: described(Seconds, '90th percentile in seconds. Null without values.'),
    },
    { description },
  )

const counts = {
  decided: counted('Number of reviews decided.'),
  decisionSeconds: quantiles('Time from the review to its first decision, in seconds.'),
  replied: counted('Number of reviews with a reply.'),
  replySeconds: quantiles('Time from the review to its first reply, in seconds.'),
}

export const ModerationReport = report(
  'ModerationAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      ...counts,
    },
    { title: 'ModerationPeriod' },
  ),
  Type.Object(counts, { title: 'ModerationTotal' }),
)
export type ModerationReport = Static<typeof ModerationReport>
export type ModerationCounts = Omit<ModerationReport['data'][number], 'date'>
