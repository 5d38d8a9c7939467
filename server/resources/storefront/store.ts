import { decodeCursor, fetchLimit, type Page, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import { productIdBy, selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, type Query, type Sql, sql } from '#platform/db/query.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { idKey } from '#platform/values/identifiers.ts'
import { isUuid } from '#platform/values/ids.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import { hasGroup, idsOfPool, isPooled, ownOfPool, poolTables, withPool } from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import {
  copiesAsReviews,
  hasShared,
  originOfCopy,
  photosOfCopy,
  reviewsBesideCopies,
  type Sharing,
  starsOfCopies,
} from '#resources/reviews/changes/copy-fragments.ts'
import { type NeverNull, starsOf, totalOf } from '#resources/reviews/changes/counts-fragments.ts'
import {
  areProductsCounted,
  countedStarsOfProducts,
  countsOfProducts,
  perStar,
  starsOfProduct,
  storedStars,
  sumByProduct,
} from '#resources/reviews/changes/product-counts-fragments.ts'
import { languageOrUnknown } from '#resources/reviews/language-fragments.ts'
import type { StarCount } from '#resources/reviews/rules.ts'
import type { SubjectFilter } from '#resources/reviews/schema.ts'
import { translationInto } from '#resources/translations/fragments.ts'
import {
  type Choice,
  groupAnswers,
  isRanked,
  ownLanguageRank,
  type PooledStars,
  primarySubtag,
  type RatingCount,
  type ReviewRow,
  type Run,
  runsAfter,
  toShown,
} from './rules.ts'
import type { ShownReview, Summary } from './schema.ts'

/** Questions and answers of a review. Most reviews have none, and then the lookup is skipped. */
export const answered = (tx: StoreTx) => sql`
  case when r.attribute_values is not null then (
    select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'label', a.label, 'value', e.value::integer, 'choices', a.choices,
                                      'lowLabel', a.low_label, 'highLabel', a.high_label)
                    order by a.category_id nulls last, a.position, a.id)
      from jsonb_each_text(r.attribute_values) e
      join review_attributes a on a.store_env_id = ${tx.storeEnvId} and a.id = e.key::uuid) end`

export type Narrowing = {
  verified?: boolean
  locale?: string[]
  answers?: string[]
  platformVariantId?: string
  isAveraged?: true
}

export type ListRequest = PageRequest &
  Choice &
  Narrowing & {
    subject?: SubjectFilter
    platformProductId?: string
    categoryId?: string
    pool?: Pool
    translate?: string
    sharing?: Sharing
  }

type Fragment = ReturnType<typeof sql>

/** In a list with a total, an empty page is one row without a review. */
export type ListRow = { total?: number } & (ReviewRow | { id: null })

export const isFound = <Row extends { id: string | null }>(row: Row): row is Row & ReviewRow => row.id !== null

export async function list(tx: StoreTx, given: ListRequest, media: Media): Promise<Page<ShownReview>> {
  const { firstLocale: _, ...mixed } = given
  // Sorts by the reader's language only for one product, because other lists have too many reviews.
  const request = given.platformProductId === undefined ? mixed : given
  const query: Query<ListRow> = request.includeTotal
    ? sql<ListRow>`select t.total, r.* from (${selectCount(tx, request)}) t left join (${selectPage(tx, request)}) r on true ${inOrder}`
    : selectPage(tx, request)
  const rows = await readPage<ListRow>(tx, request, withPool<ListRow>(tablesOf(tx, request), query))
  const total = request.includeTotal ? rows[0]?.total : undefined
  const found = rows.filter(isFound)
  return toPage(found, request, placeIn(request), (row) => toShown(row, media), total)
}

/**
 * Forces an index scan, because every page has an index in its order. After a bulk approval the planner may sort all
 * reviews of the store.
 */
async function readPage<Row>(tx: StoreTx, request: ListRequest, page: Query<Row>): Promise<Row[]> {
  // Reviews of the shop have only an index by date, so pages sorted by votes need a sort step.
  const isSorted = [request.platformProductId, request.categoryId].some((each) => each !== undefined)
  if (isSorted || request.subject === 'shop') return tx.all(page)
  const [, rows] = await tx.several<[unknown, Row]>([sql`select app.set_local('enable_sort', 'off')`, page])
  return rows
}

