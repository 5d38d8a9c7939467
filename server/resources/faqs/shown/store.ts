import { fetchLimit, fetchWithTotal, type Page, toPage } from '#platform/calls/paging/page.ts'
import { selectProductId, selectPushedId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { likePattern, type Query, sql } from '#platform/db/query.ts'
import { parseReader } from '#platform/values/translations.ts'
import { afterCursor, positionOf } from '../store.ts'
import type { ShownRow } from './rules.ts'
import type { ShownFaqFilters } from './schema.ts'

/** `group` is the name that the store wrote, independent of the reader's language. */
export type ShownRequest = ShownFaqFilters & { group?: string | undefined }

/** Store-wide FAQs and FAQs of the product and its categories, in the store's order, read by one statement. */
export async function listShown<T>(tx: StoreTx, filters: ShownRequest, map: (row: ShownRow) => T): Promise<Page<T>> {
  const from = shown(tx, filters)
  const { rows, total } = await fetchWithTotal<ShownRow>(tx, filters, {
    page: selectPage(from, filters),
    order: sql`p.position, p.id`,
    count: sql`(select count(*) from ${from})`,
  })
  return toPage(rows, filters, positionOf, map, total)
}

const selectPage = (from: Query<unknown>, filters: ShownRequest): Query<ShownRow> => {
  const { locale } = filters
  return sql<ShownRow>`
    select f.id, f.position, ${text('question', locale)} as question, ${text('answer', locale)} as answer,
           ${text('group', locale)} as "group"
      from ${from} ${afterCursor(filters.cursor)}
     order by f.position, f.id limit ${fetchLimit(filters)}`
}

/** Looks up the product's FAQs by their ids, so that FAQs of other products are not read. */
function shown(tx: StoreTx, { platformProductId, q, locale, group }: ShownRequest) {
  const pattern = likePattern(q ?? '')
  return sql`faqs f where f.store_env_id = ${tx.storeEnvId} and f.status = 'published'
    and (f.is_general ${platformProductId === undefined ? sql`` : sql`or f.id = any(array(${ofProduct(tx, platformProductId)}))`})
    ${group === undefined ? sql`` : sql`and f.group_name = ${group}`}
    ${
      q === undefined || q.trim() === ''
        ? sql``
        : sql`and (${text('question', locale)} ilike ${pattern} or ${text('answer', locale)} ilike ${pattern}
               or ${text('group', locale)} ilike ${pattern})`
    }`
}

const ofProduct = (tx: StoreTx, platformProductId: string) => sql`
  select fp.faq_id from faq_products fp
   where fp.store_env_id = ${tx.storeEnvId} and fp.product_id = ${selectProductId(tx, platformProductId)}
  union
  select fc.faq_id from category_products cp
    join faq_categories fc on fc.store_env_id = ${tx.storeEnvId} and fc.category_id = cp.category_id
   where cp.store_env_id = ${tx.storeEnvId} and cp.platform_product_id = ${selectPushedId(tx, platformProductId)}`

const columns = { question: sql.raw('f.question'), answer: sql.raw('f.answer'), group: sql.raw('f.group_name') }

function text(name: keyof typeof columns, locale: string | undefined) {
  const own = columns[name]
  const { tag, language } = parseReader(locale)
  const field = sql.lit(name)
  return sql`case when f.locale = ${tag} then ${own}
    else coalesce(f.translations -> ${tag}::text ->> ${field},
                  case when f.locale = ${language} then ${own} else f.translations -> ${language}::text ->> ${field} end,
                  ${own}) end`
}
