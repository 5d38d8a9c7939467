import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { last4 } from '#platform/values/mask.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import { poolTables } from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import { type AnsweredRow, type AnswerValues, toAnswered } from './attributes/rules.ts'
import {
  copiesAsReviews,
  hasShared,
  originOfCopy,
  photosOfCopy,
  reviewsBesideCopies,
  type Sharing,
  starsOfCopies,
} from './changes/copy-fragments.ts'
import { type NeverNull, starsOf } from './changes/counts-fragments.ts'
import type { WrittenReview as WrittenState } from './changes/events.ts'
import { type StateRow, stateColumns, toState, toWritten, toWrittenState } from './changes/store.ts'
import { toLanguage } from './language-rules.ts'
import { type PhotoRow, toPhotos } from './photos/rules.ts'
import type { PooledCount, ProductReference, Purchases, ReviewedSubject, StarCount, Submission } from './rules.ts'
import type {
  Correction,
  Incentive,
  Moderation,
  ModerationReason,
  Relationship,
  Review,
  ShownSource,
  Source,
  Status,
  SubjectFilter,
} from './schema.ts'

/** Columns of the alias `r`. The SQL is built once, because every request needs it. */
export const columns = sql.raw(`
  r.id, r.product_id, r.order_id, r.rating, r.title, r.body, r.author_name, r.author_email, r.verified, r.status, r.source,
  r.imported_from, r.incentive, r.relationship, r.photo_count, r.report_count, r.helpful_count, r.reply_body, r.reply_author_name, r.replied_at, r.reply_mail_due_at, r.locale,
  r.moderation_reason, r.moderation_policy, r.moderated_at, r.submitted_at, r.approved_at, r.created_at, r.updated_at,
  r.attribute_values, r.detected_language, r.correction, r.corrected_at`)

export type Row = StoredRow & Beside

/** A row of a list that may contain copies. */
export type ReadRow = Omit<Row, 'source'> & { source: ShownSource } & OriginColumns

/** Null for the store's own reviews. Absent if the list reads no copies. */
export type OriginColumns = {
  copied_from?: CopiedFrom | null
  grant_id?: string | null
  origin_product_id?: string | null
}

/** The reviewed product at the store that shares the review. */
export type CopiedFrom = {
  platformProductId: string
  title: string | null
  url: string | null
  storeName: string | null
}

type Beside = {
  /** `product_id` and the fields of the product are null for a review of the shop. */
  platform_product_id: string | null
  product_title: string | null
  product_url: string | null
  product_image_url: string | null
  photos: PhotoRow[] | null
  attributes: AnsweredRow[] | null
}

export type StoredRow = {
  id: string
  product_id: string | null
  order_id: string | null
  rating: number
  title: string | null
  body: string
  author_name: string
  author_email: string | null
  verified: boolean
  status: Status
  source: Source
  imported_from: string | null
  incentive: Incentive | null
  relationship: Relationship | null
  photo_count: number
  report_count: number | null
  helpful_count: number
  reply_body: string | null
  reply_author_name: string | null
  replied_at: string | null
  reply_mail_due_at: string | null
  locale: string | null
  moderation_reason: ModerationReason | null
  moderation_policy: number | null
  moderated_at: string | null
  submitted_at: string
  approved_at: string | null
  created_at: string
  updated_at: string
  attribute_values: AnswerValues | null
  detected_language: string | null
  correction: Correction | null
  corrected_at: string | null
}

/** `offset 0` forces one product lookup per review: a join planned for the average store reads all products. */
export const withProduct = <Review>(tx: StoreTx, reviews: Sql<Review>) =>
  sql<Review & Beside>`select ${beside(photosOf(tx))} ${fromReviews(tx, reviews)}`

/** Rows with `grant_id` and `origin_product_id`, which are null for the store's own reviews. */
export const withProductAndOrigin = <Review>(tx: StoreTx, reviews: Sql<Review>, sharing: Sharing) => sql<
  Review & Beside & { copied_from: CopiedFrom | null; grant_id: string | null; origin_product_id: string | null }
