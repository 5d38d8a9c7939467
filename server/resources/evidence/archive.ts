import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'

export const archive = [
  { table: 'moderation_policies' },
  { table: 'evidence_settings' },
  { table: 'deleted_reviews' },
  { table: 'rejections', restored: rejectionOf },
  { table: 'appeals', type: 'appeal' },
] satisfies readonly ArchivedTable[]

/** Authors were mailed by the store that the archive is of. An unproven review waits again, so that its rejection has ended. */
function rejectionOf(
  { review_id: reviewId, ended_at: endedAt }: ArchivedRow,
  { isUnproven, now }: Restoring,
): ArchivedRow {
  return { mail_due_at: null, ended_at: isUnproven(reviewId) ? (endedAt ?? now.toISOString()) : endedAt }
}
