import { decodeCursor, fetchLimit, fetchWithTotal, type Page, toPage } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, laterThan, likePattern, sql } from '#platform/db/query.ts'
import type { Content, FaqRow } from './rules.ts'
import type { FaqFilters, Status } from './schema.ts'

const columns = (tx: StoreTx) => sql<FaqRow>`
  f.id, f.question, f.answer, f.group_name as "group", f.locale, f.translations, f.status, f.position,
  f.is_general as "isGeneral",
  array(select p.product_id from faq_products p where p.store_env_id = ${tx.storeEnvId} and p.faq_id = f.id
         order by p.product_id) as "productIds",
  array(select c.category_id from faq_categories c where c.store_env_id = ${tx.storeEnvId} and c.faq_id = f.id
         order by c.category_id) as "categoryIds",
  f.published_at as "publishedAt", f.created_at as "createdAt", f.updated_at as "updatedAt"`

export async function list<T>(tx: StoreTx, filters: FaqFilters, map: (row: FaqRow) => T): Promise<Page<T>> {
  const from = sql`faqs f where f.store_env_id = ${tx.storeEnvId} ${fitting(tx, filters)}`
  const { rows, total } = await fetchWithTotal<FaqRow>(tx, filters, {
    page: sql<FaqRow>`select ${columns(tx)} from ${from} ${afterCursor(filters.cursor)}
                       order by f.position, f.id limit ${fetchLimit(filters)}`,
    order: sql`p.position, p.id`,
    count: sql`(select count(*) from ${from})`,
  })
  return toPage(rows, filters, positionOf, map, total)
}

export const positionOf = ({ position, id }: { position: number; id: string }) => ({ at: String(position), id })

export function afterCursor(cursor: string | undefined) {
  const position = decodeCursor(cursor)
  if (!position) return sql``
  // A cursor of another list contains an instant, which is not a position.
  const at = /^\d{1,9}$/.test(position.at) ? Number(position.at) : -1
  return sql`and (f.position, f.id) > (${at}::integer, ${position.id}::uuid)`
}

function fitting(tx: StoreTx, { status, productId, categoryId, q }: FaqFilters) {
  const pattern = q === undefined ? '' : likePattern(q)
  return sql`
    ${status === undefined ? sql`` : sql`and ${equalsAny('f.status', status)}`}
    ${
      productId === undefined
        ? sql``
        : sql`and f.id in (select p.faq_id from faq_products p where p.store_env_id = ${tx.storeEnvId} and p.product_id = ${productId})`
    }
    ${
      categoryId === undefined
        ? sql``
        : sql`and f.id in (select c.faq_id from faq_categories c where c.store_env_id = ${tx.storeEnvId} and c.category_id = ${categoryId})`
    }
    ${
      q === undefined
        ? sql``
        : sql`and (f.question ilike ${pattern} or f.answer ilike ${pattern} or f.group_name ilike ${pattern}
               or exists (select from jsonb_each(f.translations) t cross join jsonb_each_text(t.value) said
                           where said.value ilike ${pattern}))`
    }`
}

export const find = (tx: StoreTx, id: string) =>
  tx.first<FaqRow>(sql`select ${columns(tx)} from faqs f where f.store_env_id = ${tx.storeEnvId} and f.id = ${id}`)

/** Locks until the transaction ends, so concurrent changes run one after the other. */
export async function lock(tx: StoreTx, id: string): Promise<FaqRow | undefined> {
  const row = await tx.first<{ id: string }>(
    sql`select f.id from faqs f where f.store_env_id = ${tx.storeEnvId} and f.id = ${id} for update`,
  )
  return row && find(tx, id)
}

