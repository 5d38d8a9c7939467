// An exact id always wins. Otherwise the comparison key decides, if only one product has that key. A coalesce stops at its
// first result, so a hit costs one probe of products_platform_id_once.
import type { StoreReads } from '../db/db.ts'
import { type NotNull, type Query, type Sql, sql } from '../db/query.ts'
import { AppError, notFound } from '../values/errors.ts'
import { idKey, isMangledNumber, mangledMessage } from '../values/identifiers.ts'

type Store = Pick<StoreReads, 'storeEnvId'>

/** A platform id's comparison key: `idKey`, in SQL. A scalar subquery, so that each step is written once. */
export const buildIdKey = (column: Sql) => sql`(
  select case when b.id !~ '^[+-]?([0-9][.,][0-9]+[Ee]\\+?[0-9]{1,3}|[0-9][Ee]\\+[0-9]{1,3})$' then
           nullif(regexp_replace(regexp_replace(b.id, '(?:\\.0+|(?<=^[0-9]+),0+)$', ''),
                                '^(?:gid://shopify/[A-Za-z]+/|shopify-(?=[0-9]))?0*(?=.)', ''), '') end
    from (select translate(regexp_replace(regexp_replace(regexp_replace(${column},
                   '[\\s\\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]+', '', 'g'),
                   '^=?"([^"]*)"$', '\\1'), '^[''‘’](?=[A-Za-z0-9_-])', ''), '‐‑‒–—―−﹘﹣－', '----------') as id) b)`

/**
 * Null if no product matches. `key` is the comparison key of `id`. The lookup is a subquery: under row-level security
 * the planner uses no index for a bare coalesce, because it might leak rows.
 */
export const productIdBy = (tx: Store, id: Sql, key: Sql) => sql`(select coalesce((
  select e.id from products e where e.store_env_id = ${tx.storeEnvId} and e.platform_product_id = ${id}), (
  select case when count(*) = 1 then (array_agg(k.id))[1] end
    from (select k.id from products k where k.store_env_id = ${tx.storeEnvId} and k.id_key = ${key} limit 2) k)))`

export const selectProductId = (tx: Store, platformProductId: string) =>
  productIdBy(tx, sql`${platformProductId}`, sql`${idKey(platformProductId)}::text`)

/** Selects the product's `platform_product_id`, or the given id if no product has it. */
export const selectPushedId = (tx: Store, platformProductId: string) => sql`(select coalesce((
  select f.platform_product_id from products f
   where f.store_env_id = ${tx.storeEnvId} and f.id = ${selectProductId(tx, platformProductId)}), ${platformProductId}))`

export const productIdsLike = (tx: Store, platformProductId: string) => sql`(select coalesce((
  select array[e.id] from products e
   where e.store_env_id = ${tx.storeEnvId} and e.platform_product_id = ${platformProductId}), array(
  select k.id from products k
   where k.store_env_id = ${tx.storeEnvId} and k.id_key = ${idKey(platformProductId)}::text
   order by k.platform_product_id limit 2)))::uuid[]`

/** Maps each sent id that identifies one product to the product's `platform_product_id`. */
export async function findPushedIds(tx: StoreReads, sent: readonly string[]): Promise<Map<string, string>> {
  const distinct = [...new Set(sent)]
  if (distinct.length === 0) return new Map()
  const rows = await tx.all<{ sent: NotNull<string>; pushed: string }>(sql`
    select a.id as sent, p.platform_product_id as pushed
      from unnest(${distinct}::text[], ${distinct.map(idKey)}::text[]) as a(id, key)
     cross join lateral (select ${productIdBy(tx, sql`a.id`, sql`a.key`)} as id offset 0) i
     cross join lateral (
            select f.platform_product_id from products f where f.store_env_id = ${tx.storeEnvId} and f.id = i.id offset 0) p`)
  return new Map(rows.map((row) => [row.sent, row.pushed]))
}

const likeIt = (tx: StoreReads, platformProductId: string): Query<{ id: string }> => sql<{ id: string }>`
  select k.platform_product_id as id from products k
   where k.store_env_id = ${tx.storeEnvId} and k.id_key = ${idKey(platformProductId)}::text
   order by k.platform_product_id limit 2`

export async function explainRefusal(tx: StoreReads, platformProductId: string, path = '/platformProductId') {
  return refusalAmong(
    platformProductId,
    (await tx.all(likeIt(tx, platformProductId))).map(({ id }) => id),
    path,
  )
}

/** Returns the id as sent if no product matches. Throws for a shortened id, and for an id that matches two products. */
export async function readProductId(tx: StoreReads, sent: string): Promise<string> {
  const pushed = (await findPushedIds(tx, [sent])).get(sent)
  if (pushed !== undefined) return pushed
  const like = (await tx.all(likeIt(tx, sent))).map(({ id }) => id)
  if (like.length > 1 || isMangledNumber(sent)) throw refusalAmong(sent, like, '/platformProductId')
  return sent
}

export function refusalAmong(platformProductId: string, like: readonly string[], path?: string): AppError {
  const [first, second] = [...like].sort()
  if (first !== undefined && second !== undefined)
    return new AppError(
      404,
      'not_found',
      `Two products match ${platformProductId.slice(0, 100)}: "${first}" and "${second}". Send the exact id of one.`,
    )
  if (!isMangledNumber(platformProductId)) return notFound('product', platformProductId)
  const message = mangledMessage('product id', platformProductId)
  return new AppError(400, 'product_id_mangled', message, path === undefined ? {} : { details: [{ path, message }] })
}
