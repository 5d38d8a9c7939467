import type { Audit, Target } from '#platform/audit/audit.ts'
import type { AuditAction } from '#platform/audit/audit-actions.ts'
import type { Cause, ReviewChange, ReviewState } from './events.ts'
import { beforeOf, correctionDecisionIn, decisionsIn, isCorrected } from './rules.ts'

type Entry = { audit: Audit; action: AuditAction; target?: Target; details: Record<string, unknown> }

export const toEntries = (changes: readonly ReviewChange[]): Entry[] =>
  [...Map.groupBy(changes, ({ cause }) => cause)].flatMap(([cause, ofCause]) => {
    if (!('audit' in cause) || !cause.audit) return []
    const { audit } = cause
    return entriesOfCause(cause, ofCause).map((entry) => ({ audit, ...entry }))
  })

type EntryOfCause = Omit<Entry, 'audit'>

function entriesOfCause(cause: Cause, changes: readonly ReviewChange[]): EntryOfCause[] {
  if (cause.type === 'edited' && cause.isBulk) return [bulkEntry(changes)]
  return changes.flatMap((change): EntryOfCause[] => {
    if (cause.type === 'edited') return editEntries(change)
    const { id, productId, rating, status, source } = change.after ?? change.before
    const target = { type: 'review', id }
    if (cause.type === 'deleted')
      return [{ action: 'review.deleted', target, details: { productId, rating, status, source } }]
    if (cause.type === 'photo_removed')
      return [{ action: 'review.photo_removed', target, details: { photoId: cause.photoId } }]
    return []
  })
}

const actions = {
  approved: 'review.approved',
  rejected: 'review.rejected',
  spam: 'review.marked_spam',
  pending: 'review.reopened',
} as const

function editEntries(change: ReviewChange): EntryOfCause[] {
  const before = beforeOf(change)
  if (before === null) return []
  const fields = isCorrected(change) ? [] : contentFieldsIn(change)
  const correction = correctionDecisionIn(change)
  return [
    ...decisionsIn(change).map(({ from, to, reason }): EntryOfCause => {
      const details = { was: from, ...(reason !== null && { reason }) }
      return { action: actions[to], target: toTarget(before), details }
    }),
    ...(correction
      ? [{ action: `review.correction_${correction}`, target: toTarget(before), details: {} } as const]
      : []),
    ...(fields.length > 0
      ? [{ action: 'review.content_edited', target: toTarget(before), details: { fields } } as const]
      : []),
  ]
}

/** The entry names the product, because the author's name must not remain in the log after an erasure. */
const toTarget = ({ id, productTitle }: ReviewState) => ({
  type: 'review',
  id,
  ...(productTitle !== null && { name: productTitle }),
})

const contentFields = ['rating', 'title', 'body', 'authorName', 'verified'] as const

function contentFieldsIn(change: ReviewChange): string[] {
  const before = beforeOf(change)
  return contentFields.filter((field) => before?.[field] !== change.after?.[field])
}

/** One line per call. Edited reviews are listed by id, because an edit changes what a customer is said to have written. */
function bulkEntry(changes: readonly ReviewChange[]): EntryOfCause {
  const decisions = changes.flatMap(decisionsIn)
  const statuses = countBy(decisions.flatMap(({ from, to }) => (from === to ? [] : [to])))
  const reasons = countBy(decisions.flatMap(({ reason }) => reason ?? []))
  const contentEdited = changes.flatMap((change) =>
    change.after && !isCorrected(change) && contentFieldsIn(change).length > 0 ? [change.after.id] : [],
  )
  const corrections = countBy(changes.flatMap((change) => correctionDecisionIn(change) ?? []))
  const details = {
    reviews: changes.length,
    statuses,
    ...(Object.keys(reasons).length > 0 && { reasons }),
    ...(Object.keys(corrections).length > 0 && { corrections }),
    ...(contentEdited.length > 0 && { contentEdited }),
  }
  return { action: 'reviews.bulk_updated', details }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
