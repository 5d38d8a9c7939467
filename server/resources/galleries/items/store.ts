import { decodeCursor, fetchLimit, fetchWithTotal, listNewest, type Page, toPage } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, laterThan, sql } from '#platform/db/query.ts'
import type { Direction } from '#platform/values/wire.ts'
import { picturedItems } from './fragments.ts'
import { type CandidateRow, type ItemRow, placeOf } from './rules.ts'
import type { CandidateFilters, CandidateSort, ItemFilters, Permission, Translation } from './schema.ts'

const columns = (tx: StoreTx) => sql<ItemRow>`
  i.id, i.review_photo_id as "reviewPhotoId", i.upload_id as "uploadId", r.id as "reviewId", r.status as "reviewStatus", r.author_name as "authorName",
  coalesce(f.storage_key, u.storage_key) as key, coalesce(f.width, u.width) as width, coalesce(f.height, u.height) as height,
  coalesce(f.variants, u.variants) as variants, i.caption, i.alt,
  array(select p.product_id from gallery_item_products p where p.store_env_id = ${tx.storeEnvId} and p.item_id = i.id
         order by p.position, p.product_id) as "productIds",
  i.permission, i.permission_by as "permissionBy", i.permission_at as "permissionAt", i.position, i.translations,
  i.created_at as "createdAt", i.updated_at as "updatedAt"`

export function afterPosition(cursor: string | undefined) {
  const position = decodeCursor(cursor)
  if (!position) return sql``
  // A cursor of another list contains an instant, which is not a position.
  const at = /^\d{1,9}$/.test(position.at) ? Number(position.at) : -1
  return sql`and (i.position, i.id) > (${at}::integer, ${position.id}::uuid)`
}

export async function list<T>(
  tx: StoreTx,
  galleryId: string,
  filters: ItemFilters,
  map: (row: ItemRow) => T,
): Promise<Page<T>> {
  const from = sql`${picturedItems(tx, sql`${galleryId}`)}
    ${filters.permission === undefined ? sql`` : sql`and ${equalsAny('i.permission', filters.permission)}`}`
  const { rows, total } = await fetchWithTotal<ItemRow>(tx, filters, {
    page: sql<ItemRow>`select ${columns(tx)} from ${from} ${afterPosition(filters.cursor)}
                        order by i.position, i.id limit ${fetchLimit(filters)}`,
    order: sql`p.position, p.id`,
    count: sql`(select count(*) from ${from})`,
  })
  return toPage(rows, filters, placeOf, map, total)
}

export const listSome = (tx: StoreTx, galleryId: string, ids: readonly string[]) =>
  tx.all<ItemRow>(sql`
    select ${columns(tx)} from ${picturedItems(tx, sql`${galleryId}`)} and i.id = any(${ids}::uuid[]) order by i.position, i.id`)

export const listIds = async (tx: StoreTx, galleryId: string): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(
      sql`select i.id from gallery_items i where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId}`,
    )
  ).map(({ id }) => id)

export type Photo = { id: string; source: string; itemId: string | null }

export const listPhotos = (tx: StoreTx, galleryId: string, ids: readonly string[]) =>
  tx.all<Photo>(sql`
    select f.id, r.source, i.id as "itemId"
      from review_photos f
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = f.review_id
      left join gallery_items i on i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId} and i.review_photo_id = f.id
     where f.store_env_id = ${tx.storeEnvId} and f.id = any(${ids}::uuid[]) and f.state = 'ready'
     order by f.id for key share of f`)

export const countAll = async (tx: StoreTx, galleryId: string): Promise<{ count: number; next: number }> => {
  const row = await tx.first<{ count: number; next: number }>(sql`
    select count(*) as count, coalesce(max(i.position) + 1, 0) as next
      from gallery_items i where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId}`)
  return row ?? { count: 0, next: 0 }
}

export type NewRow = {
  id: string
  reviewPhotoId: string | null
  uploadId: string | null
  position: number
  caption: string | null
  alt: string | null
  translations: Record<string, Translation>
  permission: Permission
  permissionBy: object | null
  productIds: string[]
}

