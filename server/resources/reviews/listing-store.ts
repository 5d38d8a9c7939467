import {
  countOfSearch,
  encodeCursor,
  fetchLimit,
  type Page,
  type PageRequest,
  toPage,
} from '#platform/calls/paging/page.ts'
import { selectProductId } from '#platform/calls/product-lookup.ts'
import { containsText, toPattern } from '#platform/db/contains.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, type Query, sql } from '#platform/db/query.ts'
import type { Media } from '#platform/files/storage/media.ts'
import type { Direction } from '#platform/values/wire.ts'
import {
  idsOfPool,
  isPooled,
  type JoinedPool,
  ownOfPool,
  poolTables,
  withPool,
} from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import { copiesAsReviews, reviewsBesideCopies, type Sharing } from './changes/copy-fragments.ts'
import { totalOf, totalOfPeriod } from './changes/counts-fragments.ts'
import { isCounted, isSummedByDay } from './changes/counts-rules.ts'
import { languageOrUnknown } from './language-fragments.ts'
import { inOrder, type Order, type Place, partsOf, placeColumns, toOrder, toPosition } from './listing-fragments.ts'
import type { ReadOrigin, Review, ReviewFilters, ReviewSort } from './schema.ts'
import { productWindow, ratedWindow, searchWindow } from './schema.ts'
import {
  columns,
  type OriginColumns,
  type ReadRow,
  type Row,
  type StoredRow,
  sameProduct,
  toReview,
  withProduct,
  withProductAndOrigin,
} from './store.ts'

export type OwnListRequest = PageRequest &
  ReviewFilters & {
    q?: string
    language?: string
    assigneeId?: string
    sort?: ReviewSort
    direction?: Direction
  } & Copies
/** Reads copies only with `sharing`. */
type Copies = { origin?: ReadOrigin; sharing?: Sharing }
export type ListRequest = OwnListRequest & { pool?: Pool }

type Fragment = ReturnType<typeof sql>
/** The last row that a search read. It serves only as the cursor of the next page. */
type WindowEnd = Place & { body: null }
type ListRow = { total?: number | null; own_id?: string | null } & OriginColumns &
  (Row | ReadRow | WindowEnd | { id: null; body: null })

/** Reads a page in one statement. `windowSize` limits how many reviews a search reads. */
export async function list(
  tx: StoreTx,
  request: OwnListRequest,
  media: Media,
  windowSize = windowOf(request),
): Promise<Page<Review>> {
  if (hasCopies(request)) return listWithCopies(tx, request, media, windowSize)
  const order = toOrder(request)
  const page = selectPage(tx, request, order, windowSize)
  return toReviewPage(await readRows(tx, request, order, withProduct(tx, page)), request, order, media)
}

/** Reads copies of other stores' reviews, alone or beside the store's own. */
export async function listWithCopies(
  tx: StoreTx,
  request: OwnListRequest & { origin: 'shared' | 'all'; sharing: Sharing },
  media: Media,
  windowSize = windowOf(request),
): Promise<Page<Review>> {
  const order = toOrder(request)
  const page = withProductAndOrigin(tx, selectPage(tx, request, order, windowSize), request.sharing)
  return toReviewPage(await readRows(tx, request, order, page), request, order, media)
}

/** Reads reviews of the product and of the other products in its pool. */
export async function listPooled(
  tx: StoreTx,
  request: OwnListRequest & { pool: JoinedPool },
  media: Media,
): Promise<Page<Review>> {
  const order = toOrder(request)
  const page = selectPage(tx, request, order, windowOf(request))
  const tables = tablesOf(tx, request)
  const rows = hasCopies(request)
    ? await readRows(tx, request, order, withOwn(withProductAndOrigin(tx, page, request.sharing)), tables)
    : await readRows(tx, request, order, withOwn(withProduct(tx, page)), tables)
  return toReviewPage(rows, request, order, media)
}

async function readRows<Selected>(
  tx: StoreTx,
  request: ListRequest,
  order: Order,
  page: Query<Selected>,
  tables?: Fragment,
): Promise<ListRow[]> {
  const rows = request.includeTotal
    ? await tx.all(withPool(tables, withTotal(page, selectCount(tx, request), order)))
    : await tx.all(withPool(tables, sql<Selected>`${page} ${inOrder(order)}`))
  return rows as ListRow[]
}

