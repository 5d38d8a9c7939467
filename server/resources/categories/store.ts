import type { Static } from 'typebox'
import { listNewest } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { Item, Placement, StoredCategory } from './rules.ts'
import type { Category, CategoryFilters } from './schema.ts'

type Row = {
  id: string
  platform_category_id: string
  name: string
  handle: string | null
  parent_id: string | null
  source: 'shop' | 'pushed'
  product_count: number
  requests_excluded: boolean
  created_at: string
  updated_at: string
}

const columns = (tx: StoreTx) => sql<Row>`
  c.id, c.platform_category_id, c.name, c.handle,
  (select p.id from categories p
    where p.store_env_id = ${tx.storeEnvId} and p.platform_category_id = c.parent_platform_category_id and p.id <> c.id) as parent_id,
  c.source,
  (select count(distinct cp.platform_product_id) from category_products cp
     join products p on p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = cp.platform_product_id
    where cp.store_env_id = ${tx.storeEnvId} and cp.category_id = c.id) as product_count,
  c.requests_excluded, c.created_at, c.updated_at`

const toCategory = (row: Row): Static<typeof Category> => ({
  id: row.id,
  platformCategoryId: row.platform_category_id,
  name: row.name,
  handle: row.handle,
  parentId: row.parent_id,
  source: row.source,
  productCount: row.product_count,
  requestsExcluded: row.requests_excluded,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export function list(tx: StoreTx, filters: Static<typeof CategoryFilters>) {
  const { q, source } = filters
  const pattern = q === undefined ? '' : `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const from = sql`categories c where c.store_env_id = ${tx.storeEnvId}
    ${source === undefined ? sql`` : sql`and ${equalsAny('c.source', source)}`}
    ${
      q === undefined
        ? sql``
        : sql`and (c.name ilike ${pattern} or c.handle ilike ${pattern} or c.platform_category_id ilike ${pattern})`
    }`
  return listNewest(tx, filters, { columns: columns(tx), from, table: 'c' }, toCategory)
}

export async function find(tx: StoreTx, id: string): Promise<Static<typeof Category> | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from categories c where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)
  return row && toCategory(row)
}

export const setRequestsExcluded = (tx: StoreTx, id: string, excluded: boolean): Promise<number> =>
  tx.run(sql`
    update categories set requests_excluded = ${excluded}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and requests_excluded <> ${excluded}`)

export const deletePushed = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`delete from categories where store_env_id = ${tx.storeEnvId} and id = ${id} and source = 'pushed'`)

export const deleteMissingOfShop = (tx: StoreTx, kept: readonly string[]): Promise<number> =>
  tx.run(sql`
    delete from categories
     where store_env_id = ${tx.storeEnvId} and source = 'shop' and not platform_category_id = any(${kept}::text[])`)

/** Reads without locks: an unchanged push writes nothing, and a row lock is a write. */
export async function listKnown(tx: StoreTx, platformIds: readonly string[]): Promise<Map<string, StoredCategory>> {
  const rows = await tx.all<StoredCategory>(sql`
    select c.id, c.platform_category_id as "platformCategoryId", c.name, c.handle,
           c.parent_platform_category_id as "parentPlatformCategoryId", c.source, c.fingerprint
      from categories c
     where c.store_env_id = ${tx.storeEnvId} and c.platform_category_id = any(${platformIds}::text[])`)
  return new Map(rows.map((row) => [row.platformCategoryId, row]))
}

/**
 * Gives categories known only by name their platform id, and returns them. If several rows have one name, the first row
 * counts.
 */
export const adoptNamed = (tx: StoreTx, items: readonly Item[]) =>
  tx.all<{ id: string; platformCategoryId: string }>(sql`
    update categories c
       set platform_category_id = r.platform_id, is_named_only = false, fingerprint = null
      from (select distinct on (n.name_key) n.platform_id, n.name_key
              from unnest(${items.map((item) => item.platformCategoryId)}::text[],
                          ${items.map((item) => item.nameKey)}::text[]) with ordinality n(platform_id, name_key, place)
             where not exists (select from categories k
                                where k.store_env_id = ${tx.storeEnvId} and k.platform_category_id = n.platform_id)
             order by n.name_key, n.place) r
     where c.store_env_id = ${tx.storeEnvId} and c.name_key = r.name_key and c.is_named_only
    returning c.id, c.platform_category_id as "platformCategoryId"`)

/** Writes and locks in the given order. Rows that already have this content are neither written nor returned. */
export async function upsert(tx: StoreTx, items: readonly Item[], source: 'shop' | 'pushed') {
  const column = <T>(read: (item: Item) => T): T[] => items.map(read)
  const proposed = new Set(items.map(() => newId(tx.now.getTime())))
  const rows = await tx.all<{ id: string; platformCategoryId: string }>(sql`
    insert into categories (store_env_id, id, platform_category_id, name, name_key, handle, parent_platform_category_id, source,
                            fingerprint, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.platform_category_id, r.name, r.name_key, r.handle, r.parent, ${source}, r.fingerprint,
           ${tx.now}, ${tx.now}
      from unnest(${[...proposed]}::uuid[],
                  ${column((item) => item.platformCategoryId)}::text[],
                  ${column((item) => item.name)}::text[],
                  ${column((item) => item.nameKey)}::text[],
                  ${column((item) => item.handle)}::text[],
                  ${column((item) => item.parentPlatformCategoryId)}::text[],
                  ${column((item) => item.fingerprint)}::bytea[])
        as r(id, platform_category_id, name, name_key, handle, parent, fingerprint)
    on conflict on constraint categories_platform_id_once do update set
      name = excluded.name, name_key = excluded.name_key, handle = excluded.handle, is_named_only = false,
      parent_platform_category_id = excluded.parent_platform_category_id,
      source = case when excluded.source = 'shop' then 'shop' else categories.source end,
      fingerprint = excluded.fingerprint, updated_at = excluded.updated_at
      where categories.fingerprint is distinct from excluded.fingerprint or categories.name <> excluded.name
         or categories.handle is distinct from excluded.handle
         or categories.parent_platform_category_id is distinct from excluded.parent_platform_category_id
         or categories.source <> excluded.source and excluded.source = 'shop'
    returning id, platform_category_id as "platformCategoryId"`)
  // An existing row has another id, so a row with the proposed id is new.
  return rows.map((row) => ({ ...row, isNew: proposed.has(row.id) }))
}

/** Inserts categories that have only a name. Skips a name that another transaction inserts in parallel. */
export const insertNamed = (tx: StoreTx, names: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into categories (store_env_id, id, platform_category_id, name, name_key, source, is_named_only, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.name, r.name, r.name, 'pushed', true, ${tx.now}, ${tx.now}
      from unnest(${names.map(() => newId(tx.now.getTime()))}::uuid[], ${names}::text[]) r(id, name)
    on conflict on constraint categories_platform_id_once do nothing`)

/** Resolves each name to the oldest category of that name, or else to the one whose platform id equals the name. */
export const findNamed = (tx: StoreTx, names: readonly string[]) =>
  tx.all<{ name: string; id: string }>(sql`
    select n.name, c.id
      from unnest((select ${names}::text[])) n(name)
     cross join lateral (
           select c.id from categories c
            where c.store_env_id = ${tx.storeEnvId} and (c.name_key = n.name or c.platform_category_id = n.name)
            order by c.name_key = n.name desc, c.id limit 1) c`)

export const listPlacements = (tx: StoreTx, platformProductIds: readonly string[]) =>
  tx.all<Placement>(sql`
    select cp.platform_product_id as "platformProductId", cp.category_id as "categoryId" from category_products cp
     where cp.store_env_id = ${tx.storeEnvId} and cp.said_by = 'product'
       and cp.platform_product_id = any(${platformProductIds}::text[])`)

/** Skips a category that another transaction deletes in parallel. */
export const insertPlacements = (tx: StoreTx, rows: readonly Placement[], saidBy: 'category' | 'product') =>
  tx.run(sql`
    insert into category_products (store_env_id, category_id, platform_product_id, said_by)
    select ${tx.storeEnvId}, c.id, r.product, ${saidBy}
      from unnest(${rows.map((row) => row.categoryId)}::uuid[], ${rows.map((row) => row.platformProductId)}::text[]) r(category, product)
      join categories c on c.store_env_id = ${tx.storeEnvId} and c.id = r.category
     order by c.id, r.product
       for key share of c
    on conflict do nothing`)

export const deletePlacements = (tx: StoreTx, rows: readonly Placement[]) =>
  tx.run(sql`
    delete from category_products cp
     using unnest(${rows.map((row) => row.categoryId)}::uuid[], ${rows.map((row) => row.platformProductId)}::text[]) r(category, product)
     where cp.store_env_id = ${tx.storeEnvId} and cp.category_id = r.category and cp.platform_product_id = r.product
       and cp.said_by = 'product'`)

/** Deletes placements that the rows of these categories declared and that `kept` does not contain. */
export const deleteOtherProducts = (tx: StoreTx, categoryIds: readonly string[], kept: readonly Placement[]) =>
  tx.run(sql`
    delete from category_products cp
     where cp.store_env_id = ${tx.storeEnvId} and cp.category_id = any(${categoryIds}::uuid[]) and cp.said_by = 'category'
       and not exists (
             select from unnest(${kept.map((row) => row.categoryId)}::uuid[], ${kept.map((row) => row.platformProductId)}::text[]) r(category, product)
              where r.category = cp.category_id and r.product = cp.platform_product_id)`)
