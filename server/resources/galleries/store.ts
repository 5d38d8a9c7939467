import { listNewest, type Page } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, laterThan, sql } from '#platform/db/query.ts'
import { picturedItems } from './items/fragments.ts'
import { type Content, type FirstPicture, fromStored, type GalleryRow, type StoredGallery } from './rules.ts'
import { countedDays, type GalleryFilters, shownFirst } from './schema.ts'

const firstPictures = (tx: StoreTx) => sql<FirstPicture>`
  select coalesce(f.storage_key, u.storage_key) as key, coalesce(f.width, u.width) as width,
         coalesce(f.height, u.height) as height, coalesce(f.variants, u.variants) as variants,
         coalesce(r.status = 'approved', false) as "isPublic"
    from ${picturedItems(tx, sql`g.id`)} order by i.position, i.id limit ${sql.lit(shownFirst)}`

/** No row while counting is off. */
const uses = (tx: StoreTx) => sql`
  select json_build_object('impressions', coalesce(sum(c.impressions), 0), 'clicks', coalesce(sum(c.clicks), 0))
    from analytics_settings a
    join stores s on s.id = ${tx.storeEnvId}
    left join analytics_gallery_counts c on c.store_env_id = ${tx.storeEnvId} and c.gallery_id = g.id
     and c.day > (${tx.now}::timestamptz at time zone s.timezone)::date - ${sql.lit(countedDays)}
   where a.store_env_id = ${tx.storeEnvId} and a.widget_counts
   group by a.store_env_id`

const columns = (tx: StoreTx) => sql<StoredGallery>`
  g.id, g.name, g.title, g.description, g.layout, g.columns, g.status, g.locale, g.translations, g.lead_form as "leadForm",
  (select json_build_object('url', w.url, 'disabledReason', w.disabled_reason) from webhook_endpoints w
    where w.store_env_id = ${tx.storeEnvId} and w.gallery_id = g.id
      and (w.maker_id is null or app.is_maker_active(w.made_by, w.maker_id, w.store_env_id, ${tx.now}))) as webhook,
  (select count(*)::integer from gallery_items i where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = g.id) as "itemCount",
  (select count(*)::integer from placements l
    where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = g.id and l.status = 'published') as "placementCount",
  (select count(*)::integer from web_pages w
     join web_page_versions v on v.store_env_id = ${tx.storeEnvId} and v.page_id = w.id and v.version = w.published_version
    where w.store_env_id = ${tx.storeEnvId}
      and v.blocks @> jsonb_build_array(jsonb_build_object('type', 'gallery', 'galleryId', g.id))) as "webPageCount",
  (select coalesce(json_agg(f.*), '[]') from (${firstPictures(tx)}) f) as "firstPictures", (${uses(tx)}) as uses,
  g.published_at as "publishedAt", g.created_at as "createdAt", g.updated_at as "updatedAt"`

export const list = <T>(tx: StoreTx, filters: GalleryFilters, map: (row: GalleryRow) => T): Promise<Page<T>> =>
  listNewest<StoredGallery & { created_at: string }, T>(
    tx,
    filters,
    {
      columns: sql<StoredGallery & { created_at: string }>`${columns(tx)}, g.created_at`,
      from: sql`galleries g where g.store_env_id = ${tx.storeEnvId}
        ${filters.status === undefined ? sql`` : sql`and ${equalsAny('g.status', filters.status)}`}`,
      table: 'g',
    },
    ({ created_at: _, ...row }) => map(fromStored(row as StoredGallery)),
  )

export async function find(tx: StoreTx, id: string): Promise<GalleryRow | undefined> {
  const row = await tx.first<StoredGallery>(
    sql`select ${columns(tx)} from galleries g where g.store_env_id = ${tx.storeEnvId} and g.id = ${id}`,
  )
  return row && fromStored(row)
}

/** Locks until the transaction ends, so concurrent changes of the gallery and its items run one after the other. */
export async function lock(tx: StoreTx, id: string): Promise<GalleryRow | undefined> {
  const row = await tx.first<{ id: string }>(
    sql`select g.id from galleries g where g.store_env_id = ${tx.storeEnvId} and g.id = ${id} for update`,
  )
  return row && find(tx, id)
}

/** Serialises additions, because each transaction counts the galleries before it adds one. */
export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`galleries ${tx.storeEnvId}`}::text, 0))`)

export const countAll = async (tx: StoreTx): Promise<number> => {
  const row = await tx.first<{ count: number }>(
    sql`select count(*) as count from galleries g where g.store_env_id = ${tx.storeEnvId}`,
  )
  return row?.count ?? 0
}

export const insert = (tx: StoreTx, row: Content & { id: string }) =>
  tx.run(sql`
    insert into galleries (store_env_id, id, name, title, description, layout, columns, status, locale, translations,
                           lead_form, published_at, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.name}, ${row.title}, ${row.description}, ${row.layout}, ${row.columns},
            ${row.status}, ${row.locale}, ${JSON.stringify(row.translations)}::jsonb, ${JSON.stringify(row.leadForm)}::jsonb,
            case when ${row.status}::text = 'published' then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, row: Content & { id: string }) =>
  tx.run(sql`
    update galleries g
       set name = ${row.name}, title = ${row.title}, description = ${row.description}, layout = ${row.layout},
           columns = ${row.columns}, status = ${row.status}, locale = ${row.locale},
           translations = ${JSON.stringify(row.translations)}::jsonb, lead_form = ${JSON.stringify(row.leadForm)}::jsonb,
           published_at = case when ${row.status}::text = 'published' then coalesce(g.published_at, ${tx.now}::timestamptz) end,
           -- Always later than the old value, so a caller that read the row before this change can be recognised.
           updated_at = ${laterThan('g.updated_at', tx.now)}
     where g.store_env_id = ${tx.storeEnvId} and g.id = ${row.id}`)

export const deleteGallery = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from galleries where store_env_id = ${tx.storeEnvId} and id = ${id}`)
