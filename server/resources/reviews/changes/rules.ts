import { type Party, theService } from '#platform/identity/caller.ts'
import type { Incentive, ModerationReason, Relationship, ShownSource, Status, Subject } from '../schema.ts'
import { type DeletionCause, type ReviewChange, type ReviewOffer, type ReviewState, unknownState } from './events.ts'
import type { ActKind } from './schema.ts'

/** A visitor who fills in a form. Such a visitor is no member and has no key. */
export const theReviewer: Party = { role: 'REVIEWER', via: 'form' }

/** A visitor whose token was signed by the shop. */
export const theCustomer: Party = { role: 'REVIEWER', via: 'token' }

export type Words = { authorName: string; body: string; rating: number; title: string | null }

export type Proof = 'form_link' | 'customer_token' | 'confirmation_link' | 'api' | 'import' | 'shared' | 'none'

export type LastState = {
  subject: Subject
  /** True if an archive restored the review, because then no signed ledger proves it. */
  isUnproven?: boolean
  words: Words
  source: ShownSource
  importedFrom: string | null
  verified: boolean
  incentive: Incentive | null
  relationship?: Relationship | null
  status: Status
  reason: ModerationReason | null
  policy: number | null
}

export type ReviewAct =
  /** `relationship` is null if the form did not ask. */
  | {
      type: 'submitted'
      subject: Subject
      source: ShownSource
      importedFrom: string | null
      relationship?: Relationship | null
      words: Words
      /** The store and the review that this copy comes from. */
      origin?: { store: string; review: string }
    }
  | { type: 'verified'; verified: boolean; method: Proof }
  /** `kind` is null if a repeated import of the same file names no incentive. */
  | { type: 'incentive'; kind: Incentive | null; offeredAt: string | null }
  | { type: 'moderated'; from: Status; to: Status; reason: ModerationReason | null; policy: number | null }
  | { type: 'edited'; fields: readonly (keyof Words)[]; words: Words }
  /** `from` and `to` are product ids of the shop platform. */
  | { type: 'moved'; from: string; to: string }
  | { type: 'photo_removed' }
  | { type: 'anonymized' }
  /** `grant`: the grant of this copy ended. `origin`: the original of this copy was withdrawn. */
  | { type: 'deleted'; cause: DeletionCause | 'grant' | 'origin'; was: LastState }

/** `by` is set if someone other than the transaction's caller acts. */
export type ReviewActs = { id: string; by?: Party; acts: readonly ReviewAct[] }

export const beforeOf = ({ before }: ReviewChange): ReviewState | null => (before === unknownState ? null : before)

export const subjectOf = ({ productId }: Pick<ReviewState, 'productId'>): Subject =>
  productId === null ? 'shop' : 'product'

export const lastOf = ({ before, after }: ReviewChange): ReviewState => after ?? before

const isApproved = (state: ReviewState | null) => state?.status === 'approved'

export const isSeenByVisitors = (change: ReviewChange): boolean =>
  isApproved(beforeOf(change)) || isApproved(change.after)

/** True if the author's data is erased. Earlier events then keep only the review's id. */
export const isForgotten = ({ after, cause }: ReviewChange): boolean => after === null || cause.type === 'anonymized'

export type Decision = {
  id: string
  from: Status
  /** Equal to `from` if only the reason changed. */
  to: Status
  reason: ModerationReason | null
  policyVersion: number
  sameActor: boolean
  isSilent: boolean
}

export function decisionsIn({ before, after, cause }: ReviewChange): Decision[] {
  if (cause.type !== 'edited' || after === null || before === null || before === unknownState) return []
  const { id, status: to, moderation } = after
  const { status: from, moderation: previous } = before
  const reason = moderation?.reason ?? null
  if (from === to && reason === (previous?.reason ?? null)) return []
  const { actor, policyVersion, isSilent = false } = cause
  return [{ id, from, to, reason, policyVersion, isSilent, sameActor: actor !== undefined && actor === previous?.by }]
}

