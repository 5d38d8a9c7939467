import { type Static, Type } from 'typebox'
import { described } from '#platform/values/wire.ts'
import { Average, Count, counted, PeriodStart, report, Share } from '../schema.ts'

const counts = {
  received: described(Count, 'Number of reviews received.'),
  averageRating: described(Average, 'Average stars, to two decimals. Null without reviews.'),
  ratings: Type.Object(
    {
      '1': described(Count, 'Number of reviews with one star.'),
      '2': described(Count, 'Number of reviews with two stars.'),
      '3': described(Count, 'Number of reviews with three stars.'),
      '4': described(Count, 'Number of reviews with four stars.'),
      '5': described(Count, 'Number of reviews with five stars.'),
    },
    { description: 'Number of reviews by stars.' },
  ),
  pending: counted('Number of reviews that await a decision.'),
  approved: counted('Number of approved reviews.'),
  rejected: counted('Number of rejected reviews.'),
  spam: counted('Number of reviews marked as spam.'),
  verified: described(Count, 'Number of reviews with a proven purchase.'),
  withPhotos: described(Count, 'Number of reviews with photos.'),
  withReply: counted('Number of reviews with a reply.'),
  incentivized: described(Count, 'Number of reviews with a reward.'),
  imported: described(Count, 'Number of imported reviews.'),
}
const shares = {
  verifiedShare: described(
    Share,
    'Share of reviews with a proven purchase, 0 to 1, to four decimals. Null without reviews.',
  ),
  photoShare: described(Share, 'Share of reviews with photos, 0 to 1, to four decimals. Null without reviews.'),
  replyShare: described(Share, 'Share of reviews with a reply, 0 to 1, to four decimals. Null without reviews.'),
}

export const ReviewReport = report(
  'ReviewAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      ...counts,
    },
    { title: 'ReviewPeriod' },
  ),
  Type.Object({ ...counts, ...shares }, { title: 'ReviewTotal' }),
)
export type ReviewReport = Static<typeof ReviewReport>
export type ReviewCounts = Omit<ReviewReport['data'][number], 'date'>
