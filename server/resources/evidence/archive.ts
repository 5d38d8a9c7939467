import type { ArchivedTable } from '#platform/archive.ts'

export const archive = [
  { table: 'moderation_policies' },
  { table: 'evidence_settings' },
  { table: 'deleted_reviews' },
  // Authors heard of it from the store that the archive is of.
  { table: 'rejections', restored: () => ({ mail_due_at: null }) },
  { table: 'appeals', type: 'appeal' },
] satisfies readonly ArchivedTable[]
