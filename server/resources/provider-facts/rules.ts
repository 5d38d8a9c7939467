import type { FactKind } from '#resources/connectors/schema.ts'
import type { linesBooked } from '#resources/loyalty/events.ts'
import type { ReviewChange } from '#resources/reviews/changes/events.ts'
import { beforeOf } from '#resources/reviews/changes/rules.ts'

/** `id` is the id of the review, the journal line or the member. */
export type Fact =
  | { kind: Exclude<FactKind, 'tier_changed'>; id: string }
  | { kind: 'tier_changed'; id: string; from: string | null; to: string | null; tierPoints: number }

/** A review counts as submitted once its author's email address is proven. Imports and spam send no facts. */
export function factsInReviews(changes: readonly ReviewChange[]): Fact[] {
  return changes.flatMap((change): Fact[] => {
    const { after, cause } = change
    if (after === null || after.source === 'import' || after.status === 'spam' || !after.addressProven) return []
    const isNew = cause.type === 'written' || (cause.type === 'confirmed' && !beforeOf(change)?.addressProven)
    const isApproved = after.status === 'approved' && (isNew || beforeOf(change)?.status !== 'approved')
    return [
      ...(isNew ? [{ kind: 'review_submitted', id: after.id } as const] : []),
      ...(isApproved ? [{ kind: 'review_approved', id: after.id } as const] : []),
    ]
  })
}

export type BookedLines = NonNullable<(typeof linesBooked)['says']>

export const factsInJournal = ({ lineIds, tiers }: BookedLines): Fact[] => [
  ...lineIds.map((id) => ({ kind: 'points_changed', id }) as const),
  ...tiers.map(({ memberId, from, to, tierPoints }) => ({
    ...({ kind: 'tier_changed', id: memberId } as const),
    ...{ from, to, tierPoints },
  })),
]

/**
 * The key makes sure that each review is sent once for each kind of fact, and each journal line once. A tier can be
 * reached again, so its key contains the time.
 */
export const keyOf = ({ kind, id }: Fact, at: Date): string =>
  kind === 'tier_changed' ? `${kind}:${id}:${at.getTime()}` : `${kind}:${id}`

export const idInKey = (key: string): string => key.split(':')[1] ?? ''
