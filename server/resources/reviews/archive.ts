import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'
import { enqueueVariants } from './photos/commands.ts'

export const archive = [
  // Authors were notified of this reply by the store that the archive is of.
  { table: 'reviews', addresses: ['author_email'], type: 'review', restored: () => ({ reply_mail_due_at: null }) },
  {
    table: 'review_photos',
    without: ['variants'],
    withFile: true,
    type: 'photo',
    restored: photoHere,
    after: enqueueVariants,
  },
  { table: 'review_submissions' },
  { table: 'review_reports', type: 'report' },
] satisfies readonly ArchivedTable[]

/** A picture that was removed while the archive was made has not come along. */
function photoHere({ storage_key: key, state }: ArchivedRow, { keyOf }: Restoring): ArchivedRow {
  const here = typeof key === 'string' ? keyOf(key) : undefined
  return { storage_key: here ?? null, state: state === 'ready' && here === undefined ? 'failed' : state }
}
