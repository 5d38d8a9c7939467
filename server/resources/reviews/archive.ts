import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'
import { invalidField } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { mostAttributes } from './attributes/schema.ts'
import { enqueueVariants } from './photos/commands.ts'

export const archive = [
  // Authors were notified of this reply by the store that the archive is of.
  {
    table: 'reviews',
    // Who decided is somebody of this installation.
    without: ['moderated_by'],
    addresses: ['author_email'],
    type: 'review',
    restored: ({ attribute_values: values }, { idOf }) => ({
      reply_mail_due_at: null,
      attribute_values: answersHere(values, idOf),
    }),
  },
  {
    table: 'review_photos',
    without: ['variants'],
    withFile: true,
    type: 'photo',
    restored: photoHere,
    after: enqueueVariants,
  },
  // Before the reviews nobody asks for them, and after them neither: nothing refers to a row.
  { table: 'review_attributes' },
  { table: 'review_submissions' },
  { table: 'reply_templates', type: 'reply_template' },
  { table: 'review_reports', type: 'report' },
] satisfies readonly ArchivedTable[]

/** What was answered has other ids here. */
function answersHere(values: unknown, idOf: Restoring['idOf']): Record<string, number> | null {
  if (typeof values !== 'object' || values === null) return null
  const entries = Object.entries(values)
  const isKnown = ([id, value]: [string, unknown]) =>
    isUuid(id) && Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 8
  if (entries.length > mostAttributes || !entries.every(isKnown))
    throw invalidField('/attribute_values', 'holds no answers')
  return Object.fromEntries(entries.map(([id, value]) => [idOf(id), Number(value)]))
}

/** A picture that was removed while the archive was made has not come along. */
function photoHere({ storage_key: key, state }: ArchivedRow, { keyOf }: Restoring): ArchivedRow {
  const here = typeof key === 'string' ? keyOf(key) : undefined
  return { storage_key: here ?? null, state: state === 'ready' && here === undefined ? 'failed' : state }
}