const hasCopies = <Request extends Copies>(
  request: Request,
): request is Request & { origin: 'shared' | 'all'; sharing: Sharing } =>
  request.sharing !== undefined && (request.origin ?? 'own') !== 'own'

const windowOf = ({ sort }: ListRequest): number => (sort === 'rating' ? ratedWindow : searchWindow)

/** Adds the requested product to each row, so that reviews of other products are recognized. */
const withOwn = <Selected>(rows: Query<Selected>) =>
  sql<Selected & { own_id: string | null }>`select r.*, ${ownOfPool} as own_id from (${rows}) r`

const tablesOf = (tx: StoreTx, request: ListRequest) => {
  const { productId, platformProductId = '', pool } = request
  return poolTables(
    tx,
    pool,
    productId === undefined ? selectProductId(tx, platformProductId) : sql`${productId}::uuid`,
  )
}

/** Conditions that an index with the store as first column can check without reading the row. */
export function conditions(tx: StoreTx, filters: ReviewFilters): Fragment[] {
  const found: Fragment[] = [...sameProduct(tx, filters), ...sameSubject(filters)]
  if (filters.categoryId !== undefined) found.push(sql`and ${isInCategory(tx, filters.categoryId, sql`r.product_id`)}`)
  const { orderId, status, rating, verified, hasPhotos, hasReply, incentivized, imported } = filters
  const { submittedAfter, submittedBefore, updatedAfter, reported, corrected } = filters
  if (orderId !== undefined) found.push(sql`and r.order_id = ${orderId}`)
  if (status !== undefined) found.push(sql`and ${equalsAny('r.status', status)}`)
  if (rating !== undefined) found.push(sql`and ${equalsAny('r.rating', rating)}`)
  if (verified !== undefined) found.push(verified ? sql`and r.verified` : sql`and not r.verified`)
  if (hasPhotos !== undefined) found.push(hasPhotos ? sql`and r.photo_count > 0` : sql`and r.photo_count = 0`)
  if (hasReply !== undefined) found.push(hasReply ? sql`and r.replied_at is not null` : sql`and r.replied_at is null`)
  if (incentivized !== undefined)
    found.push(incentivized ? sql`and r.incentive is not null` : sql`and r.incentive is null`)
  // Lists all sources except `import`, because no index supports "<>".
  if (imported !== undefined)
    found.push(
      imported ? sql`and r.source = 'import'` : sql`and r.source = any('{email_form,widget_form,api,shared}'::text[])`,
    )
  if (reported !== undefined)
    found.push(reported ? sql`and r.report_count > 0` : sql`and coalesce(r.report_count, 0) = 0`)
  if (corrected !== undefined)
    found.push(
      corrected
        ? sql`and (r.corrected_at is not null or r.correction is not null)`
        : sql`and r.corrected_at is null and r.correction is null`,
    )
  if (submittedAfter !== undefined) found.push(sql`and r.submitted_at > ${submittedAfter}::timestamptz`)
  if (submittedBefore !== undefined) found.push(sql`and r.submitted_at < ${submittedBefore}::timestamptz`)
  if (updatedAfter !== undefined) found.push(sql`and r.updated_at > ${updatedAfter}::timestamptz`)
  return found
}

/** Filters by product or category match only reviews of products, so they need no condition on the subject. */
function sameSubject({ subject = 'product', productId, platformProductId, categoryId }: ReviewFilters): Fragment[] {
  if (subject === 'shop') return [sql`and r.product_id is null`]
  const isOfProducts = [productId, platformProductId, categoryId].some((each) => each !== undefined)
  return subject === 'all' || isOfProducts ? [] : [sql`and r.product_id is not null`]
}

const filtered = (tx: StoreTx, request: ReviewFilters & { assigneeId?: string; pool?: Pool }) => {
  const { productId: _, platformProductId: __, ...others } = request
  return isPooled(request)
    ? sql`r.store_env_id = ${tx.storeEnvId} and r.product_id = ${idsOfPool}
          ${sql.join(conditions(tx, { ...others, subject: 'all' }), sql` `)}
          ${isAssigned(tx, request)}`
    : sql`r.store_env_id = ${tx.storeEnvId} ${sql.join(conditions(tx, request), sql` `)} ${isAssigned(tx, request)}`
}

