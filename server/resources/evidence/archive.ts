import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { OneOf } from '#platform/values/wire.ts'
import { moderationReasons, Rating, subjects } from '#resources/reviews/schema.ts'

export const archive = [
  { table: 'moderation_policies' },
  { table: 'evidence_settings', columns: { alert_gap: Type.Number({ minimum: 0, maximum: 1 }) } },
  {
    table: 'deleted_reviews',
    columns: { rating: Rating, moderation_reason: OneOf(moderationReasons), subject: OneOf(subjects) },
  },
  { table: 'rejections', restored: restoreRejection },
  { table: 'appeals', type: 'appeal' },
] satisfies readonly ArchivedTable[]

/**
 * A restored rejection sends no mail, because the archived store has already mailed the author. An unproven review
 * waits for approval again, so its rejection ends.
 */
function restoreRejection(
  { review_id: reviewId, ended_at: endedAt }: ArchivedRow,
  { isUnproven, now }: Restoring,
): ArchivedRow {
  return { mail_due_at: null, ended_at: isUnproven(reviewId) ? (endedAt ?? now.toISOString()) : endedAt }
}
