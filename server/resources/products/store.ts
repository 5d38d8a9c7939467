import type { Static } from 'typebox'
import { beyond, beyondText, byChange, countOfSearch, listNewest, type Page } from '#platform/calls/paging/page.ts'
import { type FigureColumn, listRanked } from '#platform/calls/paging/ranked.ts'
import { totalOf } from '#platform/calls/paging/row-counts.ts'
import { buildIdKey, productIdsLike } from '#platform/calls/product-lookup.ts'
import { containsText, toPattern } from '#platform/db/contains.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, type Query, sql } from '#platform/db/query.ts'
import { idKey } from '#platform/values/identifiers.ts'
import { newId } from '#platform/values/ids.ts'
import { formatAmountOrNull } from '#platform/values/money.ts'
import type { Direction } from '#platform/values/wire.ts'
import { isAveraged } from './averaged-fragments.ts'
import { computeRating, type Item } from './rules.ts'
import type { Product, ProductFigure, ProductFilters, ProductWithVariants } from './schema.ts'

export type KnownProduct = { id: string; fingerprint: Buffer | null; groupKey: string | null }

/** Reads without locks, because a row lock is a write and an unchanged push must write nothing. */
export async function listKnown(tx: StoreTx, platformIds: readonly string[]): Promise<Map<string, KnownProduct>> {
  const rows = await tx.all<KnownProduct & { platform_product_id: string }>(sql`
    select platform_product_id, id, fingerprint, group_key as "groupKey" from products
     where store_env_id = ${tx.storeEnvId} and platform_product_id = any(${platformIds}::text[])`)
  return new Map(rows.map((row) => [row.platform_product_id, row]))
}

export type WrittenProduct = { id: string; platformProductId: string; isNew: boolean }

export const productIdKey = buildIdKey(sql`r.platform_product_id`)

export const titleFolded = sql`lower(left(coalesce(r.title, r.platform_product_id), 60))`

/**
 * The arrays are subqueries, because otherwise the planner counts their values and plans each call again.
 *
 * If another transaction already wrote the same content, the row is locked, but neither written nor returned.
 */
export async function upsert<Row>(
  tx: StoreTx,
  items: readonly Item[],
  beside: Query<Row>,
): Promise<{ written: WrittenProduct[]; found: Row[] }> {
  const column = <T>(read: (item: Item) => T): T[] => items.map(read)
  const proposed = new Set(items.map(() => newId(tx.now.getTime())))
  const [rows, found] = await tx.several<[{ id: string; platform_product_id: string }, Row]>([
    sql`
    insert into products (store_env_id, id, platform_product_id, id_key, title, title_folded, handle, url, image_url, description, status,
                          categories, group_key, fingerprint, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.platform_product_id, ${productIdKey}, r.title, ${titleFolded}, r.handle, r.url, r.image_url, r.description, r.status,
           r.categories::text[], r.group_key, r.fingerprint, ${tx.now}, ${tx.now}
      from unnest((select ${[...proposed]}::uuid[]),
                  (select ${column((item) => item.platformProductId)}::text[]),
                  (select ${column((item) => item.title)}::text[]),
                  (select ${column((item) => item.handle)}::text[]),
                  (select ${column((item) => item.url)}::text[]),
                  (select ${column((item) => item.imageUrl)}::text[]),
                  (select ${column((item) => item.description)}::text[]),
                  (select ${column((item) => item.status)}::text[]),
                  (select ${column((item) => arrayLiteral(item.categories))}::text[]),
                  (select ${column((item) => item.groupKey ?? null)}::text[]),
                  (select ${column((item) => item.fingerprint)}::bytea[]))
        as r(id, platform_product_id, title, handle, url, image_url, description, status, categories, group_key,
             fingerprint)
    on conflict on constraint products_platform_id_once do update set
      title = excluded.title, title_folded = excluded.title_folded, handle = excluded.handle, url = excluded.url, image_url = excluded.image_url,
      description = excluded.description, status = excluded.status, categories = excluded.categories, group_key = excluded.group_key,
      fingerprint = excluded.fingerprint, updated_at = excluded.updated_at,
      merged_into = case when products.status = 'archived' and excluded.status <> 'archived' then null else products.merged_into end
      where products.fingerprint is distinct from excluded.fingerprint
    returning id, platform_product_id`,
    beside,
  ])
  // An existing row's id does not change, so a row that has the proposed id is new.
  const written = rows.map((row) => ({
    id: row.id,
    platformProductId: row.platform_product_id,
    isNew: proposed.has(row.id),
  }))
  return { written, found }
}

/** unnest flattens nested arrays, so each inner array is passed as text. */
const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