/** A person has at most 1,000 assigned reviews, so an array of their ids finds them. */
const isAssigned = (tx: StoreTx, { assigneeId }: { assigneeId?: string }) =>
  assigneeId === undefined
    ? sql``
    : sql`and r.id = any(array(
        select a.review_id from review_assignees a where a.store_env_id = ${tx.storeEnvId} and a.user_id = ${assigneeId}))`

const isInCategory = (tx: StoreTx, categoryId: string, productId: Fragment) => sql`exists (
  select from products p
    join category_products cp on cp.store_env_id = ${tx.storeEnvId} and cp.category_id = ${categoryId}
     and cp.platform_product_id = p.platform_product_id
   where p.store_env_id = ${tx.storeEnvId} and p.id = ${productId})`

/** True for a request with a condition that no index supports. */
const isSearch = ({ q, language }: ListRequest) => q !== undefined || language !== undefined

const isFound = (tx: StoreTx, { q, language, ...filters }: ListRequest) => sql`
  ${q === undefined ? sql`true` : contains(tx, q)} ${sql.join(sameSubject(filters), sql` `)}
  and ${language === undefined ? sql`true` : sql`${languageOrUnknown} = ${language}`}`

function selectPage(tx: StoreTx, request: ListRequest, order: Order, windowSize: number): Query<StoredRow | WindowEnd> {
  const { categoryId } = request
  if (!isSearch(request) && categoryId !== undefined && !hasCopies(request))
    return pageOfCategory(tx, request, categoryId, order)
  const inWindow = isPooled(request) ? orderedInPool : ordered
  const selected = hasCopies(request) ? columnsWithOrigin : storedColumns
  if (!isSearch(request)) return inWindow(tx, request, order, selected, fetchLimit(request))
  const windowed = sql.lit(windowSize)
  const read = ofWindow(request)
  // Row-level security rules out a text index, so a search scans the first reviews until the page is full.
  return sql<(StoredRow & OriginColumns) | WindowEnd>`
    (select * from (${inWindow(tx, read, order, selected, windowed)}) r
      where ${isFound(tx, request)} ${inOrder(order)} limit ${fetchLimit(request)})
    union all
    (select ${lastOfWindow(order)} ${hasCopies(request) ? sql`, null, null` : sql``}
       from (select r.* from (${inWindow(tx, read, order, placeColumns(order), windowed)}) r
              ${inOrder(order)} offset ${sql.lit(windowSize - 1)} limit 1) r)
     limit ${fetchLimit(request)}`
}

/**
 * The index of the window does not contain the product. So a search of products' reviews also reads those of the
 * shop.
 */
const ofWindow = (request: ListRequest): ListRequest =>
  request.subject === 'shop' ? request : { ...request, subject: 'all' }

const storedColumns = sql<StoredRow>`${columns}`
const columnsWithOrigin = sql<
  StoredRow & { grant_id: string | null; origin_product_id: string | null }
>`${columns}, r.grant_id, r.origin_product_id`

/** PostgreSQL merges the two tables in the order of their indexes. */
function sourceOf(tx: StoreTx, request: Copies): Fragment {
  if (!hasCopies(request)) return sql`from reviews r`
  const copies = copiesAsReviews(tx, request.sharing)
  return request.origin === 'shared'
    ? sql`from (${copies}) r`
    : sql`from (${reviewsBesideCopies(tx)} union all ${copies}) r`
}

/** Selects the first reviews in the order of the page. `product` is an additional condition that selects one product. */
function ordered<Row>(
  tx: StoreTx,
  request: ListRequest,
  order: Order,
  selected: Query<Row>,
  limit: Fragment,
  product?: Fragment,
) {
  const parts = partsOf(request, order, product !== undefined).map(
    (part) => sql<Row>`
      select ${selected} ${sourceOf(tx, request)}
       where ${filtered(tx, request)} ${product ?? sql``} ${part} ${inOrder(order)} limit ${limit}`,
  )
  const [only] = parts
  if (only && parts.length === 1) return only
  // Each part is limited, because PostgreSQL 15 would otherwise sort a whole part.
  return sql<Row>`select r.* from ((${sql.join(parts, sql`) union all (`)})) r ${inOrder(order)} limit ${limit}`
}

