import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/errors.ts'
import { decodeCursor, fetchLimit, type Page, toPage } from '#platform/page.ts'
import { averageOf, type Span, shareOf } from '../rules.ts'
import { within } from '../store.ts'
import { attention as limits } from './rules.ts'
import type { Attention, ProductQuery, ProductReport, ProductRow, Sort } from './schema.ts'

type Totals = ProductReport['total']

/** A file is not paged. */
const maxInFile = 10_000

/** What each sort goes by: whole numbers, as a cursor holds them. */
const placeOf: Record<Sort, string> = { reviews: 'received', average: 'hundredths', attention: 'urgency' }

export async function listProducts(
  tx: StoreReads,
  span: Span,
  query: ProductQuery,
): Promise<{ total: Totals; page: Page<ProductRow> }> {
  const sort = placeOf[query.sort ?? 'reviews']
  const place = decodeCursor(query.cursor)
  if (place?.at.includes('T')) throw invalidField('/cursor', 'is not a cursor of this list')
  const isDown = query.direction !== 'asc'
  const beyond = place
    ? sql`where (${sql.ref(`n.${sort}`)}, n.product_id) ${sql.raw(isDown ? '<' : '>')} (${Number(place.at)}::bigint, ${place.id}::uuid)`
    : sql``
  const way = sql.raw(isDown ? 'desc' : 'asc')
  const rows = await tx.all<ListRow>(sql`
    with counted as materialized (${counts(tx, span)}),
    needed as materialized (
      select c.*, cardinality(c.attention)::bigint as urgency,
             round(100.0 * c.stars / c.received)::bigint as hundredths
        from (select c.*, ${attentionOf} as attention from counted c where c.received > 0) c
       where ${query.attention ? sql`c.attention && ${query.attention}::text[]` : sql`true`}
    )
    select t.products, t.reviews, l.*
      from (select count(*) as products, coalesce(sum(received), 0)::bigint as reviews from needed) t
      left join lateral (
        select n.product_id as id, p.platform_product_id, p.title, p.url, p.image_url, n.received, n.stars, n.low,
               n.before, n.stars_before, n.attention, ${sql.ref(`n.${sort}`)} as place
          from (select n.* from needed n ${beyond}
                 order by ${sql.ref(`n.${sort}`)} ${way}, n.product_id ${way} limit ${query.format === 'csv' ? sql.lit(maxInFile) : fetchLimit(query)}) n
          join products p on p.store_env_id = ${tx.storeEnvId} and p.id = n.product_id
         order by ${sql.ref(`n.${sort}`)} ${way}, n.product_id ${way}) l on true
     order by l.place ${way}, l.id ${way}`)
  const found = rows.filter((row): row is ListRow & FoundRow => row.id !== null)
  const [{ products = 0, reviews = 0 } = {}] = rows
  return {
    total: { products, received: reviews },
    page: toPage(
      found,
      query.format === 'csv' ? { limit: maxInFile } : query,
      ({ place, id }) => ({ at: String(place), id }),
      toRow,
      query.includeTotal ? products : undefined,
    ),
  }
}

/** Both spans in one pass, index-only on reviews_submitted_idx but for the products themselves. */
const counts = (tx: StoreReads, span: Span) => {
  const now = tx.now.getTime()
  const isIn = within('submitted_at', span)
  return sql`
    select product_id, count(*) filter (where ${isIn}) as received,
           coalesce(sum(rating) filter (where ${isIn}), 0)::bigint as stars,
           count(*) filter (where rating <= 2 and ${isIn}) as low,
           count(*) filter (where submitted_at < ${span.begin}) as before,
           coalesce(sum(rating) filter (where submitted_at < ${span.begin}), 0)::bigint as stars_before,
           count(*) filter (where status = 'approved' and rating <= 2 and replied_at is null
                              and submitted_at <= ${new Date(now - limits.unansweredMs)} and ${isIn}) as unanswered,
           count(*) filter (where status = 'pending' and submitted_at <= ${new Date(now - limits.backlogMs)} and ${isIn}) as waiting
      from reviews
     where store_env_id = ${tx.storeEnvId} and submitted_at >= ${span.beforeBegin} and submitted_at < ${span.end}
     group by product_id`
}

/** Averages are compared as products of whole numbers: 4.5 to 4.0 has fallen by exactly 0.5. */
const attentionOf = sql`array_remove(array[
  case when c.received >= ${sql.lit(limits.least)} and c.before >= ${sql.lit(limits.least)}
        and c.stars_before * c.received - c.stars * c.before >= ${sql.lit(limits.fallOf)} * c.received * c.before
       then 'average_fell' end,
  case when c.unanswered > 0 then 'low_unanswered' end,
  case when c.received >= ${sql.lit(limits.least)} and c.low >= ${sql.lit(limits.lowShare)} * c.received then 'low_share' end,
  case when c.waiting >= ${sql.lit(limits.backlog)} then 'backlog' end], null)`

type FoundRow = {
  id: string
  platform_product_id: string
  received: number
  stars: number
  low: number
  before: number
  stars_before: number
  attention: Attention[]
  place: number
}
/** What hangs on the row of the totals, which is there when no product is. */
type ListRow = {
  products: number
  reviews: number
  title: string | null
  url: string | null
  image_url: string | null
} & {
  [K in keyof FoundRow]: FoundRow[K] | null
}

const toRow = (row: ListRow & FoundRow): ProductRow => ({
  product: {
    id: row.id,
    platformProductId: row.platform_product_id,
    title: row.title,
    url: row.url,
    imageUrl: row.image_url,
  },
  received: row.received,
  averageRating: averageOf(row.stars, row.received),
  previousAverage: averageOf(row.stars_before, row.before),
  lowShare: shareOf(row.low, row.received),
  attention: row.attention,
})
