// SQL of the receiver's copying job, and of the changes that wait for it at both stores.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import type { Party } from '#platform/identity/caller.ts'
import { newId } from '#platform/values/ids.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import type { Incentive } from '#resources/reviews/schema.ts'
import type { KeyedProduct, MatchedProduct } from './rules.ts'

export const claim = async (tx: StoreTx, holder: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into shared_review_leases as l (store_env_id, leased_by, leased_until)
    values (${tx.storeEnvId}, ${holder}, ${until})
    on conflict (store_env_id) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
     where l.leased_until is null or l.leased_until <= ${tx.now}`)) > 0

export const extend = async (tx: StoreTx, holder: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update shared_review_leases set leased_until = ${until}
     where store_env_id = ${tx.storeEnvId} and leased_by = ${holder} and leased_until is not null`)) > 0

export const release = (tx: StoreTx, holder: string) =>
  tx.run(sql`
    update shared_review_leases set leased_until = null
     where store_env_id = ${tx.storeEnvId} and leased_by = ${holder}`)

export type Run = {
  grantId: string
  giverId: string
  isUnmatched: boolean
  /** True if there may be older originals that were not copied because the grant was full. */
  hasOlder: boolean
  filledSubmittedAt: string | null
  filledId: string | null
  approvesUntil: string | null
  approvesRole: string | null
  approvesVia: string | null
}

const runColumns = sql.raw<Run>(`
  r.grant_id as "grantId", r.giver_store_env_id as "giverId", r.is_unmatched as "isUnmatched", r.has_older as "hasOlder", r.filled_submitted_at as "filledSubmittedAt",
  r.filled_id as "filledId", r.approves_until as "approvesUntil", r.approves_role as "approvesRole", r.approves_via as "approvesVia"`)

export const listRuns = (tx: StoreReads): Promise<Run[]> =>
  tx.all<Run>(sql`
    select ${runColumns} from shared_review_runs r where r.store_env_id = ${tx.storeEnvId} order by r.grant_id`)

type Approver = Party & { name: string }

export const insertRun = (tx: StoreTx, grantId: string, giverId: string, approver: Approver | undefined) =>
  tx.run(sql`
    insert into shared_review_runs (store_env_id, grant_id, giver_store_env_id, approves_until, approves_by, approves_role, approves_via)
    values (${tx.storeEnvId}, ${grantId}, ${giverId}, ${approver ? tx.now : null}::timestamptz, ${approver?.name ?? null},
            ${approver?.role ?? null}, ${approver?.via ?? null})`)

export const updateUnmatched = (tx: StoreTx, grantId: string, isUnmatched: boolean) =>
  tx.run(sql`
    update shared_review_runs set is_unmatched = ${isUnmatched}
     where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)

export const updateHasOlder = (tx: StoreTx, grantId: string, hasOlder: boolean) =>
  tx.run(sql`
    update shared_review_runs set has_older = ${hasOlder} where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)

export type Place = { submittedAt: string; id: string }

export const updateFilled = (tx: StoreTx, grantId: string, last: Place | undefined) =>
  tx.run(sql`
    update shared_review_runs set filled_submitted_at = ${last?.submittedAt ?? null}::timestamptz, filled_id = ${last?.id ?? null}::uuid
     where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)

export const deleteRun = async (tx: StoreTx, grantId: string): Promise<void> => {
  await tx.run(sql`delete from shared_products where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)
  await tx.run(sql`delete from shared_review_changes where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)
  await tx.run(sql`delete from shared_review_runs where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)
}

export const listProducts = (tx: StoreReads, after: string, limit: number): Promise<KeyedProduct[]> =>
  tx.all<KeyedProduct>(sql`
    select p.id, p.platform_product_id as "platformProductId", p.title, p.url,
           array(select distinct v.gtin_key from product_variants v
                  where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null and v.gtin_is_valid
                    and v.gtin_key is not null) as gtins,
           array(select distinct v.sku from product_variants v
                  where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null and v.sku is not null) as skus
      from products p
     where p.store_env_id = ${tx.storeEnvId} and p.id > ${after} and p.merged_into is null
     order by p.id limit ${limit}`)

const matchColumns = sql.raw<MatchedProduct & { isFilled: boolean }>(`
  m.origin_product_id as "originProductId", m.product_id as "productId", m.platform_product_id as "platformProductId", m.title, m.url,
  m.is_filled as "isFilled"`)

export const listMatches = (tx: StoreReads, grantId: string) =>
  tx.all<MatchedProduct & { isFilled: boolean }>(sql`
    select ${matchColumns} from shared_products m where m.store_env_id = ${tx.storeEnvId} and m.grant_id = ${grantId}`)

export const upsertMatches = (tx: StoreTx, grantId: string, matches: readonly MatchedProduct[]) =>
  tx.run(sql`
    insert into shared_products (store_env_id, grant_id, origin_product_id, product_id, platform_product_id, title, url)
    select ${tx.storeEnvId}::uuid, ${grantId}::uuid, m.origin_product_id, m.product_id, m.platform_product_id, m.title, m.url
      from unnest(${matches.map((each) => each.originProductId)}::uuid[], ${matches.map((each) => each.productId)}::uuid[],
                  ${matches.map((each) => each.platformProductId)}::text[], ${matches.map(({ title }) => title)}::text[],
                  ${matches.map(({ url }) => url)}::text[]) as m(origin_product_id, product_id, platform_product_id, title, url)
    on conflict (store_env_id, grant_id, origin_product_id) do update
       set product_id = excluded.product_id, platform_product_id = excluded.platform_product_id, title = excluded.title, url = excluded.url`)

