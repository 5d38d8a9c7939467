// Says of reviews what they are now, in the transaction that made them so.

import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { last4 } from '#platform/values/mask.ts'
import { reviewApproved, type reviewCreated, reviewMarkedSpam, reviewRejected, reviewReplied } from '../events.ts'
import type { Status } from '../schema.ts'
import { toModeration } from '../store.ts'
import * as store from './store.ts'

type Kind = typeof reviewCreated

/** One read for all of them, whatever their number. */
export async function publishReviews(
  tx: StoreTx,
  changed: readonly { id: string; kinds: readonly Kind[] }[],
): Promise<void> {
  const announced = changed.filter(({ kinds }) => kinds.length > 0)
  if (announced.length === 0) return
  const ids = announced.map(({ id }) => id)
  const facts = new Map((await store.listFacts(tx, ids)).map((row) => [row.id, toFacts(row)]))
  for (const { id, kinds } of announced) {
    const data = facts.get(id)
    if (data) for (const kind of kinds) publish(tx, kind, data)
  }
}

const ofStatus: Record<Status, readonly Kind[]> = {
  pending: [],
  approved: [reviewApproved],
  rejected: [reviewRejected],
  spam: [reviewMarkedSpam],
}

/** The events of a change of status or reply; withdrawing a reply has none. */
export function kindsOf(after: { status: Status; reply: unknown }, applied: readonly string[]): Kind[] {
  return [
    ...(applied.includes('status') ? ofStatus[after.status] : []),
    ...(applied.includes('reply') && after.reply !== null ? [reviewReplied] : []),
  ]
}

export const toFacts = (row: store.Row) => ({
  id: row.id,
  productId: row.product_id,
  platformProductId: row.platform_product_id,
  orderId: row.order_id,
  rating: row.rating,
  title: row.title,
  body: row.body,
  authorName: row.author_name,
  authorEmailLast4: last4(row.author_email),
  verified: row.verified,
  status: row.status,
  moderation: toModeration(row),
  source: row.source,
  incentive: row.incentive,
  photoCount: row.photo_count,
  reply:
    row.reply_body === null || row.replied_at === null
      ? null
      : { body: row.reply_body, authorName: row.reply_author_name ?? '', repliedAt: row.replied_at },
  locale: row.locale,
  submittedAt: row.submitted_at,
  approvedAt: row.approved_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