export const isReplied = (change: ReviewChange): boolean =>
  change.cause.type === 'edited' &&
  change.after !== null &&
  change.after.reply !== null &&
  change.after.reply.body !== beforeOf(change)?.reply?.body

/** True if a correction, which the author sent from the receipt, took effect. */
export const isCorrected = (change: ReviewChange): boolean =>
  change.after !== null && change.after.correctedAt !== (beforeOf(change)?.correctedAt ?? null)

/**
 * The store's decision on a waiting correction. If the review is rejected, its correction is dropped without a
 * decision.
 */
export function correctionDecisionIn(change: ReviewChange): 'accepted' | 'rejected' | undefined {
  const { after, cause } = change
  if (cause.type !== 'edited' || after === null || !beforeOf(change)?.correction || after.correction) return undefined
  if (isCorrected(change)) return 'accepted'
  return after.status === 'approved' ? 'rejected' : undefined
}

export type WrittenReview = { id: string; email: string | null; name: string; offer?: ReviewOffer }

/** The review that an author wrote, or that an import created or changed. Spam is skipped. */
export function writtenIn({ after, cause }: ReviewChange): WrittenReview[] {
  const isWritten = cause.type === 'imported' || (cause.type === 'written' && after?.status !== 'spam')
  if (after === null || !isWritten) return []
  const { id, authorEmail: email, authorName: name } = after
  return [{ id, email, name, ...('offer' in cause && cause.offer && { offer: cause.offer }) }]
}

const proofs = {
  email_form: 'form_link',
  widget_form: 'customer_token',
  api: 'api',
  import: 'import',
  shared: 'shared',
} as const

type Provable = { source: ShownSource; verified: boolean; isUnproven?: boolean }

/** The import itself proves a review, unless an archive restored the review without proof. */
export const decideProof = ({ source, verified, isUnproven = false }: Provable): Proof =>
  verified || (source === 'import' && !isUnproven) ? proofs[source] : 'none'

/** Without `reason` and `policy`, the status was decided outside this store. */
export const moderated = (
  from: Status,
  to: Status,
  { reason, policy }: { reason: ModerationReason | null; policy: number | null } = { reason: null, policy: null },
): ReviewAct => ({
  ...{ type: 'moderated', from, to, policy },
  reason: to === 'rejected' || to === 'spam' ? (reason ?? 'unspecified') : null,
})

const pickWords = ({ authorName, body, rating, title }: Words): Words => ({ authorName, body, rating, title })
const wordFields = ['authorName', 'body', 'rating', 'title'] as const

export function actsIn(change: ReviewChange): ReviewActs[] {
  const { before, after, cause } = change
  const { id } = lastOf(change)
  if (after === null) {
    const was = toLastState(before)
    if (cause.type !== 'deleted') return [{ id, acts: [{ type: 'deleted', cause: 'store', was }] }]
    return [{ id, ...(cause.by && { by: cause.by }), acts: [{ type: 'deleted', cause: cause.cause, was }] }]
  }
  switch (cause.type) {
    case 'written':
      return [
        { id, ...(cause.by && { by: cause.by }), acts: submitted(after, cause.offeredAt?.toISOString() ?? null) },
        ...(after.status === 'spam'
          ? [{ id, by: theService, acts: [moderated('pending', 'spam', toLastState(after))] }]
          : []),
      ]
    case 'imported':
      return [{ id, by: cause.by, acts: before === null ? imported(after) : reimported(beforeOf(change), after) }]
    case 'edited':
      return [
        // An accepted correction is recorded as an edit by the author.
        { id, ...(isCorrected(change) && { by: theReviewer }), acts: edited(beforeOf(change), after) },
        { id, acts: decisionsIn(change).map(moderatedBy) },
      ]
    case 'corrected':
      return [{ id, by: theReviewer, acts: editedWords(beforeOf(change), after) }]
    case 'confirmed':
      return [{ id, by: theReviewer, acts: verified(beforeOf(change), after, 'confirmation_link') }]
    case 'moved':
      return [
        {
          id,
          acts: [{ type: 'moved', from: beforeOf(change)?.platformProductId ?? '', to: after.platformProductId ?? '' }],
        },
      ]
    case 'photo_removed':
    case 'anonymized':
      return [{ id, acts: [{ type: cause.type }] }]
    default:
      return []
  }
}