const placeIn = (request: Choice) => (row: ReviewRow) => ({
  at: row.submitted_at,
  id: row.id,
  ...(isRanked(request) && { rank: row.rank }),
})

const inOrder = sql`order by r.rank desc, r.submitted_at desc, r.id desc`

function selectPage(tx: StoreTx, request: ListRequest): Query<ReviewRow> {
  const runs = runsAfter(request, decodeCursor(request.cursor))
  const [only] = runs
  const isOfCategory = request.categoryId !== undefined && request.platformProductId === undefined
  return only && runs.length === 1 && !isOfCategory && !isPooled(request)
    ? pageOfRun(tx, request, only)
    : pageOfRuns(tx, request, runs)
}

/** The index has the reviews in the order of the page. */
const pageOfRun = (tx: StoreTx, request: ListRequest, run: RunAfter) => sql<ReviewRow>`
  select ${rankColumn(run)} as rank, ${reviewColumns(tx, request)}
    from reviews r
    ${joinProduct(tx, request)}
   where ${inRun(tx, request, run)}
   ${buildOrder(run)}
   limit ${fetchLimit(request)}`

/** The query of each run selects whole rows, not ids: right after an import, a lookup by id scanned all approved reviews. */
function pageOfRuns(tx: StoreTx, request: ListRequest, runs: readonly RunAfter[]): Query<ReviewRow> {
  const found = runs.map((run) => sql`(${foundIn(tx, request, run)})`)
  const [only] = found
  const all = only && found.length === 1 ? only : sql.join(found, sql` union all `)
  return sql<ReviewRow>`
    select r.rank, ${reviewColumns(tx, request)}
      from (select r.* from (${all}) r ${inOrder} limit ${fetchLimit(request)}) r
      ${joinProduct(tx, request)}
     ${inOrder}`
}

const foundIn = (tx: StoreTx, request: ListRequest, run: RunAfter): Fragment =>
  isPooled(request)
    ? foundInPool(tx, request, run)
    : request.categoryId === undefined || request.platformProductId !== undefined
      ? foundAmong(tx, request, run, sql``, fetchLimit(request))
      : foundInCategory(tx, request, run, request.categoryId)

/** The reviews to read. With a pool of shared reviews, these include copies. */
export const readFrom = (tx: StoreTx, request: ListRequest): Fragment =>
  hasCopies(request)
    ? sql`from (${reviewsBesideCopies(tx)} union all ${copiesAsReviews(tx, request.sharing)}) r`
    : sql`from reviews r`

const hasCopies = (request: ListRequest): request is ListRequest & { sharing: Sharing } =>
  hasShared(request.pool) && request.sharing !== undefined

/** Two more columns identify the origin of a copy. */
export const originColumns = (request: ListRequest): Fragment =>
  hasCopies(request) ? sql`, r.grant_id, r.origin_product_id` : sql``

const foundAmong = (tx: StoreTx, request: ListRequest, run: RunAfter, more: Fragment, limit: Fragment) => sql`
  select ${rankColumn(run)} as rank, r.id, r.product_id, r.rating, r.title, r.body, r.author_name, r.verified, r.incentive,
         r.relationship, r.helpful_count, r.reply_body, r.reply_author_name, r.replied_at, r.locale, r.submitted_at, r.corrected_at, r.photo_count,
         r.attribute_values, r.detected_language ${originColumns(request)}
    ${readFrom(tx, request)}
   where ${inRun(tx, request, run)} ${more}
   ${buildOrder(run)} limit ${limit}`

/** Reads the first reviews of each product, because no index sorts the reviews of several products. */
function foundInPool(tx: StoreTx, request: ListRequest, run: RunAfter): Fragment {
  const limit = fetchLimit(request)
  return sql`
    select r.* from pool c
     cross join lateral (${foundAmong(tx, request, run, sql`and r.product_id = c.id`, limit)}) r
     ${buildOrder(run)} limit ${limit}`
}

