import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { ReviewState, WrittenReview } from '../changes/events.ts'
import { type StateRow, stateColumns, toState, toWritten } from '../changes/store.ts'
import { spokenLanguage } from '../language-fragments.ts'
import type { ProductReference, ReviewedSubject } from '../rules.ts'
import type { Status } from '../schema.ts'

export type Confirmation = SubscriptionFacts & {
  storeEnvId: string
  organizationId: string
  reviewId: string
  expiresAt: string
  storeName: string
  origins: string[]
}

/** Runs before the tenant is known, because its result includes the tenant. */
export const byDigest = (digest: Buffer): Query<Confirmation> => sql`
    select store_env_id as "storeEnvId", organization_id as "organizationId", review_id as "reviewId",
            expires_at as "expiresAt", store_name as "storeName", origins, plan, status, trial_ends_at as "trialEndsAt",
            current_period_ends_at as "currentPeriodEndsAt", past_due_since as "pastDueSince"
       from app.find_review_confirmation(${digest})`

export const insert = (tx: StoreTx, row: { digest: Buffer; reviewId: string; expiresAt: Date }): void =>
  tx.sendAlong(sql`
    insert into review_confirmations (digest, store_env_id, review_id, created_at, expires_at)
    values (${row.digest}, ${tx.storeEnvId}, ${row.reviewId}, ${tx.now}, ${row.expiresAt})`)

export const deleteExpired = (tx: StoreTx): void =>
  tx.sendAlong(sql`delete from review_confirmations where store_env_id = ${tx.storeEnvId} and expires_at <= ${tx.now}`)

export const deleteConfirmations = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    delete from review_confirmations
     where store_env_id = ${tx.storeEnvId} and review_id = any(${reviewIds}::uuid[])`)

export const countSince = async (tx: StoreTx, email: string, since: Date): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count
      from (select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email}) r
      join (select c.review_id from review_confirmations c
             where c.store_env_id = ${tx.storeEnvId} and c.created_at > ${since}) c on c.review_id = r.id`)
  return row?.count ?? 0
}

export type AuthoredReview = {
  productId: string | null
  productTitle: string | null
  productImageUrl: string | null
  rating: number
  title: string | null
  body: string
  authorEmail: string | null
  authorName: string
  orderId: string | null
  status: Status
  verified: boolean
  addressProven: boolean
  locale: string | null
}

const authored = (tx: StoreTx) => sql`
  r.product_id as "productId", p.title as "productTitle", p.image_url as "productImageUrl", r.rating, r.title, r.body, r.author_email as "authorEmail",
  r.author_name as "authorName", r.order_id as "orderId", r.status, r.verified, r.address_proven as "addressProven",
  ${spokenLanguage(tx)} as locale`

export const find = (tx: StoreTx, id: string) =>
  tx.first<AuthoredReview>(sql`
    select ${authored(tx)} from reviews r
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}`)

export async function lock(tx: StoreTx, id: string): Promise<ReviewState | undefined> {
  const row = await tx.first<StateRow>(sql`
    select ${stateColumns(tx)} from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${id} for update`)
  return row && toState(row)
}

export type BuyerOrder = { orderId: string; hasReview: boolean }

/**
 * Uncancelled orders by this address: those of the product, or all for the shop. Orders without a review come first, then
 * the newest.
 */
export const listBought = (tx: StoreTx, email: string, reviewed: ReviewedSubject) =>
  reviewed === 'shop' ? listPlaced(tx, email) : listBoughtOf(tx, email, reviewed)

const listPlaced = (tx: StoreTx, email: string) =>
  tx.all<BuyerOrder>(sql`
    select o.id as "orderId", exists (
             select from reviews r
              where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id is null and r.source <> 'import') as "hasReview"
      from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.email = ${email} and o.cancelled_at is null and o.stated_at is null
     order by 2, o.placed_at desc, o.id desc
     limit 1`)

const listBoughtOf = (tx: StoreTx, email: string, product: ProductReference) =>
  tx.all<BuyerOrder>(sql`
    select o.id as "orderId", exists (
             select from reviews r
              where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id = p.id and r.source <> 'import') as "hasReview"
      from orders o
      join products p on p.store_env_id = ${tx.storeEnvId} and ${isProduct(tx, product)}
     where o.store_env_id = ${tx.storeEnvId} and o.email = ${email} and o.cancelled_at is null and o.stated_at is null and exists (
             select from order_line_items i
              where i.store_env_id = ${tx.storeEnvId} and i.order_id = o.id and i.product_id = p.id)
     order by 2, o.placed_at desc, o.id desc
     limit 1`)

const isProduct = (tx: StoreTx, product: ProductReference) =>
  sql`p.id = ${'productId' in product ? product.productId : selectProductId(tx, product.platformProductId)}`

export const hasReview = async (tx: StoreTx, email: string, reviewed: ReviewedSubject): Promise<boolean> =>
  (await tx.first(reviewed === 'shop' ? selectOfShop(tx, email) : selectOfProduct(tx, email, reviewed))) !== undefined

const selectOfShop = (tx: StoreTx, email: string) => sql<{ id: string }>`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email} and r.address_proven and r.product_id is null
     limit 1`

const selectOfProduct = (tx: StoreTx, email: string, product: ProductReference) => sql<{ id: string }>`
    select r.id from reviews r
      join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id and ${isProduct(tx, product)}
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email} and r.address_proven
     limit 1`

export async function updateProven(
  tx: StoreTx,
  id: string,
  review: { orderId: string | null; verified: boolean },
): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set address_proven = true, verified = ${review.verified}, order_id = ${review.orderId}::uuid, updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}
