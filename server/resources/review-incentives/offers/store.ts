import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { Offer, OfferPromise } from './rules.ts'

export type OfferFacts = Offer & SubscriptionFacts & { productId: string }

const offerColumns = (tx: StoreReads) => sql`
  i.id as "incentiveId", i.version, i.kind, i.text, i.terms, i.locale, i.translations,
  case when i.kind = 'points' then coalesce(i.points, (
    select l.review_points from loyalty_programs l where l.store_env_id = ${tx.storeEnvId})) end as points`

/**
 * Several incentives can match, because a product may have joined a category since their activation. The order of
 * precedence is product, category, general.
 */
const findOffers = (tx: StoreReads, products: ReturnType<typeof sql>, isBuyer: ReturnType<typeof sql>) =>
  tx.all<OfferFacts>(sql`
    select p.id as "productId", o."incentiveId", o.version, o.kind, o.text, o.terms, o.locale, o.translations, o.points,
           b.plan, b.status, b.trial_ends_at as "trialEndsAt", b.current_period_ends_at as "currentPeriodEndsAt",
           b.past_due_since as "pastDueSince"
      from products p
      join subscriptions b on b.store_env_id = ${tx.storeEnvId}
      cross join lateral (
        select ${offerColumns(tx)}
          from review_incentives i
         where i.store_env_id = ${tx.storeEnvId} and i.status = 'active' and i.removed_at is null
           and (i.starts_at is null or i.starts_at <= ${tx.now}::timestamptz)
           and (i.ends_at is null or i.ends_at > ${tx.now}::timestamptz)
           and (not i.buyers_only or ${isBuyer})
           and (i.is_general or ${isOfProduct(tx)} or ${isOfCategory(tx)})
           and case when i.kind = 'points'
                    then exists (select from loyalty_programs l where l.store_env_id = ${tx.storeEnvId} and l.enabled)
                    when i.codes = 'platform'
                    then exists (select from shop_connections s
                                  where s.store_env_id = ${tx.storeEnvId} and s.status = 'active' and s.platform <> 'custom')
                    else i.code is not null or exists (
                      select from review_incentive_codes c
                       where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id and c.given_at is null) end
         order by ${isOfProduct(tx)} desc, i.is_general, i.activated_at desc, i.id desc limit 1) o
     where p.store_env_id = ${tx.storeEnvId} and ${products}`)

const isOfProduct = (tx: StoreReads) => sql`exists (
  select from review_incentive_products x
   where x.store_env_id = ${tx.storeEnvId} and x.incentive_id = i.id and x.product_id = p.id)`

const isOfCategory = (tx: StoreReads) => sql`exists (
  select from review_incentive_categories x
    join category_products cp on cp.store_env_id = ${tx.storeEnvId} and cp.category_id = x.category_id
   where x.store_env_id = ${tx.storeEnvId} and x.incentive_id = i.id and cp.platform_product_id = p.platform_product_id)`

export const listOfProducts = (tx: StoreReads, productIds: readonly string[]) =>
  findOffers(tx, sql`p.id = any(${productIds}::uuid[])`, sql`true`)

/** Offers for the person with this proven address. `email` is null for an anonymous visitor. */
export const listOfPlatformProduct = (tx: StoreReads, platformProductId: string, email: string | null) =>
  findOffers(
    tx,
    sql`p.id = ${selectProductId(tx, platformProductId)}`,
    sql`exists (
      select from order_line_items l
        join orders b on b.store_env_id = ${tx.storeEnvId} and b.id = l.order_id and b.cancelled_at is null
       where l.store_env_id = ${tx.storeEnvId} and l.product_id = p.id and b.email = ${email})`,
  )

export const findVersion = (tx: StoreReads, { incentiveId, version }: Pick<Offer, 'incentiveId' | 'version'>) =>
  tx.first<Omit<Offer, 'points'>>(sql`
    select v.incentive_id as "incentiveId", v.version, v.kind, v.text, v.terms, v.locale, v.translations
      from review_incentive_versions v
     where v.store_env_id = ${tx.storeEnvId} and v.incentive_id = ${incentiveId} and v.version = ${version}`)

export const listPromised = (tx: StoreReads, orderIds: readonly string[]) =>
  tx.all<Offer & { orderId: string; productId: string }>(sql`
    select m.order_id as "orderId", m.product_id as "productId", v.incentive_id as "incentiveId", v.version, v.kind, v.text, v.terms,
           v.locale, v.translations, m.points
      from review_incentive_promises m
      join review_incentive_versions v
        on v.store_env_id = ${tx.storeEnvId} and v.incentive_id = m.incentive_id and v.version = m.version
     where m.store_env_id = ${tx.storeEnvId} and m.order_id = any(${orderIds}::uuid[])`)

export type NewPromise = OfferPromise & { orderId: string; productId: string }

/** The first promise for an order's product stays unchanged. */
export const insertPromises = (tx: StoreTx, rows: readonly NewPromise[]) =>
  tx.run(sql`
    insert into review_incentive_promises (store_env_id, order_id, product_id, incentive_id, version, points, created_at)
    select ${tx.storeEnvId}, r.order_id, r.product_id, r.incentive_id, r.version, r.points, ${tx.now}
      from unnest(${rows.map((row) => row.orderId)}::uuid[], ${rows.map((row) => row.productId)}::uuid[],
                  ${rows.map((row) => row.incentiveId)}::uuid[], ${rows.map((row) => row.version)}::integer[],
                  ${rows.map((row) => row.points)}::bigint[])
        as r(order_id, product_id, incentive_id, version, points)
    on conflict do nothing`)
