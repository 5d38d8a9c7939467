import { type Static, Type } from 'typebox'
import { described, Nullable, OneOf } from '#platform/values/wire.ts'
import { Average, counted, Share, spanAnswer, spanQuery } from '#resources/analytics/schema.ts'
import { moderationReasons, Rating, readOrigins, SubjectParam } from '#resources/reviews/schema.ts'

/** Shortest first. */
export const meterPeriods = ['30d', '90d', '365d'] as const
export type MeterPeriod = (typeof meterPeriods)[number]

export const SuppressionQuery = spanQuery({
  period: Type.Optional(
    OneOf([...meterPeriods, 'comparable'], {
      description:
        'Period that ends today, instead of `from` and `to`. `comparable`: the shortest one in which low and high ratings are `comparable`, or `30d` if there is none.',
    }),
  ),
  subject: SubjectParam,
  origin: Type.Optional(
    OneOf(readOrigins, {
      default: 'own',
      description:
        'Reviews of the store itself (`own`), copies of reviews that other stores share (`shared`), or `all` of both.',
    }),
  ),
})

const counts = {
  received: counted('Number of reviews received, without erased ones.'),
  published: counted('Number of approved reviews.'),
  withheld: counted('Number of reviews rejected, marked as spam, or deleted by the store.'),
  pending: counted('Number of reviews that await a decision.'),
  withheldShare: {
    ...Share,
    description: 'Share of withheld reviews among published and withheld ones, 0 to 1. Null without such reviews.',
  },
}

export const WithheldCounts = Type.Object(counts, { title: 'WithheldCounts' })
export type WithheldCounts = Static<typeof WithheldCounts>

const RatingCounts = Type.Object(
  { rating: described(Rating, 'Number of stars, 1 to 5.', 5), ...counts },
  { title: 'WithheldOfRating' },
)

const OfReason = counted('Number of reviews withheld for this reason.')
const byReason = Object.fromEntries(moderationReasons.map((reason) => [reason, OfReason])) as Record<
  (typeof moderationReasons)[number],
  typeof OfReason
>

export const Suppression = Type.Object({
  ...spanAnswer,
  byRating: Type.Array(RatingCounts, { description: 'Rows for one to five stars.' }),
  low: Type.Object(counts, { title: 'WithheldLow', description: 'Counts of reviews with one or two stars.' }),
  high: Type.Object(counts, { title: 'WithheldHigh', description: 'Counts of reviews with four or five stars.' }),
  gap: {
    ...Share,
    description: 'Withheld share of low ratings minus that of high ratings, -1 to 1. Null if either share is null.',
  },
  averageReceived: described(Average, 'Average stars of received reviews, to two decimals. Null without reviews.'),
  averagePublished: described(Average, 'Average stars of published reviews, to two decimals. Null without reviews.'),
  averageWithheld: described(Average, 'Average stars of withheld reviews, to two decimals. Null without reviews.'),
  byReason: Type.Object(byReason, {
    title: 'WithheldByReason',
    description: 'Number of withheld reviews by reason. Deletions without a reason count as `unspecified`.',
  }),
  alert: Type.Boolean({
    description: 'Whether the gap reached `alertGap`, with at least ten low ratings decided.',
  }),
})
export type Suppression = Static<typeof Suppression>

export const SuppressionReport = Type.Object(
  {
    ...Suppression.properties,
    period: Type.Unsafe<MeterPeriod | null>({
      ...Nullable(OneOf(meterPeriods)),
      description: 'Period of the report. Null if the request did not set `period`.',
      examples: ['90d'],
    }),
    comparable: Type.Boolean({
      description:
        'Whether at least ten low and ten high ratings are decided, and no single decision would reverse the sign of `gap`. Otherwise `gap` says little.',
    }),
  },
  { title: 'Suppression' },
)
export type SuppressionReport = Static<typeof SuppressionReport>
