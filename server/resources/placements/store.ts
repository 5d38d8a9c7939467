import { listNewest, type Page } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, laterThan, sql } from '#platform/db/query.ts'
import type { Content, PlacementRow, Rule } from './rules.ts'
import type { PlacementFilters } from './schema.ts'

const columns = (tx: StoreTx) => sql<PlacementRow>`
  p.id, p.name, p.widget, p.page_type as "pageType", p.is_general as "isGeneral", p.selector, p.insertion as insert,
  p.gallery_id as "galleryId", p.heading, p.item_limit as limit, p.subject, p.priority, p.starts_at as "startsAt", p.ends_at as "endsAt",
  p.status, p.locale, p.translations,
  json_build_object(
    'productIds', array(${selectProducts(tx)} and not r.is_excluded order by r.product_id),
    'categoryIds', array(select c.category_id from placement_categories c
                          where c.store_env_id = ${tx.storeEnvId} and c.placement_id = p.id order by c.category_id),
    'excludeProductIds', array(${selectProducts(tx)} and r.is_excluded order by r.product_id)) as rule,
  p.published_at as "publishedAt", p.created_at as "createdAt", p.updated_at as "updatedAt"`

const selectProducts = (tx: StoreTx) => sql`
  select r.product_id from placement_products r where r.store_env_id = ${tx.storeEnvId} and r.placement_id = p.id`

export const list = <T>(tx: StoreTx, filters: PlacementFilters, map: (row: PlacementRow) => T): Promise<Page<T>> =>
  listNewest<PlacementRow & { created_at: string }, T>(
    tx,
    filters,
    {
      columns: sql<PlacementRow & { created_at: string }>`${columns(tx)}, p.created_at`,
      from: sql`placements p where p.store_env_id = ${tx.storeEnvId} ${fitting(filters)}`,
      table: 'p',
    },
    map,
  )

const fitting = ({ status, pageType, widget }: PlacementFilters) => sql`
  ${status === undefined ? sql`` : sql`and ${equalsAny('p.status', status)}`}
  ${pageType === undefined ? sql`` : sql`and ${equalsAny('p.page_type', pageType)}`}
  ${widget === undefined ? sql`` : sql`and ${equalsAny('p.widget', widget)}`}`

export const find = (tx: StoreTx, id: string) =>
  tx.first<PlacementRow>(
    sql`select ${columns(tx)} from placements p where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}`,
  )

/** Locks the placement until the transaction ends, so concurrent changes run one after the other. */
export async function lock(tx: StoreTx, id: string): Promise<PlacementRow | undefined> {
  const row = await tx.first<{ id: string }>(
    sql`select p.id from placements p where p.store_env_id = ${tx.storeEnvId} and p.id = ${id} for update`,
  )
  return row && find(tx, id)
}

/** Serialises additions, because each addition counts the placements before it inserts one. */
export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`placements ${tx.storeEnvId}`}::text, 0))`)

export const countAll = async (tx: StoreTx): Promise<number> => {
  const row = await tx.first<{ count: number }>(
    sql`select count(*) as count from placements p where p.store_env_id = ${tx.storeEnvId}`,
  )
  return row?.count ?? 0
}

export const insert = (tx: StoreTx, row: Content & { id: string }) =>
  tx.run(sql`
    insert into placements (store_env_id, id, name, widget, page_type, is_general, selector, insertion, gallery_id, heading,
                            item_limit, subject, priority, starts_at, ends_at, status, locale, translations, published_at, created_at,
                            updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.name}, ${row.widget}, ${row.pageType}, ${row.isGeneral}, ${row.selector},
            ${row.insert}, ${row.galleryId}, ${row.heading}, ${row.limit}, ${row.subject}, ${row.priority}, ${row.startsAt}, ${row.endsAt},
            ${row.status}, ${row.locale}, ${JSON.stringify(row.translations)}::jsonb,
            case when ${row.status}::text = 'published' then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, row: Content & { id: string }) =>
  tx.run(sql`
    update placements p
       set name = ${row.name}, widget = ${row.widget}, page_type = ${row.pageType}, is_general = ${row.isGeneral},
           selector = ${row.selector}, insertion = ${row.insert}, gallery_id = ${row.galleryId}, heading = ${row.heading},
           item_limit = ${row.limit}, subject = ${row.subject}, priority = ${row.priority}, starts_at = ${row.startsAt}, ends_at = ${row.endsAt},
           status = ${row.status}, locale = ${row.locale}, translations = ${JSON.stringify(row.translations)}::jsonb,
           published_at = case when ${row.status}::text = 'published' then coalesce(p.published_at, ${tx.now}::timestamptz) end,
           -- Always later than the old value, so a caller that read the row before this change can be recognised.
           updated_at = ${laterThan('p.updated_at', tx.now)}
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${row.id}`)

export const deletePlacement = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from placements where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export async function setRule(tx: StoreTx, id: string, { productIds, categoryIds, excludeProductIds }: Rule) {
  await tx.run(sql`delete from placement_products where store_env_id = ${tx.storeEnvId} and placement_id = ${id}`)
  await tx.run(sql`delete from placement_categories where store_env_id = ${tx.storeEnvId} and placement_id = ${id}`)
  await tx.run(sql`
    insert into placement_products (store_env_id, placement_id, product_id, is_excluded)
    select ${tx.storeEnvId}::uuid, ${id}::uuid, r.id, false from unnest(${productIds}::uuid[]) r(id)
    union all
    select ${tx.storeEnvId}::uuid, ${id}::uuid, r.id, true from unnest(${excludeProductIds}::uuid[]) r(id)
    returning 1`)
  await tx.run(sql`
    insert into placement_categories (store_env_id, placement_id, category_id)
    select ${tx.storeEnvId}, ${id}::uuid, r.id from unnest(${categoryIds}::uuid[]) r(id)
    returning 1`)
}

export const listProducts = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Locks the categories, because a reference to a category that is deleted concurrently would fail. */
export const lockCategories = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from categories c where c.store_env_id = ${tx.storeEnvId} and c.id = any(${ids}::uuid[]) order by c.id for key share`)
  return rows.map(({ id }) => id)
}

export const hasGallery = async (tx: StoreTx, id: string): Promise<boolean> =>
  (await tx.first(sql`select g.id from galleries g where g.store_env_id = ${tx.storeEnvId} and g.id = ${id}`)) !==
  undefined
