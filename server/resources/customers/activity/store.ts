// What one person left in a store, newest first. Reads other areas' tables; writes none.
import type { Static } from 'typebox'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { last4 } from '#platform/mask.ts'
import { spelledIfAny } from '#platform/money.ts'
import type { CustomerOrder, CustomerRequest, CustomerReview } from '../schema.ts'

const upTo = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)

export async function listOrders(tx: StoreTx, email: string, limit?: number) {
  const rows = await tx.all<Static<typeof CustomerOrder>>(sql`
    select id, platform_order_id as "platformOrderId", order_number as "orderNumber", currency, total,
           placed_at as "placedAt", cancelled_at as "cancelledAt"
      from orders where store_env_id = ${tx.storeEnvId} and email = ${email}
     order by placed_at desc, id desc ${upTo(limit)}`)
  return rows.map((row) => ({ ...row, total: spelledIfAny(row.total, row.currency) }))
}

export async function listReviews(tx: StoreTx, email: string, limit?: number) {
  const rows = await tx.all<Omit<Static<typeof CustomerReview>, 'authorEmail' | 'authorEmailLast4'>>(sql`
    select id, product_id as "productId", order_id as "orderId", rating, title, body, author_name as "authorName", verified,
           status, source, submitted_at as "submittedAt"
      from reviews where store_env_id = ${tx.storeEnvId} and author_email = ${email}
     order by submitted_at desc, id desc ${upTo(limit)}`)
  // They are found by the address, so it is the one that was asked for. Whom it is shown to is the schema's to say.
  return rows.map((row) => ({ ...row, authorEmail: email, authorEmailLast4: last4(email) ?? '' }))
}

export const listRequests = (tx: StoreTx, email: string, limit?: number) =>
  tx.all<Static<typeof CustomerRequest>>(sql`
    select q.id, q.order_id as "orderId", q.state, q.reason, q.scheduled_for as "scheduledFor", q.sent_at as "sentAt",
           q.form_first_viewed_at as "formFirstViewedAt", q.clicked_rating as "clickedRating"
      from orders o
      join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id
     where o.store_env_id = ${tx.storeEnvId} and o.email = ${email}
     order by q.created_at desc, q.id desc ${upTo(limit)}`)