/** Reads the first reviews of each product, because no index sorts the reviews of several products. */
function orderedInPool<Selected>(
  tx: StoreTx,
  request: ListRequest,
  order: Order,
  selected: Query<Selected>,
  limit: Fragment,
) {
  const { pool: _, productId: __, platformProductId: ___, ...others } = request
  const ofProduct = ordered(tx, { ...others, subject: 'all' }, order, selected, limit, sql`and r.product_id = c.id`)
  return sql<Selected>`
    select r.* from pool c cross join lateral (${ofProduct}) r ${inOrder(order)} limit ${limit}`
}

/** Number of newest reviews that are scanned for a category's page, before each product of the category is queried. */
const categoryWindow = 2_000

/** For rare categories a scan could read the whole store, so the newest reviews of each product are queried. */
function pageOfCategory(tx: StoreTx, request: ListRequest, categoryId: string, order: Order): Query<StoredRow> {
  const { categoryId: _, ...others } = request
  const sorted = inOrder(order)
  const place = placeColumns(order)
  const limit = fetchLimit(request)
  return sql<StoredRow>`
    select r.*
      from (with near as materialized (
              select ${place}
                from (${ordered(tx, others, order, sql`${place}, r.product_id`, sql.lit(categoryWindow))}) r
               where ${isInCategory(tx, categoryId, sql`r.product_id`)} ${sorted} limit ${limit}),
            far as (
              select ${place}
                from (select p.id from products p
                       where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = any(array(
                             select cp.platform_product_id from category_products cp
                              where cp.store_env_id = ${tx.storeEnvId} and cp.category_id = ${categoryId}))) p
               cross join lateral (
                     ${ordered(tx, { ...others, subject: 'all' }, order, place, limit, sql`and r.product_id = p.id`)}) r
               where (select count(*) from near) < ${limit}
               ${sorted} limit ${limit})
            select * from near where (select count(*) from near) = ${limit} union all select * from far) f
     cross join lateral (
           select ${columns} from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = f.id limit 1) r
     ${sorted}`
}

/** Has as many columns as `columns`. Only the cursor's columns have values, which the index provides. */
const lastOfWindow = ({ column, rating }: Order) =>
  sql.raw(
    `r.id, null, null, ${rating ? 'r.rating' : 'null'}, ${'null, '.repeat(10)} 0, null, 0, ${'null, '.repeat(8)} r.${column}, null, r.${column}, r.${column}, null, null, null, null`,
  )

/** Up to this many products are found by their index. For a more frequent word, the newest products are searched. */
const mostTitled = 1_000

/** A word that more than a tenth of these newest products have is frequent. */
const sampledProducts = 200

/** Finds the matching products once, before the reviews, and limits their number. */
const contains = (tx: StoreTx, q: string) => sql`(
    ${containsText('r.title', q)} or ${containsText('r.body', q)} or ${containsText('r.author_name', q)}
    or r.product_id in (
      with sampled as materialized (
             select count(*) as count from (${newestProducts(tx, sql``, sampledProducts)}) p where ${containsText('p.title', q)}),
           titled as materialized (
             select case when s.count <= ${sql.lit(sampledProducts / 10)}
                         then app.products_titled(${toPattern(q)}, ${sql.lit(mostTitled + 1)}) end as ids
               from sampled s),
           chosen as materialized (
             select case when cardinality(t.ids) <= ${sql.lit(mostTitled)} then t.ids end as ids from titled t)
      select unnest(c.ids) from chosen c
      union all
      select p.id from (${newestProducts(tx, sql`and (select c.ids is null from chosen c)`, productWindow)}) p
       where ${containsText('p.title', q)}))`

const newestProducts = (tx: StoreTx, only: Fragment, limit: number) => sql`
  select p.id, p.title from products p
   where p.store_env_id = ${tx.storeEnvId} ${only} order by p.created_at desc, p.id desc limit ${sql.lit(limit)}`

