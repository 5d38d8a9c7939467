import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, sql } from '#platform/db/query.ts'

type Product = { id: string; title: string | null }

export const wrongColumn = (tx: StoreTx) =>
  tx.all<Product>(sql`select p.id, p.name as title from products p where p.store_env_id = ${tx.storeEnvId}`)

export const wrongName = (tx: StoreTx) =>
  tx.all<Product>(sql`select p.id, p.title as heading from products p where p.store_env_id = ${tx.storeEnvId}`)

export const wrongType = (tx: StoreTx) =>
  tx.all<{ id: number }>(sql`select p.id from products p where p.store_env_id = ${tx.storeEnvId}`)

export const missingNull = (tx: StoreTx) =>
  tx.all<{ title: string }>(sql`select p.title from products p where p.store_env_id = ${tx.storeEnvId}`)

export const missingNullOfJoin = (tx: StoreTx) =>
  tx.all<{ sku: string; productId: string }>(sql`
    select p.id as "productId", v.platform_variant_id as sku
      from products p left join product_variants v on v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id
     where p.store_env_id = ${tx.storeEnvId}`)

export const needlessNull = (tx: StoreTx) =>
  tx.all<{ count: number | null }>(sql`
    select count(*) as count from products p where p.store_env_id = ${tx.storeEnvId}`)

export const unknownWord = (tx: StoreTx) =>
  tx.all<{ status: 'approved' | 'pending' | 'rejected' | 'spam' | 'lost' }>(sql`
    select r.status from reviews r where r.store_env_id = ${tx.storeEnvId}`)

export const forgottenWord = (tx: StoreTx) =>
  tx.all<{ status: 'approved' | 'pending' }>(sql`
    select r.status from reviews r where r.store_env_id = ${tx.storeEnvId}`)

export const wrongParameter = (tx: StoreTx, rating: string) =>
  tx.run(sql`delete from reviews r where r.store_env_id = ${tx.storeEnvId} and r.rating = ${rating}`)

export const wrongList = (tx: StoreTx, ratings: string[]) =>
  tx.run(sql`delete from reviews r where r.store_env_id = ${tx.storeEnvId} and r.rating = any(${ratings}::smallint[])`)

export const nullParameter = (tx: StoreTx, title: string | null) =>
  tx.run(sql`update stores set name = ${title} where id = ${tx.storeEnvId}`)

export const tooManyParameters = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from customers where store_env_id = ${tx.storeEnvId} and id = ${id}${id}`)

/** Only one variant of this statement is wrong. */
export const wrongShape = (tx: StoreTx, filters: { q?: string; sort?: 'title' | 'name' }) => {
  const fits = filters.q === undefined ? sql`` : sql`and p.headline = ${filters.q}`
  return tx.all<Product>(sql`select p.id, p.title from products p where p.store_env_id = ${tx.storeEnvId} ${fits}`)
}

const unreached = (tx: StoreTx) => tx.run(sql`delete from products where store_env_id = ${tx.storeEnvId}`)
export const mistakes = { unreached }

export const right = (tx: StoreTx, filters: { ids?: string[]; states?: ('approved' | 'spam')[]; since?: Date }) =>
  tx.all<{
    id: string
    status: 'approved' | 'pending' | 'rejected' | 'spam'
    orderId: string
    imported: NotNull<string>
  }>(sql`
    select r.id, r.status, r.order_id as "orderId", r.imported_from as imported
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.order_id is not null
       ${filters.ids ? sql`and r.id = any(${filters.ids}::uuid[])` : sql``}
       ${filters.states ? sql`and ${equalsAny('r.status', filters.states)}` : sql``}
       ${filters.since ? sql`and r.created_at > ${filters.since}` : sql``}`)

export const rightRow = (tx: StoreTx, id: string) =>
  tx.all<{ reviews: number } & ({ id: string; title: string | null } | { id: null })>(sql`
    select t.reviews, p.* from (select count(*) as reviews from reviews r where r.store_env_id = ${tx.storeEnvId}) t
      left join (select p.id, p.title from products p where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}) p on true`)
