import { type Static, Type } from 'typebox'
import { Average, counted, Share, spanQuery } from '#resources/analytics/schema.ts'
import { moderationReasons, Rating } from '#resources/reviews/schema.ts'

export const SuppressionQuery = spanQuery({})

const counts = {
  received: counted('Reviews that came in, and that no erasure has removed.'),
  published: counted('Those that are approved.'),
  withheld: counted('Those that were rejected, marked as spam, or deleted by the store.'),
  pending: counted('Those that wait for a decision.'),
  withheldShare: {
    ...Share,
    description: 'Of those published and withheld, between 0 and 1; null where there is none.',
  },
}

export const WithheldCounts = Type.Object(counts, { title: 'WithheldCounts' })
export type WithheldCounts = Static<typeof WithheldCounts>

const RatingCounts = Type.Object({ rating: Rating, ...counts }, { title: 'WithheldOfRating' })

const OfReason = counted('How many are withheld for this reason.')
const byReason = Object.fromEntries(moderationReasons.map((reason) => [reason, OfReason])) as Record<
  (typeof moderationReasons)[number],
  typeof OfReason
>

export const Suppression = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    timezone: Type.String({ description: "The store's." }),
    complete: Type.Boolean({ description: 'False where today is among the days: more may come.' }),
    byRating: Type.Array(RatingCounts, { description: 'A row for each number of stars, from 1 to 5.' }),
    low: Type.Object(counts, { title: 'WithheldLow', description: 'One and two stars together.' }),
    high: Type.Object(counts, { title: 'WithheldHigh', description: 'Four and five stars together.' }),
    gap: { ...Share, description: 'The withheld share of low ratings less that of high ones, between -1 and 1.' },
    averageReceived: Average,
    averagePublished: Average,
    averageWithheld: Average,
    byReason: Type.Object(byReason, {
      title: 'WithheldByReason',
      description: 'Of those withheld, how many for each reason. Deleted without one counts as `unspecified`.',
    }),
    alert: Type.Boolean({
      description: 'The gap has reached `alertGap` of the settings, with at least ten low ratings decided.',
    }),
  },
  { title: 'Suppression' },
)
export type Suppression = Static<typeof Suppression>
