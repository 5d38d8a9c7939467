import { type Static, Type } from 'typebox'
import { Average, Count, counted, PeriodStart, report, Share } from '../schema.ts'

const counts = {
  received: Count,
  averageRating: Average,
  ratings: Type.Object(
    { '1': Count, '2': Count, '3': Count, '4': Count, '5': Count },
    { description: 'How many of each number of stars.' },
  ),
  pending: counted('Those that wait for a decision.'),
  approved: counted('Those that are shown.'),
  rejected: counted('Those that were rejected.'),
  spam: counted('Those that were marked as spam.'),
  verified: Count,
  withPhotos: Count,
  withReply: counted('Those that the store has answered.'),
  incentivized: Count,
  imported: Count,
}
const shares = { verifiedShare: Share, photoShare: Share, replyShare: Share }

export const ReviewReport = report(
  'ReviewAnalytics',
  Type.Object({ date: PeriodStart, ...counts }, { title: 'ReviewPeriod' }),
  Type.Object({ ...counts, ...shares }, { title: 'ReviewTotal' }),
)
export type ReviewReport = Static<typeof ReviewReport>
export type ReviewCounts = Omit<ReviewReport['data'][number], 'date'>
