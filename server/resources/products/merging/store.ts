import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'

export type NamedProduct = { id: string; platformProductId: string; title: string | null; mergedInto: string | null }

const selectNamed = (tx: StoreReads, ids: readonly string[]) => sql<NamedProduct>`
  select p.id, p.platform_product_id as "platformProductId", p.title, p.merged_into as "mergedInto"
    from products p
   where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])
   order by p.id`

/** Waits for concurrent reviews and orders of either product, and blocks new ones until the commit. */
export const lockBoth = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<NamedProduct>(sql`${selectNamed(tx, ids)} for update`)

/** Prevents another merge of the products without blocking pushes of them. */
export const shareBoth = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<NamedProduct>(sql`${selectNamed(tx, ids)} for key share`)

/** Retired variants count too, because the shop deleted the variants of a product that it created again. */
export async function areRelated(tx: StoreReads, a: string, b: string): Promise<boolean> {
  const ofBoth = sql`
    product_variants v
      join product_variants w on w.store_env_id = ${tx.storeEnvId} and w.product_id = ${b}
     where v.store_env_id = ${tx.storeEnvId} and v.product_id = ${a}`
  const row = await tx.first<{ related: boolean }>(sql`
    select exists (select from ${ofBoth} and v.sku = w.sku)
        or exists (select from ${ofBoth} and v.gtin_key = w.gtin_key and v.gtin_is_valid and w.gtin_is_valid) as related`)
  return row?.related === true
}

/** Products that were merged into the old product now point to its target, so the target is always one step away. */
export async function updateMerged(tx: StoreTx, from: string, into: string): Promise<void> {
  await tx.run(sql`
    update products set merged_into = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${into} and merged_into is not null`)
  await tx.run(sql`
    update products set merged_into = ${into}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and (id = ${from} or merged_into = ${from}) and id <> ${into}
       and merged_into is distinct from ${into}::uuid`)
}

/** Locks the next orders with a line of the product, in the lock order of pushes. */
export const lockOrdersWith = (tx: StoreTx, productId: string, limit: number) =>
  tx.all<{ id: string }>(sql`
    select o.id from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.id = any(array(
       select distinct l.order_id from order_line_items l
        where l.store_env_id = ${tx.storeEnvId} and l.product_id = ${productId}
        order by l.order_id limit ${limit}))
     order by o.platform_order_id collate "C" for no key update`)

export type ReviewPlace = { submittedAt: string; id: string }

export const listReviews = (tx: StoreTx, productId: string, after: ReviewPlace | null, limit: number) =>
  tx.all<ReviewPlace>(sql`
    select r.id, r."submittedAt" from (
      (${partOfReviews(tx, productId, after, sql`r.status = 'approved'`)} limit ${limit})
      union all
      (${partOfReviews(tx, productId, after, sql`(r.status = 'approved') is false`)} limit ${limit})) r
     order by r."submittedAt" desc, r.id desc limit ${limit}`)

/** Reads either the approved reviews or the others, because the index sorts the two separately. */
const partOfReviews = (tx: StoreTx, productId: string, after: ReviewPlace | null, part: Sql) => sql<ReviewPlace>`
  select r.id, r.submitted_at as "submittedAt" from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.product_id = ${productId} and ${part}
     ${after === null ? sql`` : sql`and (r.submitted_at, r.id) < (${after.submittedAt}::timestamptz, ${after.id}::uuid)`}
   order by r.submitted_at desc, r.id desc`

export const listReviewsOfOrders = (tx: StoreTx, productId: string, orderIds: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.product_id = ${productId} and r.order_id = any(${orderIds}::uuid[])`)

/** Locks in the lock order of moderation. `isTaken` is true if the review's order already has a review of the target. */
export const lockReviews = (tx: StoreTx, ids: readonly string[], into: string) =>
  tx.all<{ id: string; productId: string | null; isTaken: boolean }>(sql`
    select r.id, r.product_id as "productId",
           exists (select from reviews o
                    where o.store_env_id = ${tx.storeEnvId} and o.order_id = r.order_id and o.product_id = ${into}) as "isTaken"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by r.id for update`)
