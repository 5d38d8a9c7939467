import {
  decodeCursor,
  fetchLimit,
  fetchWithTotal,
  listNewest,
  type Page,
  toPage as toListPage,
} from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, laterThan, sql } from '#platform/db/query.ts'
import type { Content, EntryRow, PageRow, VersionRow } from './rules.ts'
import { limits, type VersionFilters, type WebPageFilters } from './schema.ts'

const entryColumns = (tx: StoreTx) => sql<EntryRow>`
  p.id, p.slug, p.version, p.published_version as "publishedVersion", p.published_at as "publishedAt",
  p.created_at as "createdAt", p.updated_at as "updatedAt", v.kind, v.title, v.description, v.noindex, v.locale,
  (select h.handle from web_page_handles h where h.store_env_id = ${tx.storeEnvId} and h.is_current) as handle`

const contentColumns = sql`
  v.blocks, v.canonical_url as "canonicalUrl", v.variables, v.translations`

const newest = (tx: StoreTx) => sql`
  web_pages p join web_page_versions v on v.store_env_id = ${tx.storeEnvId} and v.page_id = p.id and v.version = p.version
   where p.store_env_id = ${tx.storeEnvId}`

export const list = <T>(tx: StoreTx, { status, kind, ...request }: WebPageFilters, map: (row: EntryRow) => T) =>
  listNewest<EntryRow & { created_at: string }, T>(
    tx,
    request,
    {
      columns: sql<EntryRow & { created_at: string }>`${entryColumns(tx)}, p.created_at`,
      from: sql`${newest(tx)}
        ${hasStatus(status)}
        ${kind === undefined ? sql`` : sql`and ${equalsAny('v.kind', kind)}`}`,
      table: 'p',
    },
    ({ created_at: _, ...row }) => map(row as EntryRow),
  )

function hasStatus(status: WebPageFilters['status']) {
  const [one, other] = [...new Set(status)]
  if (one === undefined || other !== undefined) return sql``
  return one === 'draft' ? sql`and p.published_version is null` : sql`and p.published_version is not null`
}

export const find = (tx: StoreTx, id: string) =>
  tx.first<PageRow>(sql`select ${entryColumns(tx)}, ${contentColumns} from ${newest(tx)} and p.id = ${id}`)

/** Locks until the transaction ends, so concurrent changes run one after the other. */
export async function lock(tx: StoreTx, id: string): Promise<PageRow | undefined> {
  const row = await tx.first<{ id: string }>(
    sql`select p.id from web_pages p where p.store_env_id = ${tx.storeEnvId} and p.id = ${id} for update`,
  )
  return row && find(tx, id)
}

/** Serialises new pages and new slugs. */
export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`web pages ${tx.storeEnvId}`}::text, 0))`)

export const countAll = async (tx: StoreTx): Promise<number> => {
  const row = await tx.first<{ count: number }>(
    sql`select count(*) as count from web_pages p where p.store_env_id = ${tx.storeEnvId}`,
  )
  return row?.count ?? 0
}

type StorePlace = { origins: string[]; timezone: string; name: string }

export const findPlace = async (tx: StoreTx): Promise<StorePlace> => {
  const row = await tx.first<StorePlace>(
    sql`select s.origins, s.timezone, s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`,
  )
  return row ?? { origins: [], timezone: 'UTC', name: '' }
}

export const insert = (tx: StoreTx, { id, slug }: { id: string; slug: string }) =>
  tx.run(sql`
    insert into web_pages (store_env_id, id, slug, version, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${slug}, 1, ${tx.now}, ${tx.now})`)

type Saver = { type: string; id?: string }

export const insertVersion = (tx: StoreTx, id: string, version: number, content: Content, savedBy: Saver) =>
  tx.run(sql`
    insert into web_page_versions (store_env_id, page_id, version, kind, title, description, blocks, noindex, canonical_url,
                                   variables, locale, translations, saved_by_type, saved_by_id, created_at)
    values (${tx.storeEnvId}, ${id}, ${version}, ${content.kind}, ${content.title}, ${content.description},
            ${JSON.stringify(content.blocks)}::jsonb, ${content.noindex}, ${content.canonicalUrl},
            ${JSON.stringify(content.variables)}::jsonb, ${content.locale}, ${JSON.stringify(content.translations)}::jsonb,
            ${savedBy.type}, ${savedBy.id ?? null}, ${tx.now})`)

export type Place = { id: string; slug: string; version: number; publishedVersion: number | null }

export const update = (tx: StoreTx, { id, slug, version, publishedVersion }: Place) =>
  tx.run(sql`
    update web_pages p
       set slug = ${slug}, version = ${version}, published_version = ${publishedVersion},
           published_at = case when ${publishedVersion}::integer is null then null
                               when p.published_version is null or p.published_version <> ${publishedVersion}::integer
                                 then ${tx.now}::timestamptz
                               else p.published_at end,
           updated_at = ${laterThan('p.updated_at', tx.now)}
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}`)

/** Deletes old versions above the limit, but never the published one. */
export const deleteOldVersions = (tx: StoreTx, id: string, newestVersion: number) =>
  tx.run(sql`
    delete from web_page_versions v
     using web_pages p
     where v.store_env_id = ${tx.storeEnvId} and v.page_id = ${id} and v.version <= ${newestVersion - limits.versions}::integer
       and p.store_env_id = ${tx.storeEnvId} and p.id = ${id} and v.version is distinct from p.published_version`)

export const deletePage = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from web_pages where store_env_id = ${tx.storeEnvId} and id = ${id}`)