const moderatedBy = ({ from, to, reason, policyVersion: policy }: Decision): ReviewAct => ({
  ...{ type: 'moderated', from, to, reason, policy },
})

const submitted = (after: ReviewState, offeredAt: string | null): ReviewAct[] => {
  const { source, importedFrom, incentive, relationship } = after
  return [
    { type: 'submitted', subject: subjectOf(after), source, importedFrom, relationship, words: pickWords(after) },
    { type: 'verified', verified: after.verified, method: decideProof(after) },
    ...(incentive === null ? [] : [{ type: 'incentive', kind: incentive, offeredAt } as const]),
  ]
}

const imported = (after: ReviewState): ReviewAct[] => [
  ...submitted(after, null),
  ...(after.status === 'pending' ? [] : [moderated('pending', after.status)]),
]

/** If the state before is unknown, all fields count as edited. */
function reimported(before: ReviewState | null, after: ReviewState): ReviewAct[] {
  const { incentive } = after
  return [
    ...editedWords(before, after),
    ...(incentive === (before?.incentive ?? null)
      ? []
      : [{ type: 'incentive', kind: incentive, offeredAt: null } as const]),
  ]
}

const edited = (before: ReviewState | null, after: ReviewState): ReviewAct[] => [
  ...editedWords(before, after),
  ...verified(before, after, decideProof(after)),
]

function editedWords(before: ReviewState | null, after: ReviewState): ReviewAct[] {
  const fields = wordFields.filter((field) => before?.[field] !== after[field])
  return fields.length > 0 ? [{ type: 'edited', fields, words: pickWords(after) }] : []
}

const verified = (before: ReviewState | null, after: ReviewState, method: Proof): ReviewAct[] =>
  before?.verified === after.verified ? [] : [{ type: 'verified', verified: after.verified, method }]

const toLastState = (state: ReviewState): LastState => {
  const { source, importedFrom, incentive, relationship, status, moderation } = state
  return {
    ...{ subject: subjectOf(state), words: pickWords(state) },
    ...{ source, importedFrom, verified: state.verified, incentive, relationship, status },
    ...{ reason: moderation?.reason ?? null, policy: moderation?.policyVersion ?? null },
  }
}

export type ActorAct = {
  reviewId: string
  kind: ActKind
  actor: string | undefined
  count?: number
  /**
   * Time the review was submitted. Set if the act may be the first decision or reply. Not set for reviews of the
   * shop, which most reports leave out.
   */
  submittedAt?: string
  decides?: boolean
  replies?: boolean
  /** No review becomes pending again, so a decision on a pending review is its first decision. */
  wasPending?: boolean
}

/**
 * Acts by people, whom the history names. The ledger contains neither names nor replies. Imported reviews do not wait
 * for a first act.
 */
export function actorActsIn(change: ReviewChange): ActorAct[] {
  const { after, cause } = change
  if (after === null || !('actor' in cause)) return []
  const { id: reviewId, source, submittedAt } = after
  const { actor } = cause
  if (cause.type !== 'edited') return [{ reviewId, kind: 'changed', actor }]
  const before = beforeOf(change)
  const kind = decideReplyAct(before, after)
  const decides = source !== 'import' && decisionsIn(change).some(({ from, to }) => from !== to)
  const replies = source !== 'import' && isReplied(change)
  return [
    {
      reviewId,
      kind,
      actor,
      ...((decides || replies) && { decides, replies, wasPending: before?.status === 'pending' }),
      ...((decides || replies) && subjectOf(after) === 'product' && { submittedAt }),
    },
  ]
}

type ReplyState = { reply: { body: string } | null }

export function decideReplyAct(before: ReplyState | null, after: ReplyState): ActKind {
  const previous = before?.reply ?? null
  if (previous?.body === after.reply?.body) return 'changed'
  if (after.reply === null) return 'reply_withdrawn'
  return previous === null ? 'replied' : 'reply_changed'
}