type FilledProducts = { originProductIds: readonly string[]; isFilled: boolean }

export const updateFilledProducts = (tx: StoreTx, grantId: string, { originProductIds, isFilled }: FilledProducts) =>
  tx.run(sql`
    update shared_products set is_filled = ${isFilled}
     where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId} and origin_product_id = any(${originProductIds}::uuid[])`)

export const deleteMatch = (tx: StoreTx, grantId: string, originProductId: string) =>
  tx.run(sql`
    delete from shared_products
     where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId} and origin_product_id = ${originProductId}`)

export type GivenReview = {
  id: string
  productId: string
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string | null
  verified: boolean
  incentive: Incentive | null
  locale: string | null
  submittedAt: string
  approvedAt: string
  photos: { key: string; width: number | null; height: number | null; variants: string[] | null }[] | null
}

/** Reviews that the giver shares: approved reviews of products, if they count in averages. */
const given = (tx: StoreReads) => sql<GivenReview>`
  select r.id, r.product_id as "productId", r.rating, r.title, r.body, r.author_name as "authorName", r.author_email as "authorEmail",
         r.verified, r.incentive, r.locale, r.submitted_at as "submittedAt", coalesce(r.approved_at, r.created_at) as "approvedAt",
         case when r.photo_count > 0 then (
           select json_agg(json_build_object('key', f.storage_key, 'width', f.width, 'height', f.height, 'variants', f.variants)
                           order by f.position, f.id)
             from review_photos f
            where f.store_env_id = ${tx.storeEnvId} and f.review_id = r.id and f.state = 'ready' and f.storage_key is not null) end as photos
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id is not null and ${isAveraged}`

export const listGiven = (tx: StoreReads, ids: readonly string[]): Promise<GivenReview[]> =>
  tx.all<GivenReview>(sql`${given(tx)} and r.id = any(${ids}::uuid[])`)

type GivenRequest = { before: Place | undefined; productIds: readonly string[] | undefined; limit: number }

/** Reads the next reviews, newest first: of these products, or of all. */
export const listNewestGiven = (tx: StoreReads, { before, productIds, limit }: GivenRequest): Promise<GivenReview[]> =>
  tx.all<GivenReview>(sql`
    ${given(tx)}
    ${productIds === undefined ? sql`` : sql`and r.product_id = any(${[...productIds]}::uuid[])`}
    ${before === undefined ? sql`` : sql`and (r.submitted_at, r.id) < (${before.submittedAt}::timestamptz, ${before.id}::uuid)`}
    order by r.submitted_at desc, r.id desc limit ${limit}`)

export type Change = { id: string; reviewId: string | null }

export const insertChanges = (tx: StoreTx, grantIds: readonly string[], reviewIds: readonly (string | null)[]) => {
  const rows = grantIds.flatMap((grantId) => reviewIds.map((reviewId) => ({ grantId, reviewId })))
  return sql`
    insert into shared_review_changes (store_env_id, grant_id, id, review_id)
    select ${tx.storeEnvId}::uuid, n.grant_id, n.id, n.review_id
      from unnest(${rows.map(({ grantId }) => grantId)}::uuid[], ${rows.map(() => newId(tx.now.getTime()))}::uuid[],
                  ${rows.map(({ reviewId }) => reviewId)}::uuid[]) as n(grant_id, id, review_id)
    returning 1`
}

export const listChanges = (tx: StoreReads, grantId: string, after: string, limit: number): Promise<Change[]> =>
  tx.all<Change>(sql`
    select c.id, c.review_id as "reviewId" from shared_review_changes c
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} and c.id > ${after} order by c.id limit ${limit}`)

export const deleteChanges = (tx: StoreTx, grantId: string, ids: readonly string[]) =>
  tx.run(sql`
    delete from shared_review_changes
     where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId} and id = any(${ids}::uuid[])`)

export const listProductChanges = (tx: StoreReads, grantId: string, limit: number): Promise<Change[]> =>
  tx.all<Change>(sql`
    select c.id, c.review_id as "reviewId" from shared_review_changes c
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} and c.review_id is null order by c.id limit ${limit}`)

export const findOldestCopy = (tx: StoreReads, grantId: string) =>
  tx.first<Place>(sql`
    select c.submitted_at as "submittedAt", c.origin_id as id from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} order by c.submitted_at, c.origin_id limit 1`)

/** True if new products, product changes or photos wait at the receiver, or if it has room for older originals. */
export const isDue = async (tx: StoreReads, grantId: string, hasRoom: boolean): Promise<boolean> =>
  (
    await tx.first<{ due: NotNull<boolean> }>(sql`
      select exists (select from shared_review_runs r
                      where r.store_env_id = ${tx.storeEnvId} and r.grant_id = ${grantId} and r.is_unmatched)
          or exists (select from shared_products m
                       join shared_review_runs r on r.store_env_id = ${tx.storeEnvId} and r.grant_id = m.grant_id
                      where m.store_env_id = ${tx.storeEnvId} and m.grant_id = ${grantId}
                        and (not m.is_filled or r.has_older and ${hasRoom}::boolean))
          or exists (select from shared_review_changes c where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId})
          or exists (select from shared_reviews c
                      where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} and c.awaits_photos) as due`)
  )?.due ?? false
