import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { invalidField } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { mostAttributes } from './attributes/schema.ts'
import { updateSubmittedAt } from './changes/history-store.ts'
import { actKinds, actorRoles, actorWays } from './changes/schema.ts'
import { limits as noteLimits } from './inbox/note-schema.ts'
import { enqueueVariants } from './photos/commands.ts'
import { incentives, limits, moderationReasons, Rating, sources, statuses, subjects } from './schema.ts'
import { mostLanguages, mostQuestion } from './submissions/settings-schema.ts'

const Text = (maxLength: number) => Type.String({ maxLength })
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

const StoredCorrection = Type.Object(
  {
    ...{ rating: Rating, title: Nullable(Text(limits.title)), body: Text(limits.body) },
    ...{ authorName: Text(limits.authorName), submittedAt: Instant },
  },
  { additionalProperties: false },
)
const StoredRefusal = Type.Object(
  { reason: OneOf(moderationReasons), submittedAt: Instant, at: Instant },
  { additionalProperties: false },
)

const reviewColumns = {
  ...{ rating: Rating, title: Text(limits.title), body: Text(limits.body), author_name: Text(limits.authorName) },
  ...{ author_email: Text(limits.authorEmail), locale: Text(limits.locale), country: Text(2) },
  detected_language: Type.String({ pattern: '^[a-z]{2,3}$' }),
  ...{ reply_body: Text(limits.reply), reply_author_name: Text(limits.reply), imported_from: Text(300) },
  ...{ source: OneOf(sources), status: OneOf(statuses), incentive: OneOf(incentives), verified: Type.Boolean() },
  ...{ moderation_reason: OneOf(moderationReasons), moderation_policy: Type.Integer({ minimum: 1 }) },
  ...{ correction: Nullable(StoredCorrection), correction_refused: Nullable(StoredRefusal) },
  ...{ photo_count: Count, report_count: Count, helpful_count: Count },
}

const attributeColumns = {
  subject: OneOf(subjects),
  ...{ label: Text(60), low_label: Text(40), high_label: Text(40) },
  choices: Type.Array(Text(40), { maxItems: 20 }),
}

const templateColumns = {
  ...{ title: Text(80), body: Text(limits.reply) },
  ratings: Type.Array(Rating, { maxItems: 5 }),
  topics: Type.Array(Text(40), { maxItems: 20 }),
}

export const archive = [
  {
    table: 'reviews',
    // `moderated_by` is the id of a person, valid only in this installation.
    without: ['moderated_by'],
    addresses: ['author_email'],
    columns: reviewColumns,
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
  { table: 'review_attributes', columns: attributeColumns },
  {
    table: 'review_settings',
    columns: {
      shop_question: Text(mostQuestion),
      translate: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), { maxItems: mostLanguages }),
    },
  },
  { table: 'review_submissions' },
  { table: 'reply_templates', columns: templateColumns, type: 'reply_template' },
  // `author_id` is the id of a person, valid only in this installation.
  { table: 'review_notes', without: ['author_id'], columns: { body: Text(noteLimits.body) } },
  { table: 'review_reports', columns: { text: Text(1_000) }, type: 'report' },
  {
    table: 'review_acts',
    // `actor` is the id of a person or key, valid only in this installation.
    without: ['actor', 'submitted_at'],
    columns: { kind: OneOf(actKinds), role: OneOf(actorRoles), via: OneOf(actorWays) },
    after: updateSubmittedAt,
  },
] satisfies readonly ArchivedTable[]

function reviewHere(row: ArchivedRow, { idOf, proofOf }: Restoring): ArchivedRow {
  const own = { reply_mail_due_at: null, attribute_values: answersHere(row.attribute_values, idOf) }
  const proof = proofOf(row)
  if (proof === 'proven') return own
  // Without a signed entry, a review loses its verification, because a file cannot prove a purchase.
  if (proof === 'imported') return { ...own, verified: false }
  return {
    ...own,
    ...{ source: 'import', is_unproven: true, verified: false, address_proven: false },
    ...{ status: 'pending', approved_at: null },
    ...{ moderation_reason: null, moderation_policy: null, moderated_at: null },
    ...{ correction: null, correction_refused: null, corrected_at: null },
  }
}

/** Attributes have new ids in the restored store. */
function answersHere(values: unknown, idOf: Restoring['idOf']): Record<string, number> | null {
  if (typeof values !== 'object' || values === null) return null
  const entries = Object.entries(values)
  const isKnown = ([id, value]: [string, unknown]) =>
    isUuid(id) && Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 8
  if (entries.length > mostAttributes || !entries.every(isKnown))
    throw invalidField('/attribute_values', 'holds no answers')
  return Object.fromEntries(entries.map(([id, value]) => [idOf(id), Number(value)]))
}

/** A photo that was deleted during the backup has no file in the archive. */
function photoHere({ storage_key: key, state }: ArchivedRow, { keyOf }: Restoring): ArchivedRow {
  const here = typeof key === 'string' ? keyOf(key) : undefined
  return { storage_key: here ?? null, state: state === 'ready' && here === undefined ? 'failed' : state }
}