>`
  select ${beside(sql`coalesce(${photosOf(tx)}, ${photosOfCopy(tx)})`)}, ${originOfCopy(tx, sharing)} as copied_from
    ${fromReviews(tx, reviews)}`

const photosOf = (tx: StoreTx) => sql`
  case when r.photo_count > 0 then (
    select json_agg(json_build_object('id', f.id, 'key', f.storage_key, 'width', f.width, 'height', f.height,
                                     'variants', f.variants)
                    order by f.position, f.id)
      from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = r.id and f.state = 'ready') end`

const beside = (photos: Sql) => sql`
  r.*, p.platform_product_id, p.product_title, p.product_url, p.product_image_url, ${photos} as photos, a.attributes`

const fromReviews = (tx: StoreTx, reviews: Sql) => sql`
    from (${reviews}) r
    left join lateral (
         select p.platform_product_id, p.title as product_title, p.url as product_url, p.image_url as product_image_url
           from products p
          where p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
         offset 0) p on true
    left join lateral (select ${answered(tx)} as attributes) a on true`

export const answered = (tx: Pick<StoreTx, 'storeEnvId'>) => sql`
  case when r.attribute_values is not null then (
    select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'label', a.label, 'value', e.value::integer, 'choices', a.choices,
                                      'lowLabel', a.low_label, 'highLabel', a.high_label)
                    order by a.category_id nulls last, a.position, a.id)
      from jsonb_each_text(r.attribute_values) e
      join review_attributes a on a.store_env_id = ${tx.storeEnvId} and a.id = e.key::uuid) end`

const selectOne = (tx: StoreTx, id: string) =>
  withProduct(
    tx,
    sql<StoredRow>`select ${columns} from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}`,
  )

export const find = (tx: StoreTx, id: string): Promise<Row | undefined> => tx.first(selectOne(tx, id))

/** Uses one statement, because `GET /reviews/{id}` has the transaction `single-query`. */
export const findWithCopies = (tx: StoreTx, sharing: Sharing, id: string): Promise<ReadRow | undefined> =>
  tx.first<ReadRow>(
    withProductAndOrigin(
      tx,
      sql<
        Omit<StoredRow, 'source'> & { source: ShownSource; grant_id: string | null; origin_product_id: string | null }
      >`
        select ${columns}, r.grant_id, r.origin_product_id
          from (${reviewsBesideCopies(tx)} union all ${copiesAsReviews(tx, sharing)}) r
         where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}`,
      sharing,
    ),
  )

/** Includes `authorEmail`, because the schema removes it for callers who are not signed in. */
export function toReview(row: ReadRow, media: Media): Review {
  const { photos, copied_from: origin } = row
  return {
    id: row.id,
    subject: row.product_id === null ? 'shop' : 'product',
    productId: row.product_id,
    product: toProduct(row),
    orderId: row.order_id,
    rating: row.rating,
    title: row.title,
    body: row.body,
    authorName: row.author_name,
    authorEmail: row.author_email,
    authorEmailLast4: last4(row.author_email),
    verified: row.verified,
    status: row.status,
    moderation: toModeration(row),
    source: row.source,
    importedFrom: row.imported_from,
    incentive: row.incentive,
    relationship: row.relationship,
    attributes: row.attributes === null ? noAttributes : row.attributes.map(toAnswered),
    photos: photos === null ? noPhotos : toPhotos(photos, media, row.status === 'approved'),
    reply: toReply(row),
    replyMailAt: row.reply_mail_due_at,
    reportCount: row.report_count ?? 0,
    helpfulCount: row.helpful_count,
    correction: row.correction,
    correctedAt: row.corrected_at,
    locale: row.locale,
    ...toLanguage(row.locale, row.detected_language),
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(origin && { origin: { kind: 'store', ...origin } }),
  }
}