/** Serialises additions and reorderings of the list. */
export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`faqs ${tx.storeEnvId}`}::text, 0))`)

export async function countAll(tx: StoreTx): Promise<{ count: number; next: number }> {
  const row = await tx.first<{ count: number; next: number }>(sql`
    select count(*) as count, coalesce(max(f.position) + 1, 0) as next from faqs f where f.store_env_id = ${tx.storeEnvId}`)
  return row ?? { count: 0, next: 0 }
}

export type NewRow = Content & { id: string; status: Status; position: number; isGeneral: boolean }

export const insert = (tx: StoreTx, rows: readonly NewRow[]) => {
  const column = <T>(read: (row: NewRow) => T): T[] => rows.map(read)
  return tx.run(sql`
    insert into faqs (store_env_id, id, question, answer, group_name, locale, translations, status, position, is_general,
                      published_at, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.question, r.answer, r.group_name, r.locale, r.translations, r.status, r.position,
           r.is_general, case when r.status = 'published' then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now}
      from unnest(${column(({ id }) => id)}::uuid[],
                  ${column(({ question }) => question)}::text[],
                  ${column(({ answer }) => answer)}::text[],
                  ${column(({ group }) => group)}::text[],
                  ${column(({ locale }) => locale)}::text[],
                  ${column(({ translations }) => JSON.stringify(translations))}::jsonb[],
                  ${column(({ status }) => status)}::text[],
                  ${column(({ position }) => position)}::integer[],
                  ${column(({ isGeneral }) => isGeneral)}::boolean[])
        as r(id, question, answer, group_name, locale, translations, status, position, is_general)
    returning 1`)
}

export type ChangedRow = Content & { id: string; status: Status; isGeneral: boolean }

export const update = (tx: StoreTx, row: ChangedRow) =>
  tx.run(sql`
    update faqs f
       set question = ${row.question}, answer = ${row.answer}, group_name = ${row.group}, locale = ${row.locale},
           translations = ${JSON.stringify(row.translations)}::jsonb, status = ${row.status}, is_general = ${row.isGeneral},
           published_at = case when ${row.status}::text = 'published' then coalesce(f.published_at, ${tx.now}::timestamptz) end,
           -- Always later than the old value, so a caller that read the row before this change can be recognised.
           updated_at = ${laterThan('f.updated_at', tx.now)}
     where f.store_env_id = ${tx.storeEnvId} and f.id = ${row.id}`)

export const updateQuestion = (tx: StoreTx, id: string, question: string) =>
  tx.run(sql`
    update faqs f set question = ${question}, updated_at = ${laterThan('f.updated_at', tx.now)}
     where f.store_env_id = ${tx.storeEnvId} and f.id = ${id}`)

export const deleteFaq = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from faqs where store_env_id = ${tx.storeEnvId} and id = ${id}`)

/** Questions answered by this FAQ stay answered. */
export const unlinkQuestions = (tx: StoreTx, id: string) =>
  tx.run(sql`update faq_questions set faq_id = null where store_env_id = ${tx.storeEnvId} and faq_id = ${id}`)

export const listIds = async (tx: StoreTx): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`select f.id from faqs f where f.store_env_id = ${tx.storeEnvId}`)
  return rows.map(({ id }) => id)
}

export const updatePositions = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update faqs f set position = r.place - 1
      from unnest(${ids}::uuid[]) with ordinality r(id, place)
     where f.store_env_id = ${tx.storeEnvId} and f.id = r.id and f.position <> r.place - 1`)

export const listProducts = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Locks the categories, because a reference to a category that is deleted at the same time would fail. */
export const lockCategories = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from categories c where c.store_env_id = ${tx.storeEnvId} and c.id = any(${ids}::uuid[]) order by c.id for key share`)
  return rows.map(({ id }) => id)
}

export const setProducts = async (tx: StoreTx, faqId: string, ids: readonly string[]): Promise<void> => {
  await tx.run(sql`
    delete from faq_products where store_env_id = ${tx.storeEnvId} and faq_id = ${faqId} and not product_id = any(${ids}::uuid[])`)
  await tx.run(sql`
    insert into faq_products (store_env_id, faq_id, product_id)
    select ${tx.storeEnvId}, ${faqId}::uuid, r.id from unnest(${ids}::uuid[]) r(id)
    on conflict do nothing`)
}

export const setCategories = async (tx: StoreTx, faqId: string, ids: readonly string[]): Promise<void> => {
  await tx.run(sql`
    delete from faq_categories where store_env_id = ${tx.storeEnvId} and faq_id = ${faqId} and not category_id = any(${ids}::uuid[])`)
  await tx.run(sql`
    insert into faq_categories (store_env_id, faq_id, category_id)
    select ${tx.storeEnvId}, ${faqId}::uuid, r.id from unnest(${ids}::uuid[]) r(id)
    on conflict do nothing`)
}
