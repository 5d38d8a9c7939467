// Pure rules of copies of other stores' reviews.
import { type Party, theService } from '#platform/identity/caller.ts'
import { type LastState, moderated, type ReviewAct, type ReviewActs, type Words } from '../changes/rules.ts'
import type { Incentive, Status } from '../schema.ts'
import type { DecisionFacts, State } from './rules.ts'

/** A photo at the store that shares the review. */
export type OriginPhoto = { key: string; width: number | null; height: number | null; variants: string[] | null }

/** A review at the sharing store, in the form in which it is copied. */
export type Original = Words & {
  id: string
  productId: string
  verified: boolean
  incentive: Incentive | null
  locale: string | null
  submittedAt: string
  photos: readonly OriginPhoto[] | null
  /** Keyed digest of the author's address. Null after an erasure. */
  authorDigest: Buffer | null
}

export type NewCopy = Original & { copyId: string; ownProductId: string; status: 'pending' | 'approved' }

export type StoredCopy = Words & {
  id: string
  grantId: string
  originId: string
  originProductId: string
  verified: boolean
  incentive: Incentive | null
  locale: string | null
  status: Status
  reason: DecisionFacts['reason'] | null
  policy: number | null
  photos: readonly OriginPhoto[] | null
}

const wordFields = ['authorName', 'body', 'rating', 'title'] as const
const pickWords = ({ authorName, body, rating, title }: Words): Words => ({ authorName, body, rating, title })

const proofOf = (verified: boolean) => (verified ? ('shared' as const) : ('none' as const))

/** `approver`: the person whose acceptance of the grant approved the copy. */
export function actsOfNew(
  copies: readonly NewCopy[],
  giverId: string,
  approver: Party | undefined,
  policy: number | null,
): ReviewActs[] {
  return copies.flatMap((copy): ReviewActs[] => {
    const acts: ReviewAct[] = [
      {
        ...{ type: 'submitted', subject: 'product', source: 'shared', importedFrom: null, words: pickWords(copy) },
        origin: { store: giverId, review: copy.id },
      },
      { type: 'verified', verified: copy.verified, method: proofOf(copy.verified) },
      ...(copy.incentive === null ? [] : [{ type: 'incentive', kind: copy.incentive, offeredAt: null } as const]),
    ]
    const made = { id: copy.copyId, by: theService, acts }
    if (copy.status === 'pending' || !approver) return [made]
    return [made, { id: copy.copyId, by: approver, acts: [moderated('pending', 'approved', { reason: null, policy })] }]
  })
}

/** Returns the acts that record a change of the original by the other store. */
export function actsOfChange(before: StoredCopy, after: Original): ReviewActs[] {
  const fields = wordFields.filter((field) => before[field] !== after[field])
  const acts: ReviewAct[] = [
    ...(fields.length > 0 ? [{ type: 'edited', fields, words: pickWords(after) } as const] : []),
    ...(before.verified === after.verified
      ? []
      : [{ type: 'verified', verified: after.verified, method: proofOf(after.verified) } as const]),
    ...(before.incentive === after.incentive
      ? []
      : [{ type: 'incentive', kind: after.incentive, offeredAt: null } as const]),
  ]
  return acts.length > 0 ? [{ id: before.id, by: theService, acts }] : []
}

export const isChanged = (before: StoredCopy, after: Original): boolean =>
  actsOfChange(before, after).length > 0 ||
  before.locale !== after.locale ||
  before.originProductId !== after.productId ||
  havePhotosChanged(before, after)

export const havePhotosChanged = (
  { photos: before }: Pick<StoredCopy, 'photos'>,
  { photos: after }: Original,
): boolean => keysOf(before) !== keysOf(after)

const keysOf = (photos: readonly OriginPhoto[] | null) => (photos ?? []).map(({ key }) => key).join(' ')

export const wasOf = (copy: StoredCopy): LastState => ({
  words: pickWords(copy),
  ...{ subject: 'product', source: 'shared', importedFrom: null, verified: copy.verified, incentive: copy.incentive },
  ...{ status: copy.status, reason: copy.reason, policy: copy.policy },
})

/** Returns the acts that record a decision of this store about its copy. */
export function actsOfDecision(id: string, before: State, after: State, policyVersion: number): ReviewActs[] {
  const reason = after.moderation?.reason ?? null
  if (before.status === after.status && reason === (before.moderation?.reason ?? null)) return []
  return [{ id, acts: [{ type: 'moderated', from: before.status, to: after.status, reason, policy: policyVersion }] }]
}