export const tablesOf = (tx: StoreTx, request: ListRequest): Sql | undefined =>
  isPooled(request) ? poolTables(tx, request.pool, selectProductId(tx, request.platformProductId ?? '')) : undefined

const buildOrder = ({ voted }: Run): Fragment =>
  voted
    ? sql`order by r.helpful_count desc, r.submitted_at desc, r.id desc`
    : sql`order by r.submitted_at desc, r.id desc`

const rankColumn = ({ rank, voted, isOwnLanguage }: Run): Fragment =>
  voted ? sql`r.helpful_count + ${sql.lit(isOwnLanguage ? ownLanguageRank : 0)}` : sql.lit(rank)

/** Number of newest reviews of the store that are searched for a category's page first. */
const categoryWindow = 2_000

/** For rare categories a scan might read the whole store, so the newest reviews of each product are queried instead. */
function foundInCategory(tx: StoreTx, request: ListRequest, run: RunAfter, categoryId: string): Fragment {
  const limit = fetchLimit(request)
  return sql`
    with near as materialized (
           select r.* from (${foundAmong(tx, request, run, sql``, sql.lit(categoryWindow))}) r
            where ${isIn(tx, categoryId)} ${buildOrder(run)} limit ${limit}),
         far as (
           select r.* from (${productsIn(tx, categoryId)}) c
            cross join lateral (${foundAmong(tx, request, run, sql`and r.product_id = c.id`, limit)}) r
            where (select count(*) from near) < ${limit}
            ${buildOrder(run)} limit ${limit})
    select * from near where (select count(*) from near) = ${limit} union all select * from far`
}

export const isIn = (tx: StoreTx, categoryId: string) => sql`exists (
  select from products p
    join category_products cp on cp.store_env_id = ${tx.storeEnvId} and cp.category_id = ${idOfCategory(tx, categoryId)}
     and cp.platform_product_id = p.platform_product_id
   where p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id)`

const productsIn = (tx: StoreTx, categoryId: string) => sql`
  select p.id from products p
   where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = any(array(
         select cp.platform_product_id from category_products cp
          where cp.store_env_id = ${tx.storeEnvId} and cp.category_id = ${idOfCategory(tx, categoryId)}))`

const idOfCategory = (tx: StoreTx, categoryId: string) => sql`(
  select k.id from categories k
   where k.store_env_id = ${tx.storeEnvId}
     and (k.platform_category_id = ${categoryId} ${isUuid(categoryId) ? sql`or k.id = ${categoryId}` : sql``})
   order by k.id limit 1)`

type RunAfter = Run & { after?: { at: string; id: string; rank?: number } }