const toProduct = (row: ReadRow): Review['product'] =>
  row.product_id === null || row.platform_product_id === null
    ? null
    : {
        id: row.product_id,
        platformProductId: row.platform_product_id,
        title: row.product_title,
        url: row.product_url,
        imageUrl: row.product_image_url,
      }

const noPhotos: Review['photos'] = []
const noAttributes: Review['attributes'] = []

type ModerationColumns = Pick<StoredRow, 'moderation_reason' | 'moderation_policy' | 'moderated_at'>

export const toModeration = ({
  moderation_reason,
  moderation_policy,
  moderated_at,
}: ModerationColumns): Moderation | null =>
  moderation_reason === null || moderation_policy === null || moderated_at === null
    ? null
    : { reason: moderation_reason, policyVersion: moderation_policy, at: moderated_at }

function toReply({ reply_body, reply_author_name, replied_at }: ReadRow): Review['reply'] {
  if (reply_body === null || replied_at === null) return null
  return { body: reply_body, authorName: reply_author_name ?? '', repliedAt: replied_at }
}

export const sameProduct = (
  tx: StoreTx,
  { productId, platformProductId }: { productId?: string; platformProductId?: string },
) => [
  ...(productId === undefined ? [] : [sql`and r.product_id = ${productId}`]),
  ...(platformProductId === undefined ? [] : [sql`and r.product_id = ${selectProductId(tx, platformProductId)}`]),
]

type StarsRequest = { subject?: SubjectFilter; productId?: string; platformProductId?: string }

/**
 * Sorted like reviews_shown_counted_idx, because otherwise the planner might not choose that index right after a bulk approval.
 */
const starsOfReviews = (tx: StoreTx, also: Sql) => sql<StarCount>`
  select r.rating, count(*) as count, count(*) filter (where r.verified) as verified,
         count(*) filter (where r.photo_count > 0) as with_photos
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${isAveraged}
         ${also}
   group by r.rating order by r.rating`

export function countStars(tx: StoreTx, request: StarsRequest) {
  const { subject = 'product', ...ids } = request
  if (subject === 'shop') return tx.all<StarCount>(starsOfShop(tx))
  const isOfStore = ids.productId === undefined && ids.platformProductId === undefined
  if (!isOfStore) return tx.all<StarCount>(starsOfReviews(tx, sql.join(sameProduct(tx, ids), sql` `)))
  const ofProducts = starsOf(tx, starsOfReviews(tx, sql`and r.product_id is not null`))
  return subject === 'all'
    ? tx.all<NeverNull<StarCount>>(sql`(${ofProducts}) union all (${starsOfShop(tx)})`)
    : tx.all<StarCount>(ofProducts)
}

/** Approved reviews of the shop by stars. */
export const starsOfShop = (tx: StoreTx) => starsOfReviews(tx, sql`and r.product_id is null`)

/** Counts each product of the pool separately, in the order of the index. */
export const countPooledStars = (
  tx: StoreTx,
  { productId, platformProductId = '', pool }: { productId?: string; platformProductId?: string; pool?: Pool },
  sharing: Sharing,
) =>
  tx.all<PooledCount & { isOwn: boolean }>(sql`
    with ${poolTables(tx, pool, productId === undefined ? selectProductId(tx, platformProductId) : sql`${productId}::uuid`)}
    select s.product_id as "productId", coalesce(c.id = (select o.id from own o), false) as "isOwn", null::uuid as "grantId", s.rating, s.count, s.verified, s.with_photos
      from pool c
     cross join lateral (
           select r.product_id, r.rating, count(*) as count, count(*) filter (where r.verified) as verified,
                  count(*) filter (where r.photo_count > 0) as with_photos
             from reviews r
            where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id = c.id and ${isAveraged}
            group by r.product_id, r.rating order by r.product_id, r.rating) s
    ${
      hasShared(pool)
        ? sql`union all
          select s.product_id, false, s.grant_id, s.rating, s.count, s.verified, s.with_photos
            from pool c cross join lateral (${starsOfCopies(tx, sharing, sql`c.id`)}) s`
        : sql``
    }`)

