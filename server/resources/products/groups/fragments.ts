// SQL that statements of other areas include.
import type { StoreReads } from '#platform/db/db.ts'
import { type Query, type Sql, sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/values/errors.ts'
import type { Pool } from './schema.ts'

export type PoolRequest = { pool?: Pool; productId?: string; platformProductId?: string }

export type JoinedPool = Exclude<Pool, 'own'>

export const isPooled = <Request extends { pool?: Pool }>(
  request: Request,
): request is Request & { pool: JoinedPool } => (request.pool ?? 'own') !== 'own'

/** Throws 400 if a pool is requested without a product, because a pool adds reviews to those of one product. */
export function requireProductOfPool(request: PoolRequest): void {
  if (isPooled(request) && request.productId === undefined && request.platformProductId === undefined)
    throw invalidField('/pool', 'needs a product. Send its id too, or leave pool out')
}

/** True if the pool contains the products of the group. */
export const hasGroup = (pool: Pool | undefined): boolean => pool === 'group' || pool === 'all'

/**
 * Common table expressions of a statement that reads a pool: `own`, the requested product, and `pool`, the products whose
 * reviews it contains. The pool `shared` adds no product: a copy of another store's review already has the id of this
 * store's product.
 */
export const poolTables = (tx: Pick<StoreReads, 'storeEnvId'>, pool: Pool | undefined, productId: Sql): Sql => sql`
  own as materialized (select ${productId} as id),
  pool as materialized (
    select o.id from own o
    ${
      hasGroup(pool)
        ? sql`union
           select m.product_id from product_group_members m
            where m.store_env_id = ${tx.storeEnvId} and m.group_id = (
                  select g.group_id from product_group_members g
                   where g.store_env_id = ${tx.storeEnvId} and g.product_id = (select o.id from own o))`
        : sql``
    })`

/** Adds the pool to a statement without common table expressions of its own. */
export const withPool = <Selected>(tables: Sql | undefined, query: Query<Selected>): Query<Selected> =>
  tables ? sql<Selected>`with ${tables} ${query}` : query

export const ownOfPool = sql.raw('(select o.id from own o)')
export const idsOfPool = sql.raw('any(array(select p.id from pool p))')

const sumOf = (stars: number) => sql.raw(`coalesce(sum(c.count) filter (where c.rating = ${stars}), 0)::integer`)

/** Columns `product_id` and `s1` to `s5`: the added up counts of members `m`. */
export const countedMembers = (tx: Pick<StoreReads, 'storeEnvId'>, which: Sql): Sql => sql`
  select m.product_id, ${sumOf(1)} as s1, ${sumOf(2)} as s2, ${sumOf(3)} as s3, ${sumOf(4)} as s4, ${sumOf(5)} as s5
    from product_group_members m
    left join product_review_counts c on c.store_env_id = ${tx.storeEnvId} and c.is_base and c.product_id = m.product_id
   where m.store_env_id = ${tx.storeEnvId} and ${which}
   group by m.product_id`
