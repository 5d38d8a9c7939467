// What a change of a review comes to, as those hear it who keep account. Pure.
import type { Party } from '#platform/identity/caller.ts'
import type { Proof, ReviewAct, Words } from '../events.ts'
import type { ModerationReason, Source, Status } from '../schema.ts'

/** Who fills in a form is nobody's member and has no key. */
export const theReviewer: Party = { role: 'REVIEWER', via: 'form' }

/** Whom the shop has vouched for, with a token of its own. */
export const theCustomer: Party = { role: 'REVIEWER', via: 'token' }

type TextColumns = { author_name: string; body: string; rating: number; title: string | null }

export const wordsOf = ({ author_name, body, rating, title }: TextColumns): Words => ({
  authorName: author_name,
  body,
  rating,
  title,
})

const proofs = { email_form: 'form_link', widget_form: 'customer_token', api: 'api', import: 'import' } as const

type Provable = { source: Source; verified: boolean; isUnproven?: boolean }

/**
 * An imported review says itself whether it is verified. Of any other unverified one nothing was proven, nor of one that an archive
 * brought without proof.
 */
export const proofOf = ({ source, verified, isUnproven = false }: Provable): Proof =>
  verified || (source === 'import' && !isUnproven) ? proofs[source] : 'none'

/** How something came to stand as it does without anybody having decided it here. */
export const moderated = (
  from: Status,
  to: Status,
  { reason, policy }: { reason: ModerationReason | null; policy: number | null } = { reason: null, policy: null },
): ReviewAct => ({
  ...{ type: 'moderated', from, to, policy },
  reason: to === 'rejected' || to === 'spam' ? (reason ?? 'unspecified') : null,
})

type Editable = Words & { verified: boolean }
export const wordFields = ['authorName', 'body', 'rating', 'title'] as const

/** What an edit of a review comes to. */
export function changesOf(source: Source, before: Editable, after: Editable): ReviewAct[] {
  const { authorName, body, rating, title, verified } = after
  const fields = wordFields.filter((field) => before[field] !== after[field])
  return [
    ...(fields.length > 0 ? [{ type: 'edited', fields, words: { authorName, body, rating, title } } as const] : []),
    ...(verified !== before.verified
      ? [{ type: 'verified', verified, method: proofOf({ source, verified }) } as const]
      : []),
  ]
}