export async function insert(tx: StoreTx, galleryId: string, rows: readonly NewRow[]): Promise<void> {
  const column = <T>(read: (row: NewRow) => T): T[] => rows.map(read)
  await tx.run(sql`
    insert into gallery_items (store_env_id, id, gallery_id, review_photo_id, upload_id, position, caption, alt, translations,
                               permission, permission_by, permission_at, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, ${galleryId}, r.photo, r.upload, r.position, r.caption, r.alt, r.translations, r.permission,
           r.decider, case when r.decider is not null then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now}
      from unnest(${column(({ id }) => id)}::uuid[],
                  ${column(({ reviewPhotoId }) => reviewPhotoId)}::uuid[],
                  ${column(({ uploadId }) => uploadId)}::uuid[],
                  ${column(({ position }) => position)}::integer[],
                  ${column(({ caption }) => caption)}::text[],
                  ${column(({ alt }) => alt)}::text[],
                  ${column(({ translations }) => JSON.stringify(translations))}::jsonb[],
                  ${column(({ permission }) => permission)}::text[],
                  ${column(({ permissionBy }) => permissionBy && JSON.stringify(permissionBy))}::jsonb[])
        as r(id, photo, upload, position, caption, alt, translations, permission, decider)
    returning 1`)
  for (const { id, productIds } of rows) if (productIds.length > 0) await setProducts(tx, id, productIds)
}

export const update = (tx: StoreTx, row: ItemRow) =>
  tx.run(sql`
    update gallery_items i
       set caption = ${row.caption}, alt = ${row.alt}, translations = ${JSON.stringify(row.translations)}::jsonb,
           permission = ${row.permission}, permission_by = ${row.permissionBy && JSON.stringify(row.permissionBy)}::jsonb,
           permission_at = ${row.permissionAt}::timestamptz,
           updated_at = ${laterThan('i.updated_at', tx.now)}
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${row.id}`)

export const deleteItem = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from gallery_items where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const updatePositions = (tx: StoreTx, galleryId: string, ids: readonly string[]) =>
  tx.run(sql`
    update gallery_items i set position = r.place - 1
      from unnest(${ids}::uuid[]) with ordinality r(id, place)
     where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId} and i.id = r.id and i.position <> r.place - 1`)

export const listProducts = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      select p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)
  ).map(({ id }) => id)

export async function setProducts(tx: StoreTx, itemId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from gallery_item_products where store_env_id = ${tx.storeEnvId} and item_id = ${itemId}`)
  await tx.run(sql`
    insert into gallery_item_products (store_env_id, item_id, product_id, position)
    select ${tx.storeEnvId}, ${itemId}::uuid, r.id, r.place - 1 from unnest(${ids}::uuid[]) with ordinality r(id, place)
    returning 1`)
}

export const listCandidates = <T>(
  tx: StoreTx,
  galleryId: string,
  filters: CandidateFilters,
  map: (row: CandidateRow) => T,
): Promise<Page<T>> =>
  listNewest<CandidateRow & SortedColumns, T>(
    tx,
    filters,
    {
      ...chooseSorting(filters),
      columns: sql<CandidateRow & SortedColumns>`
        f.id, f.id as "reviewPhotoId", f.review_id as "reviewId", f.product_id as "productId", f.title as "productTitle", f.rating,
        f.author_name as "authorName", f.incentive, f.storage_key as key, f.width, f.height, f.variants,
        (select i.id from gallery_items i
          where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId} and i.review_photo_id = f.id) as "itemId",
        f.created_at as "createdAt", f.created_at, f.title_folded`,
      from: sql`(
        select f.id, f.review_id, f.storage_key, f.width, f.height, f.variants, f.created_at, r.product_id, r.rating, r.author_name,
               r.incentive, p.title, p.title_folded
          from review_photos f
          join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = f.review_id
          join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
         where f.store_env_id = ${tx.storeEnvId} and f.state = 'ready' and r.status = 'approved'
           ${filters.productId === undefined ? sql`` : sql`and r.product_id = ${filters.productId}`}) f
       where true`,
      table: 'f',
    },
    ({ created_at: _, title_folded: __, ...row }) => map(row as CandidateRow),
  )

type SortedColumns = { created_at: string; title_folded: string }

const sortings = {
  newest: {},
  oldest: { direction: 'asc' },
  product: { column: 'title_folded', direction: 'asc', isText: true },
} as const satisfies Record<CandidateSort, { column?: string; direction?: Direction; isText?: boolean }>

const chooseSorting = ({ sort = 'newest' }: CandidateFilters) => sortings[sort]