export async function list(tx: StoreTx, filters: Static<typeof ProductFilters>): Promise<Page<Static<typeof Product>>> {
  const { q, ...others } = filters
  const all = sql`products p where p.store_env_id = ${tx.storeEnvId} ${matching(tx, filters)}`
  const asked = { columns: columns(tx), table: 'p', count: buildCount(tx, filters, all), ...chooseSorting(filters) }
  if (q === undefined) return listNewest(tx, filters, { ...asked, from: all }, toProduct)
  const near = await listNewest(tx, filters, { ...asked, from: nearMatching(tx, others, q) }, toProduct)
  if (near.pagination.hasMore) return near
  const ids = await idsMatching(tx, q)
  const from = ids ? among(tx, ids, others) : all
  const { data, pagination } = await listNewest(tx, { ...filters, includeTotal: false }, { ...asked, from }, toProduct)
  return { data, pagination: { ...near.pagination, ...pagination } }
}

export async function listByFigure(tx: StoreTx, filters: Static<typeof ProductFilters>, figure: ProductFigure) {
  const { q, direction, ...others } = filters
  const ids = q === undefined ? undefined : await idsMatching(tx, q)
  const value = figures[figure](direction)
  const all = sql`products p where p.store_env_id = ${tx.storeEnvId} ${matching(tx, filters)}`
  const list = {
    figures: ids ? figuresOf(tx, ids, others, value) : figuresOfAll(tx, filters, value),
    columns: sql<ProductRow & FigureColumn>`${columns(tx)}, f.figure`,
    source: sql`(select p.* from products p where p.store_env_id = ${tx.storeEnvId} and p.id = f.id offset 0) p`,
    direction,
    count: buildCount(tx, filters, all) ?? sql`(select count(*) from ${all})`,
  }
  return listRanked(tx, filters, list, toProduct)
}

/** Computes the figure product by product. */
const figuresOf = (
  tx: StoreTx,
  ids: readonly string[],
  others: Omit<Static<typeof ProductFilters>, 'q'>,
  value: ReturnType<typeof sql>,
) => sql`
  select p.id, (select ${value} from (select sum(r.count)::bigint as count, sum(r.count * r.rating)::bigint as sum from (${selectStars(tx)}) r) n) as figure
    from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any (${ids}::uuid[]) ${matching(tx, others)}`

/** Counts all reviews of the store, as the entries count theirs. Reads only indexes, which is cheaper than a look at each product. */
const figuresOfAll = (
  tx: StoreTx,
  { hasReviews, ...others }: Static<typeof ProductFilters>,
  value: ReturnType<typeof sql>,
) => sql`
  select p.id, ${value} as figure
    from products p
    left join (select r.product_id, count(*) as count, sum(r.rating) as sum from reviews r
                where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${isAveraged} and r.product_id is not null
                group by r.product_id offset 0) n on n.product_id = p.id
    ${
      hasReviews === undefined
        ? sql``
        : sql`left join (select r.product_id from reviews r
                where r.store_env_id = ${tx.storeEnvId} and r.product_id is not null
                group by r.product_id offset 0) w on w.product_id = p.id`
    }
   where p.store_env_id = ${tx.storeEnvId} ${matching(tx, others)}
     ${hasReviews === undefined ? sql`` : hasReviews ? sql`and w.product_id is not null` : sql`and w.product_id is null`}`

/**
 * Values from `n.count` and `n.sum`. A rating is in hundredths, rounded half up as `computeRating` rounds it. Products
 * without reviews come last in both directions.
 */
const figures: Record<ProductFigure, (direction?: Direction) => ReturnType<typeof sql>> = {
  rating: (direction) =>
    sql`coalesce((200 * n.sum + n.count) / (2 * n.count), ${sql.lit(direction === 'asc' ? 1_000 : 0)})::bigint`,
  reviewCount: () => sql`coalesce(n.count, 0)::bigint`,
}

/** Up to this many matches are read and sorted. With more matches, reading in the page's order finds enough rows quickly. */
const maxSorted = 1_000

/** Undefined when there are more than `maxSorted`. */
async function idsMatching(tx: StoreTx, q: string): Promise<string[] | undefined> {
  const found = await tx.first<{ ids: string[] | null }>(sql`
    select case when cardinality(m.ids) <= ${sql.lit(maxSorted)} then m.ids end as ids
      from (select app.products_matching(${toPattern(q)}, ${idKey(q)}, ${sql.lit(maxSorted + 1)}) as ids offset 0) m`)
  return found?.ids ?? undefined
}