type Product = Pick<Row, 'product_id' | 'platform_product_id' | 'product_title' | 'product_url' | 'product_image_url'>
export type Facts = Purchases & Product & { order_exists: boolean; buyers_only: boolean }

/** Returns no row if the product is unknown. */
export const selectFacts = (tx: StoreTx, submission: Submission) =>
  sql<Facts>`select ${facts(tx, submission)} from ${subjectOf(tx, submission.product)}`

const subjectOf = (tx: StoreTx, reviewed: ReviewedSubject) =>
  reviewed === 'shop' ? sql`(values (true)) p(is_shop)` : sql`products p where ${isReviewed(tx, reviewed)}`

const facts = (tx: StoreTx, submission: Submission) =>
  submission.product === 'shop' ? factsOfShop(tx, submission) : factsOfProduct(tx, submission)

/** Any order of the address proves a purchase, unless it was cancelled or a merchant entered it. */
const factsOfShop = (tx: StoreTx, { orderId, authorEmail }: Submission) => sql`
    null::uuid as product_id, null::text as platform_product_id, null::text as product_title, null::text as product_url,
    null::text as product_image_url,
    coalesce((select s.buyers_only from review_settings s where s.store_env_id = ${tx.storeEnvId}), false) as buyers_only,
    exists (select from orders o where o.store_env_id = ${tx.storeEnvId} and o.id = ${orderId}::uuid) as order_exists,
    exists (select from orders o
             where o.store_env_id = ${tx.storeEnvId} and o.email = ${authorEmail} and o.cancelled_at is null and o.stated_at is null) as has_order,
    case when ${orderId}::uuid is null then (
      select o.id from orders o
       where o.store_env_id = ${tx.storeEnvId} and o.email = ${authorEmail} and o.cancelled_at is null and o.stated_at is null
         and not exists (select from reviews r
                          where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id is null
                            and r.source <> 'import')
       order by o.placed_at desc, o.id desc limit 1) end as open_order_id`

const factsOfProduct = (tx: StoreTx, { orderId, authorEmail }: Submission) => sql`
    p.id as product_id, p.platform_product_id, p.title as product_title, p.url as product_url, p.image_url as product_image_url,
    coalesce((select s.buyers_only from review_settings s where s.store_env_id = ${tx.storeEnvId}), false) as buyers_only,
    exists (select from orders o where o.store_env_id = ${tx.storeEnvId} and o.id = ${orderId}::uuid) as order_exists,
    exists (select from order_line_items i
              join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = i.order_id
             where i.store_env_id = ${tx.storeEnvId} and i.product_id = p.id
               and o.email = ${authorEmail} and o.cancelled_at is null and o.stated_at is null) as has_order,
    case when ${orderId}::uuid is null then (
      select o.id from orders o
       where o.store_env_id = ${tx.storeEnvId} and o.email = ${authorEmail} and o.cancelled_at is null and o.stated_at is null
         and exists (select from order_line_items i
                      where i.store_env_id = ${tx.storeEnvId} and i.order_id = o.id and i.product_id = p.id)
         and not exists (select from reviews r
                          where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id = p.id
                            and r.source <> 'import')
       order by o.placed_at desc, o.id desc limit 1) end as open_order_id`

