import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/errors.ts'
import { decodeCursor, fetchLimit, type Page, toPage } from '#platform/page.ts'
import { productsOf, withinPiece, youngOf } from '../rows/store.ts'
import { averageOf, type Span, shareOf } from '../rules.ts'
import type { Sources } from '../sums/rules.ts'
import { inPieces, inSums, productRows } from '../sums/store.ts'
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
  sources: Sources,
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
    with counted as materialized (${counts(tx, span, sources)}),
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

/** Which parts of what is read are of the span itself, and which of the one before. */
export const parts = { span: 1, before: 2 } as const

/**
 * What waits for somebody does so by its age, to the moment: of what is counted whatever its age, those that are too young are taken
 * off, which are the few of the last days.
 */
const counts = (tx: StoreReads, span: Span, { sums, pieces }: Sources) => {
  const isOf = (part: number) => (each: { part: number }) => each.part === part
  const now = tx.now.getTime()
  return sql`
    select c.*, coalesce(b.received, 0) as before, coalesce(b.stars, 0) as stars_before
      from (
        select c.product_id, sum(c.received) as received, sum(c.stars) as stars, sum(c.low) as low, sum(c.unanswered) as unanswered,
               sum(c.waiting) as waiting
          from (
            ${productsIn(tx, sums.filter(isOf(parts.span)), pieces.filter(isOf(parts.span)))}
            union all
            select y.product_id, 0, 0, 0, -y.unanswered, -y.waiting from (${youngOf(tx, span, {
              unansweredSince: new Date(now - limits.unansweredMs),
              waitingSince: new Date(now - limits.backlogMs),
            })}) y
          ) c
         group by c.product_id
      ) c
      left join (
        select b.product_id, sum(b.received) as received, sum(b.stars) as stars
          from (${productsIn(tx, sums.filter(isOf(parts.before)), pieces.filter(isOf(parts.before)))}) b
         group by b.product_id
      ) b on b.product_id = c.product_id`
}

/** Products come several times, from sums and from rows. */
const productsIn = (tx: StoreReads, sums: Sources['sums'], pieces: Sources['pieces']) => sql`
  select s.product_id, s.sign * s.received as received, s.sign * s.stars as stars, s.sign * s.low as low,
         s.sign * s.unanswered as unanswered, s.sign * s.waiting as waiting
    from (select p.sign, ${productRows}
            from ${inSums(sums)}
            join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day) s
  union all
  select c.product_id, c.received::integer, c.stars::integer, c.low::integer, c.unanswered::integer, c.waiting::integer
    from ${inPieces(pieces)} cross join lateral (${productsOf(tx, withinPiece)}) c`

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