/** Looks up each product by id. With an order and a limit, the planner might otherwise scan all products. */
const among = (tx: StoreTx, ids: readonly string[], others: Omit<Static<typeof ProductFilters>, 'q'>) => sql`
  unnest(${ids}::uuid[]) m(id) cross join lateral (
    select p.* from products p where p.store_env_id = ${tx.storeEnvId} and p.id = m.id offset 0) p
   where true ${matching(tx, others)}`

/** Number of products that are searched first in the page's order. They fill a page for a common word. */
const nearProducts = 250

/** Looks up the SKUs of each product. Reading all SKUs first is cheaper only when all products are searched. */
function nearMatching(tx: StoreTx, filters: Omit<Static<typeof ProductFilters>, 'q'>, q: string) {
  const { column, direction, isText } = chooseSorting(filters)
  const sorting = { at: `p.${column}`, id: 'p.id', direction }
  const way = sql.raw(direction)
  return sql`(
    select p.* from products p
     where p.store_env_id = ${tx.storeEnvId} ${isText ? beyondText(filters, sorting) : beyond(filters, sorting)}
     order by ${sql.ref(sorting.at)} ${way}, p.id ${way} limit ${sql.lit(nearProducts)}) p
    where (${isNamed(q)} or exists (
            select from product_variants v
             where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and ${hasSku(q)} offset 0)) ${matching(tx, filters)}`
}

function buildCount(tx: StoreTx, { q, ...others }: Static<typeof ProductFilters>, from: ReturnType<typeof sql>) {
  if (q === undefined) return isFiltered(others) ? undefined : totalOf(tx, 'products')
  const searched = sql`products p where p.store_env_id = ${tx.storeEnvId} ${matching(tx, others)}`
  return countOfSearch(searched, sql`(select count(*) from ${from})`)
}

const isFiltered = ({ status, categoryId, groupId, hasReviews, updatedAfter }: Static<typeof ProductFilters>) =>
  [status, categoryId, groupId, hasReviews, updatedAfter].some((each) => each !== undefined)

function chooseSorting({ sort, direction }: Static<typeof ProductFilters>) {
  if (sort === 'title') return { column: 'title_folded', direction: direction ?? 'asc', isText: true }
  if (sort === 'updatedAt') return { ...byChange, ...(direction && { direction }), isText: false }
  return { column: 'created_at', direction: direction ?? 'desc', isText: false }
}

function matching(
  tx: StoreTx,
  { status, q, categoryId, groupId, hasReviews, updatedAfter }: Static<typeof ProductFilters>,
) {
  const reviewed = sql`exists (select from reviews r where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id)`
  return sql`
    ${updatedAfter === undefined ? sql`` : sql`and p.updated_at > ${updatedAfter}::timestamptz`}
    ${status === undefined ? sql`` : sql`and ${equalsAny('p.status', status)}`}
    ${
      categoryId === undefined
        ? sql``
        : sql`and p.platform_product_id = any(array(
            select cp.platform_product_id from category_products cp
             where cp.store_env_id = ${tx.storeEnvId} and cp.category_id = ${categoryId}))`
    }
    ${
      groupId === undefined
        ? sql``
        : sql`and p.id = any(array(
            select m.product_id from product_group_members m
             where m.store_env_id = ${tx.storeEnvId} and m.group_id = ${groupId}))`
    }
    ${hasReviews === undefined ? sql`` : hasReviews ? sql`and ${reviewed}` : sql`and not ${reviewed}`}
    ${
      q === undefined
        ? sql``
        : sql`and (${isNamed(q)} or p.id in (
            select v.product_id from product_variants v where v.store_env_id = ${tx.storeEnvId} and ${hasSku(q)}))`
    }`
}

const isNamed = (q: string) => sql`
  p.id_key = ${idKey(q)}::text or ${containsText('p.title', q)} or ${containsText('p.handle', q)}
  or ${containsText('p.platform_product_id', q)}`

const hasSku = (q: string) => sql`v.retired_at is null and ${containsText('v.sku', q)}`

export const find = async (tx: StoreTx, id: string) => (await listWhole(tx, sql`p.id = ${id}`))[0]

/** Returns two products if they share the comparison key and neither has exactly this id. */
export const listByPlatformId = (tx: StoreTx, platformProductId: string) =>
  listWhole(tx, sql`p.id = any(${productIdsLike(tx, platformProductId)})`)

