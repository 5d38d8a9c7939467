import { archiveRestored } from '#platform/areas/archive.ts'
import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { shopDisconnected } from '#resources/connectors/shops/events.ts'
import { productsPushed } from '#resources/products/events.ts'
import { type ReviewChange, reviewsChanged } from '#resources/reviews/changes/events.ts'
import events from './events.ts'
import { feedPages } from './feed-route.ts'
import { destinationJobs } from './jobs.ts'
import { sealedCredentials } from './opening.ts'
import { onceKnown, queueProducts, queueReviews, type ReviewMove, requestComparison } from './queueing.ts'
import operations from './routes.ts'

const auditActions = ['destination.changed', 'destination.created', 'destination.removed'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

type PickedMove = { move: ReviewMove; productIds: string[] }

/** Ignores reviews that were approved neither before nor after the change, because no destination shows them. */
function pickMove({ before, after }: ReviewChange): PickedMove[] {
  const earlier = typeof before === 'string' ? null : before
  const wasShown = typeof before === 'string' || before?.status === 'approved'
  const isShown = after?.status === 'approved'
  const review = after ?? earlier
  if (!review || (!wasShown && !isShown)) return []
  return [
    {
      move: { reviewId: review.id, productId: review.productId, isShown },
      productIds: [earlier?.productId, review.productId].flatMap((id) => id ?? []),
    },
  ]
}

const pickMoves = (published: readonly { data: object }[]): PickedMove[] =>
  published.flatMap(({ data }) => (data as { reviews: readonly ReviewChange[] }).reviews.flatMap(pickMove))

/** The last of several changes in one transaction counts. */
const lastMoves = (picked: readonly PickedMove[]) => [
  ...new Map(picked.map(({ move }) => [move.reviewId, move])).values(),
]

export default {
  name: 'destinations',
  // The area's operations are under /connectors and /reviews.
  scopes: [],
  auditActions,
  adminPages: ['settings/destinations'],
  operations,
  pages: feedPages,
  jobs: destinationJobs,
  events,
  subscribers: [
    onceKnown([reviewsChanged], pickMoves, (tx, known, picked) =>
      queueReviews(tx, known, lastMoves(picked), [...new Set(picked.flatMap(({ productIds }) => productIds))].sort()),
    ),
    onceKnown(
      [productsPushed],
      (published) =>
        published.flatMap(({ data }) =>
          (data as { products: { platformProductId: string }[] }).products.map(
            ({ platformProductId }) => platformProductId,
          ),
        ),
      (tx, known, platformIds) => queueProducts(tx, known, platformIds),
    ),
    // Compares all destinations after a restore, which publishes no events of reviews, and after a shop is disconnected.
    beforeCommit([archiveRestored, shopDisconnected], (tx) => requestComparison(tx, null)),
  ],
  errors: { destination_unreachable: 400, not_pulled: 409 },
  sealed: [sealedCredentials],
} satisfies Area