export const hasShopReview = async (tx: StoreTx, orderId: string): Promise<boolean> =>
  (await tx.first(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.order_id = ${orderId} and r.product_id is null and r.source <> 'import'
     limit 1`)) !== undefined

type NewReviewRow = Submission & { addressProven: boolean }

type FactsAndRepeat = Facts & { same_id: string | null; same_order_id: string | null }

/**
 * Used for retries. The second of two concurrent calls waits in the first statement, and the next statement finds the first
 * call's review.
 */
export async function findFactsAndRepeat(
  tx: StoreTx,
  review: NewReviewRow,
  since: Date,
): Promise<FactsAndRepeat | undefined> {
  const [, [found]] = await tx.several<[unknown, FactsAndRepeat]>([
    lockAuthor(tx, review.authorEmail),
    selectFactsAndSame(tx, review, since),
  ])
  return found
}

const lockAuthor = (tx: StoreTx, email: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`review by ${tx.storeEnvId} ${email}`}::text, 0))`

/** A review with an unproven address can be a repeat of any review, one with a proven address only of a proven one. */
const selectFactsAndSame = (tx: StoreTx, review: NewReviewRow, since: Date) => sql<FactsAndRepeat>`
    select ${facts(tx, review)}, s.id as same_id, s.order_id as same_order_id
      from ${review.product === 'shop' ? sql`(values (true)) p(is_shop)` : sql`products p`}
      left join lateral (
           select r.id, r.order_id from reviews r
            where r.store_env_id = ${tx.storeEnvId} and ${review.product === 'shop' ? sql`r.product_id is null` : sql`r.product_id = p.id`}
              and r.author_email = ${review.authorEmail}
              and r.created_at > ${since} and r.body = ${review.body} and r.title is not distinct from ${review.title}::text
              and r.source <> 'import' and (r.address_proven or not ${review.addressProven}::boolean)
            order by r.created_at, r.id limit 1) s on true
     ${review.product === 'shop' ? sql`` : sql`where ${isReviewed(tx, review.product)}`}`

/** A merged product is replaced by its target. */
const isReviewed = (tx: StoreTx, product: ProductReference) => sql`
  p.store_env_id = ${tx.storeEnvId} and p.id = (
    select coalesce(m.merged_into, m.id) from products m
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${
       'productId' in product ? sql`${product.productId}` : selectProductId(tx, product.platformProductId)
     })`

export type Insert = Omit<Submission, 'product' | 'relationship'> & {
  id: string
  /** Null for a review of the shop. */
  productId: string | null
  verified: boolean
  addressProven: boolean
  status: 'pending' | 'spam'
  source: Source
  incentive: Incentive | null
  relationship: Relationship | null
  submittedAt: Date
  answers: AnswerValues | null
  detectedLanguage: string | null
}

/**
 * Inserts in the round trip of the next statement, so that statement throws the insert's error. Spam is the exception: its
 * decision names the policy in force. That version is read first, because Citus accepts no subquery in VALUES.
 */
export async function insert(tx: StoreTx, row: Insert, { product_id: _, ...product }: Product): Promise<Row> {
  const decision =
    row.status === 'spam'
      ? ({ reason: 'spam', policy: await findPolicyInForce(tx), at: tx.now } as const)
      : ({ reason: null, policy: null, at: null } as const)
  tx.sendAlong(insertOne(tx, row, decision))
  return {
    ...{ ...toStored(tx, row), ...product, photos: null, attributes: null },
    moderation_reason: decision.reason,
    moderation_policy: decision.policy,
    moderated_at: decision.at?.toISOString() ?? null,
  }
}

type Decision = { reason: ModerationReason | null; policy: number | null; at: Date | null }

/** The database writes ids in lower case, and stores a lone surrogate as the replacement character. */
function toStored({ now }: StoreTx, row: Insert): StoredRow {
  const at = now.toISOString()
  return {
    id: row.id,
    product_id: row.productId,
    order_id: row.orderId?.toLowerCase() ?? null,
    rating: row.rating,
    title: row.title?.toWellFormed() ?? null,
    body: row.body.toWellFormed(),
    author_name: row.authorName.toWellFormed(),
    author_email: row.authorEmail.toWellFormed(),
    verified: row.verified,
    status: row.status,
    source: row.source,
    imported_from: null,
    incentive: row.incentive,
    relationship: row.relationship,
    photo_count: 0,
    report_count: null,
    helpful_count: 0,
    reply_body: null,
    reply_author_name: null,
    replied_at: null,
    reply_mail_due_at: null,
    locale: row.locale?.toWellFormed() ?? null,
    moderation_reason: null,
    moderation_policy: null,
    moderated_at: null,
    submitted_at: row.submittedAt.toISOString(),
    approved_at: null,
    created_at: at,
    updated_at: at,
    attribute_values: null,
    detected_language: row.detectedLanguage,
    correction: null,
    corrected_at: null,
  }
}

export const insertedState = (row: Row, addressProven: boolean): WrittenState =>
  toWrittenState(
    toState({
      id: row.id,
      productId: row.product_id,
      product: row.platform_product_id === null ? null : [row.platform_product_id, row.product_title],
      orderId: row.order_id,
      rating: row.rating,
      title: row.title,
      body: row.body,
      authorName: row.author_name,
      authorEmail: row.author_email,
      verified: row.verified,
      addressProven,
      status: row.status,
      moderationReason: row.moderation_reason,
      moderationPolicy: row.moderation_policy,
      moderatedAt: row.moderated_at,
      moderatedBy: null,
      source: row.source,
      importedFrom: row.imported_from,
      incentive: row.incentive,
      relationship: row.relationship,
      photoCount: row.photo_count,
      correction: row.correction,
      correctionRefused: null,
      correctedAt: row.corrected_at,
      replyBody: row.reply_body,
      replyAuthorName: row.reply_author_name,
      repliedAt: row.replied_at,
      locale: row.locale,
      submittedAt: row.submitted_at,
      approvedAt: row.approved_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
  )

/** Version 1 is the service's own policy, which has no row. */
export const policyInForce = (tx: StoreTx) => sql`coalesce((
  select m.version from moderation_policies m where m.store_env_id = ${tx.storeEnvId} order by m.adopted desc limit 1), 1)`

export const findPolicyInForce = async (tx: StoreTx): Promise<number> =>
  (await tx.first<{ version: number }>(sql`select ${policyInForce(tx)} as version`))?.version ?? 1

/** `moderated_by` stays null, because the service itself decides about a review that is inserted as spam. */
const insertOne = (tx: StoreTx, row: Insert, { reason, policy, at }: Decision) => sql`
    insert into reviews as r (store_env_id, id, product_id, order_id, rating, title, body, author_name, author_email, verified,
                         address_proven, status, moderation_reason, moderation_policy, moderated_at, source, incentive, relationship, locale, submitted_at,
                         created_at, updated_at, attribute_values, detected_language)
    values (${tx.storeEnvId}, ${row.id}, ${row.productId}, ${row.orderId}, ${row.rating}, ${row.title}, ${row.body},
            ${row.authorName}, ${row.authorEmail}, ${row.verified}, ${row.addressProven}, ${row.status},
            ${reason}, ${policy}, ${at}, ${row.source}, ${row.incentive}, ${row.relationship}, ${row.locale}, ${row.submittedAt}, ${tx.now}, ${tx.now},
            ${row.answers && JSON.stringify(row.answers)}::jsonb, ${row.detectedLanguage})`

/** Locks reviews until the transaction ends, in id order, so that two batches cannot deadlock. */
export const lock = (tx: StoreTx, ids: string[]) =>
  tx.all<{ id: string }>(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by r.id
       for update`)

export async function deleteReviews(tx: StoreTx, ids: string[]): Promise<WrittenState[]> {
  const rows = await tx.all<StateRow>(sql`
    delete from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}

export const updateUnlinked = (tx: StoreTx, orderIds: readonly string[]) =>
  tx.run(sql`
    update reviews r
       set order_id = null, updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.order_id = any(${orderIds}::uuid[])`)