function selectCount(tx: StoreTx, request: ListRequest): Fragment {
  if (hasCopies(request)) return selectCountWithCopies(tx, request)
  if (!isSearch(request)) return sql`select ${selectTotal(tx, request)} as total`
  const all = sql`reviews r where ${filtered(tx, ofWindow(request))}`
  return sql`select ${countOfSearch(all, sql`(select count(*) from ${all} and ${isFound(tx, request)})`)} as total`
}

function selectTotal(tx: StoreTx, request: ListRequest): Fragment {
  if (request.subject === 'shop') return countOf(tx, request)
  const ofProducts = selectProductsTotal(tx, request)
  const hasShop = request.subject === 'all' && sameSubject({ ...request, subject: 'product' }).length > 0
  return hasShop ? sql`${ofProducts} + ${countOf(tx, ofShop(request))}` : ofProducts
}

const countOf = (tx: StoreTx, filters: ListRequest, also = sql``) =>
  sql`(select count(*) from reviews r where ${filtered(tx, filters)} ${also})`

const ofShop = (request: ListRequest): ListRequest => ({ ...request, subject: 'shop' })

/** Subtracts reviews of the shop from all reviews, because they are few and have an index of their own. */
const countOfProducts = (tx: StoreTx, filters: ListRequest, also = sql``) => {
  const all = countOf(tx, { ...filters, subject: 'all' }, also)
  return sameSubject({ ...filters, subject: 'product' }).length === 0
    ? all
    : sql`(${all} - ${countOf(tx, ofShop(filters), also)})`
}

/** Counts copies, because grants limit their number. Counts no search, because that would cost more than its page. */
const selectCountWithCopies = (tx: StoreTx, request: ListRequest & { sharing: Sharing }): Fragment => sql`
  select case when not ${isSearch(request)}::boolean
              then (select count(*) ${sourceOf(tx, request)} where ${filtered(tx, request)}) end as total`

/** For `reported=false`, subtracts the reported reviews from all, because they are few. */
function selectProductsTotal(tx: StoreTx, { reported, subject: _, ...others }: ListRequest): Fragment {
  const filters = { ...others, ...(reported !== undefined && { reported }) }
  if (reported === true || others.assigneeId !== undefined) return countOfProducts(tx, filters)
  const isOfPeriod = isSummedByDay(others)
  if (!isOfPeriod && !isCounted(others)) return countOfProducts(tx, filters)
  const total = isOfPeriod
    ? sql`(${totalOfPeriod(tx, others, (bounds) => sql`select ${countOfProducts(tx, others, bounds)} as count`)})`
    : totalOf(tx, others, sql`select ${countOfProducts(tx, others)}`)
  return reported === false ? sql`${total} - ${countOfProducts(tx, { ...others, reported: true })}` : total
}

/** Every row contains the count. An empty page is one row with only the count. */
const withTotal = <Selected>(rows: Query<Selected>, count: Fragment, order: Order) =>
  sql<
    Selected & { total: number | null }
  >`select t.total, r.* from (${count}) t left join (${rows}) r on true ${inOrder(order)}`

/** Copies no row, because copying 20 rows takes longer than building their reviews. */
const toPooled = (row: ListRow & ReadRow, review: Review): Review =>
  row.own_id === undefined || row.own_id === row.product_id || row.platform_product_id === null || review.origin
    ? review
    : {
        ...review,
        origin: {
          kind: 'group',
          platformProductId: row.platform_product_id,
          title: row.product_title ?? row.platform_product_id,
          url: row.product_url,
          storeName: null,
        },
      }

function toReviewPage(rows: ListRow[], request: ListRequest, order: Order, media: Media): Page<Review> {
  const total = request.includeTotal ? rows[0]?.total : undefined
  const reviews = rows.filter((row): row is ListRow & ReadRow => row.body !== null)
  const page = toPage(reviews, request, toPosition(order), (row) => toPooled(row, toReview(row, media)), total)
  const windowEnd = rows.find((row): row is ListRow & WindowEnd => row.body === null && row.id !== null)
  if (windowEnd === undefined || page.pagination.hasMore) return page
  const nextCursor = encodeCursor(toPosition(order)(windowEnd))
  return { ...page, pagination: { ...page.pagination, hasMore: true, nextCursor } }
}