const inRun = (tx: StoreTx, request: ListRequest, { rating, photos, voted, after, isOwnLanguage }: RunAfter) => sql`
  ${shown(tx, request)} ${narrowed(tx, request)} ${ofLanguage(request, isOwnLanguage)} ${rating === undefined ? sql`` : sql`and r.rating = ${rating}`} ${havingPhotos(photos)} ${havingVotes(voted)}
  ${after ? (voted ? behindWithVotes(after) : sql`and (r.submitted_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`) : sql``}`

const behindWithVotes = ({ at, id, rank = 0 }: NonNullable<RunAfter['after']>) =>
  sql`and (r.helpful_count, r.submitted_at, r.id) < (${rank % ownLanguageRank}::integer, ${at}::timestamptz, ${id}::uuid)`

export const reviewColumns = (tx: StoreTx, request: ListRequest) => sql`
  r.id, r.rating, r.title, r.body, r.author_name, r.verified, r.incentive, r.relationship, r.helpful_count, r.reply_body, r.reply_author_name, r.replied_at,
  r.locale, r.detected_language, r.submitted_at, r.corrected_at, ${hasCopies(request) ? sql`coalesce(${photos(tx)}, ${photosOfCopy(tx)})` : photos(tx)} as photos, ${answered(tx)} as attributes ${translated(tx, request)} ${productColumns(tx, request)} ${subjectColumn(request)}`

/** Sent only to callers that send `subject`. */
const subjectColumn = ({ subject }: ListRequest) =>
  subject === undefined ? sql`` : sql`, case when r.product_id is null then 'shop' else 'product' end as subject`

const translated = (tx: StoreTx, { translate }: ListRequest) =>
  translate === undefined ? sql`` : sql`, ${translationInto(tx, primarySubtag(translate))} as translation`

export const havingPhotos = (photos: boolean | undefined) =>
  photos === undefined ? sql`` : photos ? sql`and r.photo_count > 0` : sql`and r.photo_count = 0`

const ofLanguage = ({ firstLocale }: ListRequest, isOwn: boolean | undefined): Fragment =>
  isOwn === undefined || firstLocale === undefined
    ? sql``
    : sql`and (${languageOrUnknown} = ${primarySubtag(firstLocale)}) = ${isOwn}::boolean`

const hasNarrowing = ({ verified, locale, answers, platformVariantId }: Narrowing): boolean =>
  [verified, locale, answers, platformVariantId].some((each) => each !== undefined)

/** Filters without an index. PostgreSQL checks them on the rows of the product or the store. */
export function narrowed(tx: StoreTx, { verified, locale, answers, platformVariantId, ...rest }: Narrowing): Fragment {
  const parts: Fragment[] = []
  if (verified !== undefined) parts.push(sql`and r.verified = ${verified}::boolean`)
  if (locale !== undefined) parts.push(sql`and ${languageOrUnknown} = any(${locale.map(primarySubtag)}::text[])`)
  for (const { id, values } of groupAnswers(answers ?? []))
    parts.push(sql`and r.attribute_values is not null and r.attribute_values ->> ${id}::text = any(${values}::text[])`)
  if (rest.isAveraged) parts.push(sql`and ${isAveraged}`)
  if (platformVariantId !== undefined)
    parts.push(sql`and exists (
      select from order_line_items l
       where l.store_env_id = ${tx.storeEnvId} and l.order_id = r.order_id and l.product_id = r.product_id
         and l.platform_variant_id = ${platformVariantId})`)
  return sql.join(parts, sql` `)
}

const havingVotes = (voted: boolean | undefined) =>
  voted === undefined ? sql`` : voted ? sql`and r.helpful_count > 0` : sql`and r.helpful_count = 0`

export function shown(tx: StoreTx, request: ListRequest): Fragment {
  const { platformProductId, categoryId, subject = 'product' } = request
  const all = sql`r.store_env_id = ${tx.storeEnvId} and r.status = 'approved'`
  if (subject === 'shop') return sql`${all} and r.product_id is null`
  if (platformProductId === undefined) return subject === 'all' ? all : sql`${all} and r.product_id is not null`
  const its = isPooled(request) ? all : sql`${all} and r.product_id = ${selectProductId(tx, platformProductId)}`
  return categoryId === undefined ? its : sql`${its} and ${isIn(tx, categoryId)}`
}

const photos = (tx: StoreTx) => sql`
  case when r.photo_count > 0 then (
    select json_agg(json_build_object('id', f.id, 'key', f.storage_key, 'width', f.width, 'height', f.height,
                                      'variants', f.variants) order by f.position, f.id)
      from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = r.id and f.state = 'ready') end`

const productColumns = (tx: StoreTx, request: ListRequest) =>
  isPooled(request)
    ? sql`, case when p.id <> ${ownOfPool}
                 then json_build_object('platformProductId', p.platform_product_id, 'title', coalesce(p.title, p.platform_product_id), 'url', p.url) end as origin
          ${hasCopies(request) ? sql`, ${originOfCopy(tx, request.sharing)} as copied_from` : sql``}`
    : hasProducts(request)
      ? sql`, ${request.subject === 'all' ? sql`coalesce(p.platform_product_id, '') as platform_product_id` : sql`p.platform_product_id`}, p.title as product_title, p.url as product_url, p.image_url as product_image_url`
      : sql``

const hasProducts = ({ platformProductId, subject }: ListRequest) =>
  platformProductId === undefined && subject !== 'shop'

/** Looks up each product by id. A join may read all products of the store if the statistics expect only a few. */
export const joinProduct = (tx: StoreTx, request: ListRequest) =>
  hasProducts(request) || isPooled(request)
    ? sql`${request.subject === 'all' ? sql`left` : sql`cross`} join lateral (
        select p.id, p.platform_product_id, p.title, p.url, p.image_url from products p
         where p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id limit 1) p ${request.subject === 'all' ? sql`on true` : sql``}`
    : sql``

function selectCount(tx: StoreTx, request: ListRequest): Fragment {
  const { rating, hasPhotos, categoryId, platformProductId, subject = 'product' } = request
  const count = sql`
    select count(*)
      ${readFrom(tx, request)}
     where ${shown(tx, request)} ${inPool(request)} ${narrowed(tx, request)}
           ${rating === undefined ? sql`` : sql`and r.rating = ${rating}`} ${havingPhotos(hasPhotos)}
           ${categoryId === undefined || platformProductId !== undefined ? sql`` : sql`and r.product_id in (${productsIn(tx, categoryId)})`}`
  if (subject !== 'product' || categoryId !== undefined || platformProductId !== undefined || hasNarrowing(request))
    return sql`select (${count}) as total`
  const filters = { status: ['approved' as const], ...(hasPhotos !== undefined && { hasPhotos }) }
  return sql`select ${totalOf(tx, rating === undefined ? filters : { ...filters, rating: [rating] }, count)} as total`
}

export const inPool = (request: ListRequest): Fragment =>
  isPooled(request) ? sql`and r.product_id = ${idsOfPool}` : sql``

const memberStars = perStar((_, column) => `m.${column}`)
const noStars = perStar(() => 'null::integer')
const ownStars = perStar((_, column) => `coalesce(m.${column}, 0) + coalesce(n.${column}, 0)`)
const reviewedStars = perStar((_, column) => `n.${column}`)
const sumsOfStars = perStar((_, column) => `sum(c.${column})`)
const ownArray = sql.raw('array[o.s1, o.s2, o.s3, o.s4, o.s5]')
const pooledArray = sql.raw('array[s.s1, s.s2, s.s3, s.s4, s.s5]::integer[]')
const hasStars = sql.raw('c.s1 + c.s2 + c.s3 + c.s4 + c.s5 > 0')

/**
 * Counts each pool once, however many requested products share it. A product without a group is its own pool. Members of a
 * group have copies of their added up counts, so only changes since then are read by product.
 */
export function countPooledStars(
  tx: StoreTx,
  platformProductIds: readonly string[],
  pool: Pool | undefined,
  sharing: Sharing,
): Promise<PooledStars[]> {
  const [groupOfProduct, membersOfPool] = hasGroup(pool)
    ? [
        sql`select m.group_id from product_group_members m where m.store_env_id = ${tx.storeEnvId} and m.product_id = i.id offset 0`,
        sql`
          select p.id as pool_id, m.* from pools p
           cross join lateral (select m.product_id, ${memberStars} from product_group_members m
                                where m.store_env_id = ${tx.storeEnvId} and m.group_id = p.id offset 0) m
           where p.is_grouped
          union all`,
      ]
    : [sql`select null::uuid as group_id where false`, sql``]
  const areCounted = sql`(select v.are_counted from validity v)`
  const [all, uncopied] = [
    sql`array(select m.product_id from members m)`,
    sql`array(select m.product_id from members m where m.s1 is null)`,
  ]
  const copies = sql`
    union all
    select m.pool_id, c.product_id, c.grant_id, ${storedStars}
      from members m cross join lateral (${starsOfCopies(tx, sharing, sql`m.product_id`)}) c
     group by m.pool_id, c.product_id, c.grant_id`
  // Without copies each product has one row. Counting distinct values would sort all rows.
  const places = hasShared(pool)
    ? sql`count(distinct c.product_id) as products, count(distinct coalesce(c.grant_id, ${tx.storeEnvId})) as stores`
    : sql`count(*) as products, 1 as stores`
  return tx.all<PooledStars>(sql`
    with validity as materialized (select ${areProductsCounted(tx)} as are_counted),
         asked as materialized (
           select a.id as sent, i.id as product_id, coalesce(g.group_id, i.id) as pool_id, g.group_id is not null as is_grouped
             from unnest((select ${platformProductIds}::text[]), (select ${platformProductIds.map(idKey)}::text[])) as a(id, key)
            cross join lateral (select ${productIdBy(tx, sql`a.id`, sql`a.key`)} as id offset 0) i
             left join lateral (${groupOfProduct}) g on true),
         pools as materialized (select distinct q.pool_id as id, q.is_grouped from asked q where q.pool_id is not null),
         members as materialized (${membersOfPool} select p.id as pool_id, p.id as product_id, ${noStars} from pools p where not p.is_grouped),
         recent as materialized (
           ${sumByProduct(sql`
             ${countsOfProducts(tx, all, sql`not b.is_base`)} union all ${countsOfProducts(tx, uncopied, sql`b.is_base`)}`)}),
         counted as materialized (
           select c.* from (
             select m.pool_id, m.product_id, null::uuid as grant_id, ${ownStars}
               from members m left join recent n on n.product_id = m.product_id
              where ${areCounted}
             union all
             select m.pool_id, m.product_id, null, ${reviewedStars}
               from members m
               join (${countedStarsOfProducts(tx, all, sql`and not ${areCounted}`)}) n on n.product_id = m.product_id
             ${hasShared(pool) ? copies : sql``}) c
            where ${hasStars}),
         summed as (
           select c.pool_id, ${sumsOfStars}, ${places}
             from counted c group by c.pool_id)
    select q.sent as platform_product_id,
           case when o.product_id is not null then ${ownArray} end as own,
           case when s.pool_id is not null then ${pooledArray} end as pooled, s.products, s.stores
      from asked q
      left join summed s on s.pool_id = q.pool_id
      left join counted o on o.product_id = q.product_id and o.grant_id is null`)
}

/** The arrays are subqueries, because otherwise the planner counts their values and plans each call again. */
export const countStars = (tx: StoreTx, platformProductIds: readonly string[]) =>
  tx.all<Record<keyof RatingCount, NotNull<number>> & { platform_product_id: NotNull<string> }>(sql`
    select a.id as platform_product_id, c.rating, c.count
      from unnest((select ${platformProductIds}::text[]), (select ${platformProductIds.map(idKey)}::text[])) as a(id, key)
     cross join lateral (select ${productIdBy(tx, sql`a.id`, sql`a.key`)} as id offset 0) p
     cross join lateral (${starsOfProduct(tx, sql`p.id`)}) c`)

export function countStarsOfStore(tx: StoreTx, subject: SubjectFilter = 'product'): Promise<RatingCount[]> {
  const approved = (also: Sql) => sql<StarCount>`
    select r.rating, count(*) as count, 0::bigint as verified, 0::bigint as with_photos from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${isAveraged} ${also} group by r.rating order by r.rating`
  const ofShop = approved(sql`and r.product_id is null`)
  if (subject === 'shop') return tx.all<StarCount>(ofShop)
  const ofProducts = starsOf(tx, approved(sql`and r.product_id is not null`))
  return subject === 'all'
    ? tx.all<NeverNull<StarCount>>(sql`(${ofProducts}) union all (${ofShop})`)
    : tx.all<RatingCount>(ofProducts)
}

/** Star counts of the reviews in the average of the shop. Reads only reviews_shown_counted_idx. */
const shopStars = (tx: StoreTx) => sql<StarCount>`
  select r.rating, count(*) as count, count(*) filter (where r.verified) as verified, 0::bigint as with_photos
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id is null and ${isAveraged}
   group by r.rating order by r.rating`

export const countStarsOfShop = (tx: StoreTx): Promise<StarCount[]> => tx.all<StarCount>(shopStars(tx))

/**
 * Sorted like reviews_shown_counted_idx, because otherwise the planner might not choose that index right after a bulk approval.
 */
const selectStars = (tx: StoreTx) => sql`
  select r.rating, count(*) as count from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id and r.status = 'approved' and ${isAveraged}
   group by r.rating order by r.rating`

export type ProductFacts = {
  title: string | null
  url: string | null
  imageUrl: string | null
  /** At most two variants, which is enough to detect that there are several. */
  variants: Identifiers[]
  stars: RatingCount[]
}

export type Identifiers = { sku: string | null; gtin: string | null; mpn: string | null; brand: string | null }

export type ProductPage = {
  product: ProductFacts
  page: Page<ShownReview>
  defaultLocale: string | null
  pooled?: Summary['pooled'] | undefined
}

/** A product without reviews is returned as one row. */
type ProductRow = {
  default_locale: string | null
  product_title: string | null
  product_url: string | null
  product_image_url: string | null
  variants: Identifiers[] | null
  stars: RatingCount[] | null
} & (ReviewRow | { id: null })

export async function findProductPage(
  tx: StoreTx,
  request: ListRequest & { platformProductId: string },
  media: Media,
): Promise<ProductPage> {
  const tables = tablesOf(tx, request)
  // The CTE is materialized, because otherwise the stars would be counted again for every review.
  const rows = await tx.all<ProductRow>(sql`
    with ${tables ? sql`${tables},` : sql``} t as materialized (${selectProductFacts(tx, request.platformProductId)})
    select t.*, r.* from t left join (${selectPage(tx, request)}) r on true ${inOrder}`)
  const [first] = rows
  const found = rows.filter(isFound)
  return {
    product: {
      title: first?.product_title ?? null,
      url: first?.product_url ?? null,
      imageUrl: first?.product_image_url ?? null,
      variants: first?.variants ?? [],
      stars: first?.stars ?? [],
    },
    page: toPage(found, request, placeIn(request), (row) => toShown(row, media)),
    defaultLocale: first?.default_locale ?? null,
  }
}

export async function findStorePage(tx: StoreTx, request: ListRequest, media: Media): Promise<ProductPage> {
  const settings = await tx.first<{ locale: string | null }>(sql`
    select s.settings ->> 'defaultLocale' as locale from storefront_settings s where s.store_env_id = ${tx.storeEnvId}`)
  const stars = await countStarsOfStore(tx, request.subject)
  return {
    product: { title: null, url: null, imageUrl: null, variants: [], stars },
    page: await list(tx, request, media),
    defaultLocale: settings?.locale ?? null,
  }
}

type ShopRow = { stars: RatingCount[] | null } & (ReviewRow | { id: null })

/** For structured data: the newest reviews in the average of the shop itself, and the star counts of all. */
export async function findShopPage(
  tx: StoreTx,
  limit: number,
  media: Media,
): Promise<{ stars: RatingCount[]; reviews: ShownReview[] }> {
  const rows = await tx.all<ShopRow>(sql`
    with t as materialized (
      select (select json_agg(json_build_object('rating', c.rating, 'count', c.count)) from (${shopStars(tx)}) c) as stars)
    select t.*, r.* from t left join (${selectPage(tx, { subject: 'shop', limit, isAveraged: true })}) r on true ${inOrder}`)
  const reviews = rows.filter(isFound).slice(0, limit)
  return { stars: rows[0]?.stars ?? [], reviews: reviews.map((row) => toShown(row, media)) }
}

const selectProductFacts = (tx: StoreTx, platformProductId: string) => sql`
  select (select s.settings ->> 'defaultLocale' from storefront_settings s where s.store_env_id = ${tx.storeEnvId}) as default_locale,
         p.title as product_title, p.url as product_url, p.image_url as product_image_url,
         (select json_agg(json_build_object('sku', v.sku, 'gtin', v.gtin, 'mpn', v.mpn, 'brand', v.brand))
            from (select v.sku, v.gtin, v.mpn, v.brand
                    from product_variants v
                   where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null
                   order by v.position, v.id
                   limit 2) v) as variants,
         (select json_agg(json_build_object('rating', c.rating, 'count', c.count))
            from (${selectStars(tx)}) c) as stars
    from (values (1)) as one
    left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = ${selectProductId(tx, platformProductId)}`