/** Removes the redirect from this slug, regardless of the page that used it. */
export const deleteFormerSlug = (tx: StoreTx, slug: string) =>
  tx.run(sql`delete from web_page_former_slugs where store_env_id = ${tx.storeEnvId} and slug = ${slug}`)

export const insertFormerSlug = (tx: StoreTx, pageId: string, slug: string) =>
  tx.run(sql`
    insert into web_page_former_slugs (store_env_id, slug, page_id, created_at)
    values (${tx.storeEnvId}, ${slug}, ${pageId}, ${tx.now})`)

export const deleteOldFormerSlugs = (tx: StoreTx, pageId: string) =>
  tx.run(sql`
    delete from web_page_former_slugs f
     where f.store_env_id = ${tx.storeEnvId} and f.slug in (
       select o.slug from web_page_former_slugs o
        where o.store_env_id = ${tx.storeEnvId} and o.page_id = ${pageId}
        order by o.created_at desc, o.slug offset ${limits.formerSlugs}::integer)`)

const versionColumns = sql<VersionRow>`
  p.id, v.version, v.title, v.created_at as "createdAt", v.saved_by_type as "savedByType", v.saved_by_id as "savedById",
  p.published_version as "publishedVersion"`

export async function listVersions<T>(
  tx: StoreTx,
  id: string,
  filters: VersionFilters,
  map: (row: VersionRow) => T,
): Promise<Page<T>> {
  const from = sql`web_pages p
    join web_page_versions v on v.store_env_id = ${tx.storeEnvId} and v.page_id = p.id
   where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}`
  const position = decodeCursor(filters.cursor)
  // A cursor of another list has a timestamp as its position. The timestamp counts as version 0, which gives an empty page.
  const before = position && /^\d{1,9}$/.test(position.at) ? Number(position.at) : 0
  const { rows, total } = await fetchWithTotal<VersionRow>(tx, filters, {
    page: sql<VersionRow>`select ${versionColumns} from ${from} ${position ? sql`and v.version < ${before}::integer` : sql``}
                           order by v.version desc limit ${fetchLimit(filters)}`,
    order: sql`p.version desc`,
    count: sql`(select count(*) from ${from})`,
  })
  return toListPage(rows, filters, ({ version }) => ({ at: String(version), id }), map, total)
}

export const findVersion = (tx: StoreTx, id: string, version: number) =>
  tx.first<Content>(sql`
    select v.kind, v.title, v.description, v.noindex, v.locale, ${contentColumns}
      from web_page_versions v where v.store_env_id = ${tx.storeEnvId} and v.page_id = ${id} and v.version = ${version}`)

export const listKnown = async (tx: StoreTx, productIds: readonly string[], galleryIds: readonly string[]) => {
  const rows = await tx.all<{ id: string }>(sql`
    select p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${productIds}::uuid[])
    union all
    select g.id from galleries g where g.store_env_id = ${tx.storeEnvId} and g.id = any(${galleryIds}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}