async function listWhole(tx: StoreTx, which: ReturnType<typeof sql>): Promise<Static<typeof ProductWithVariants>[]> {
  const rows = await tx.all<ProductRow & { variants: VariantJson[] }>(sql`
    select ${columns(tx)}, (
             select coalesce(json_agg(json_build_object('id', v.id, 'platformVariantId', v.platform_variant_id,
                      'title', v.title, 'sku', v.sku, 'gtin', v.gtin, 'mpn', v.mpn, 'brand', v.brand,
                      'price', v.price::text, 'currency', v.currency, 'imageUrl', v.image_url,
                      'retiredAt', v.retired_at, 'createdAt', v.created_at, 'updatedAt', v.updated_at)
                      order by v.retired_at desc nulls first, v.position, v.id), '[]')
               from product_variants v where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id) as variants
      from products p where p.store_env_id = ${tx.storeEnvId} and ${which}`)
  return rows.map((row) => ({ ...toProduct(row), variants: row.variants.map(toVariant) }))
}

export const setRequestsExcluded = (tx: StoreTx, id: string, excluded: boolean): Promise<number> =>
  tx.run(sql`
    update products set requests_excluded = ${excluded}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and requests_excluded <> ${excluded}`)

export const lockByPlatformId = async (tx: StoreTx, platformProductId: string): Promise<string | undefined> =>
  (
    await tx.first<{ id: string }>(sql`
      select id from products
       where store_env_id = ${tx.storeEnvId} and platform_product_id = ${platformProductId} for update`)
  )?.id

/** Changes addresses of pages and pictures from `from` to `to`. The next push counts as a change. */
export const updateAddresses = (tx: StoreTx, from: string, to: string): Promise<number> =>
  tx.run(sql`
    update products
       set url = case when starts_with(url, ${from}) then ${to}::text || substr(url, length(${from}) + 1) else url end,
           image_url = case when starts_with(image_url, ${from}) then ${to}::text || substr(image_url, length(${from}) + 1)
                            else image_url end,
           fingerprint = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and (starts_with(url, ${from}) or starts_with(image_url, ${from}))`)

/** Clears the fingerprint, so the next push counts as a change even if identical. */
export const updateRetired = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`
    update products set status = 'archived', fingerprint = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and (status <> 'archived' or fingerprint is not null)`)

export const clearFingerprints = (tx: StoreTx, ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update products set fingerprint = null where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

const columns = (tx: StoreTx) => sql<ProductRow>`
  p.id, p.platform_product_id, p.title, p.handle, p.url, p.image_url, p.description, p.status, p.categories, p.group_key,
  p.requests_excluded, p.merged_into, p.title_folded, p.created_at, p.updated_at,
  (select count(*) from product_variants v
    where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null) as live_variants,
  array(select distinct cp.category_id from category_products cp
         where cp.store_env_id = ${tx.storeEnvId} and cp.platform_product_id = p.platform_product_id
         order by cp.category_id) as category_ids,
  array(select jsonb_build_array(s.rating, s.count) from (${selectStars(tx)}) s) as stars`

/**
 * Sorted like reviews_shown_counted_idx, because otherwise the planner may scan the whole store for each product after a bulk
 * approval.
 */
const selectStars = (tx: StoreTx) => sql`
  select r.rating, count(*) as count from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id and r.status = 'approved' and ${isAveraged}
   group by r.rating order by r.rating`

type ProductRow = {
  id: string
  platform_product_id: string
  title: string | null
  title_folded: string
  handle: string | null
  url: string | null
  image_url: string | null
  description: string | null
  status: Static<typeof Product>['status']
  categories: string[]
  category_ids: string[]
  group_key: string | null
  requests_excluded: boolean
  merged_into: string | null
  created_at: string
  updated_at: string
  live_variants: number
  stars: [number, number][]
}

const toProduct = (row: ProductRow): Static<typeof Product> => ({
  id: row.id,
  platformProductId: row.platform_product_id,
  title: row.title,
  handle: row.handle,
  url: row.url,
  imageUrl: row.image_url,
  description: row.description,
  status: row.status,
  categories: row.categories,
  categoryIds: row.category_ids,
  groupKey: row.group_key,
  requestsExcluded: row.requests_excluded,
  liveVariantCount: row.live_variants,
  mergedIntoId: row.merged_into,
  rating: computeRating(row.stars),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

type VariantJson = Static<typeof ProductWithVariants>['variants'][number]

/** PostgreSQL's JSON writes instants as `…+00:00`, unlike the API. */
const toVariant = (variant: VariantJson): VariantJson => ({
  ...variant,
  price: formatAmountOrNull(variant.price, variant.currency),
  retiredAt: variant.retiredAt && new Date(variant.retiredAt).toISOString(),
  createdAt: new Date(variant.createdAt).toISOString(),
  updatedAt: new Date(variant.updatedAt).toISOString(),
})
