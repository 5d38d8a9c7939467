import { type Static, Type } from 'typebox'
import { Average, Count, PeriodStart, report, Share } from '../schema.ts'

const counts = {
  received: Count,
  averageRating: Average,
  ratings: Type.Object({ '1': Count, '2': Count, '3': Count, '4': Count, '5': Count }),
  pending: Count,
  approved: Count,
  rejected: Count,
  spam: Count,
  verified: Count,
  withPhotos: Count,
  withReply: Count,
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
