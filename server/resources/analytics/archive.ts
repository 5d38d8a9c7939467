import type { ArchivedRow, ArchivedTable, Restoring, RetiredTable } from '#platform/areas/archive.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidField } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { restoreFirstActs } from '#resources/reviews/changes/commands.ts'

export const archive = [
  { table: 'analytics_settings' },
  { table: 'analytics_widget_counts' },
  { table: 'analytics_gallery_counts' },
] satisfies readonly ArchivedTable[]

/** Tables that older archives contain and that no longer exist. This one was merged into `review_acts`. */
export const retiredTables: readonly RetiredTable[] = [
  {
    table: 'analytics_first_acts',
    after: 'reviews',
    restore: (tx: StoreTx, rows: readonly ArchivedRow[], { idOf }: Restoring) =>
      restoreFirstActs(
        tx,
        rows.map(({ review_id: reviewId, decided_at: decidedAt, replied_at: repliedAt }) => {
          if (typeof reviewId !== 'string' || !isUuid(reviewId)) throw invalidField('/review_id', 'is not an id')
          return {
            reviewId: idOf(reviewId),
            decidedAt: readInstant(decidedAt, '/decided_at'),
            repliedAt: readInstant(repliedAt, '/replied_at'),
          }
        }),
      ),
  },
]

function readInstant(value: unknown, path: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw invalidField(path, 'is not an instant')
  return value
}
