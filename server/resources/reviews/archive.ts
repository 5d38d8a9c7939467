import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'
import { invalidField } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { unprovenSource } from './acts/rules.ts'
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
    restored: reviewHere,
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

function reviewHere(row: ArchivedRow, { idOf, proofOf }: Restoring): ArchivedRow {
  const own = { reply_mail_due_at: null, attribute_values: answersHere(row.attribute_values, idOf) }
  const proof = proofOf(row)
  if (proof === 'proven') return own
  // A file proves no purchase. An order of this store may, when somebody looks.
  const unverified = { ...own, verified: false, claimed_verified: row.claimed_verified ?? row.verified === true }
  if (proof === 'imported') return unverified
  return {
    ...unverified,
    ...{ source: 'import', imported_from: unprovenSource, address_proven: false },
    ...{ status: 'pending', approved_at: null },
    ...{ moderation_reason: null, moderation_policy: null, moderated_at: null },
  }
}

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
