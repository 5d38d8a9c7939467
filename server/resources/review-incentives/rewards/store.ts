// SQL of promised and given rewards. Every change except that of the mail time requires `lockAll`.

import { listNewest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, isAmong, sql } from '#platform/db/query.ts'
import { last4 } from '#platform/values/mask.ts'
import type { OfferPromise, OfferTexts } from '../offers/rules.ts'
import type { Incentive, IncentiveValue, Reward, RewardFilters } from '../schema.ts'
import type { Facts } from './rules.ts'

/** The lock ensures unique codes, one reward per person and product, and rewards in the order of waiting. */
export const lockAll = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`review rewards ${tx.storeEnvId}`}::text, 0))`)

type Row = {
  id: string
  review_id: string
  product_id: string
  email: string | null
  state: Reward['state']
  reason: string | null
  points: number | null
  code: string | null
  given_at: string | null
  created_at: string
  updated_at: string
}

const columns = sql<Row>`
  w.id, w.review_id, w.product_id, w.email, w.state, w.reason, w.points, w.code, w.given_at, w.created_at, w.updated_at`

const toReward = (row: Row): Reward => ({
  id: row.id,
  reviewId: row.review_id,
  productId: row.product_id,
  email: row.email,
  emailLast4: last4(row.email),
  state: row.state,
  reason: row.reason,
  points: row.points,
  code: row.code,
  givenAt: row.given_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const list = (tx: StoreTx, incentiveId: string, filters: RewardFilters) =>
  listNewest(
    tx,
    filters,
    {
      columns,
      from: sql`review_rewards w where w.store_env_id = ${tx.storeEnvId} and w.incentive_id = ${incentiveId}
        ${filters.state === undefined ? sql`` : sql`and ${equalsAny('w.state', filters.state)}`}`,
      table: 'w',
    },
    toReward,
  )

export async function listByEmail(tx: StoreReads, email: string, limit?: number) {
  const rows = await tx.all<Omit<Row, 'email'> & { email: string; incentiveId: string }>(sql`
    select ${columns}, w.incentive_id as "incentiveId" from review_rewards w
     where w.store_env_id = ${tx.storeEnvId} and w.email = ${email}
     order by w.created_at desc, w.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map(({ incentiveId, ...row }) => ({ ...toReward(row), incentiveId }))
}

export type NewReward = OfferPromise & { id: string; reviewId: string }

export const insert = (tx: StoreTx, row: NewReward) =>
  tx.run(sql`
    insert into review_rewards (store_env_id, id, incentive_id, version, review_id, product_id, email, name, locale, points, state,
                                created_at, updated_at)
    select ${tx.storeEnvId}, ${row.id}, i.id, ${row.version}, r.id, r.product_id, r.author_email, r.author_name, r.locale,
           case when i.kind = 'points' then ${row.points}::bigint end, 'pending', ${tx.now}, ${tx.now}
      from reviews r
      join review_incentives i on i.store_env_id = ${tx.storeEnvId} and i.id = ${row.incentiveId}
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${row.reviewId} and r.author_email is not null
    on conflict on constraint review_rewards_once do nothing
    returning 1`)

export type DueReward = Facts & {
  id: string
  incentiveId: string
  productId: string
  email: string | null
  points: number | null
  /** The promised shared code. Null if the promised code comes from the pool. */
  promisedCode: string | null
  promisedCodes: Incentive['codes']
  promisedValue: IncentiveValue | null
  /** The current shared code. Null if the incentive has none. */
  sharedCode: string | null
  currentCodes: Incentive['codes']
  currentValue: IncentiveValue | null
}

const due = (tx: StoreTx) => sql<DueReward>`
  select w.id, w.incentive_id as "incentiveId", w.product_id as "productId", w.email, w.points, w.state, w.reason,
         v.kind, i.fulfil, v.code as "promisedCode", v.codes as "promisedCodes", v.value as "promisedValue",
         i.code as "sharedCode", i.codes as "currentCodes", i.value as "currentValue", r.status as "reviewStatus",
         exists (select from review_reward_codes c
                  where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.state = 'asked') as "isAsked",
         exists (select from review_reward_codes c
                  where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.state = 'made') as "isMade",
         coalesce(r.address_proven, false) as "addressProven", not v.buyers_only or coalesce(r.verified, false) as "mayGet"
    from review_rewards w
    join review_incentives i on i.store_env_id = ${tx.storeEnvId} and i.id = w.incentive_id
    join review_incentive_versions v on v.store_env_id = ${tx.storeEnvId} and v.incentive_id = w.incentive_id and v.version = w.version
    left join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = w.review_id
   where w.store_env_id = ${tx.storeEnvId}`

export const listOfReviews = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.all<DueReward>(sql`${due(tx)} and w.review_id = any(${reviewIds}::uuid[]) order by w.created_at, w.id`)

/** Leaves out rewards whose code the shop is being asked for, unless the merchant's own codes may replace it. */
export const listWaiting = (tx: StoreTx, incentiveId: string, limit: number) =>
  tx.all<DueReward>(sql`
    ${due(tx)} and w.incentive_id = ${incentiveId} and w.state = 'waiting'
       and (i.codes = 'own' or not exists (
         select from review_reward_codes c
          where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.state = 'asked')) order by w.created_at, w.id limit ${limit}`)

export const selectAnyReward = (tx: StoreTx, reviewIds: readonly string[]) => sql<{ id: string }>`
    select w.id from review_rewards w
     where w.store_env_id = ${tx.storeEnvId} and ${isAmong('w.review_id', reviewIds, 'uuid')} limit 1`

/** True if this mailbox has another reward for this product, even under a differently written address. */
export const hasAnother = async (tx: StoreTx, { id, email, productId }: DueReward): Promise<boolean> =>
  (await tx.first<{ id: string }>(sql`
    select w.id from review_rewards w
     where w.store_env_id = ${tx.storeEnvId} and w.product_id = ${productId} and w.id <> ${id}
       and app.canonical_email(w.email) = app.canonical_email(${email}::text)
       and (w.state in ('waiting', 'given') or w.state = 'pending' and exists (
         select from review_reward_codes c
          where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.state = 'asked')) limit 1`)) !==
  undefined

export const takeCode = async (tx: StoreTx, incentiveId: string): Promise<string | undefined> =>
  (
    await tx.first<{ code: string }>(sql`
      update review_incentive_codes set given_at = ${tx.now}
       where store_env_id = ${tx.storeEnvId} and id = (
         select c.id from review_incentive_codes c
          where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = ${incentiveId} and c.given_at is null
          order by c.id limit 1 for update)
       returning code`)
  )?.code

export const updateGiven = (tx: StoreTx, id: string, code: string | null) =>
  tx.run(sql`
    update review_rewards
       set state = 'given', reason = null, code = ${code}, given_at = ${tx.now}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const updateState = (
  tx: StoreTx,
  id: string,
  state: 'pending' | 'waiting' | 'withheld',
  reason: string | null,
) =>
  tx.run(sql`
    update review_rewards set state = ${state}, reason = ${reason}, given_at = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

/** Clears the code, because the shop deletes it, and the time of its mail, so that a later code is mailed too. */
export const updateTakenBack = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update review_rewards
       set state = 'withheld', reason = 'spam', code = null, given_at = null, mailed_at = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const hasProgram = async (tx: StoreTx): Promise<boolean> =>
  (
    await tx.first<{ enabled: boolean }>(sql`
    select l.enabled from loyalty_programs l where l.store_env_id = ${tx.storeEnvId}`)
  )?.enabled === true

export type Pool = { free: number; lowAt: number | null; level: 'enough' | 'low' | 'empty'; hasPool: boolean }

export const findPool = (tx: StoreTx, incentiveId: string) =>
  tx.first<Pool>(sql`
    select i.low_at as "lowAt", i.pool_level as level, i.kind = 'coupon' and i.code is null and i.codes = 'own' as "hasPool",
           (select count(*) from review_incentive_codes c
             where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id and c.given_at is null) as free
      from review_incentives i where i.store_env_id = ${tx.storeEnvId} and i.id = ${incentiveId}`)

export const listServable = (tx: StoreTx) =>
  tx.all<{ id: string }>(sql`
    select distinct w.incentive_id as id from review_rewards w
     where w.store_env_id = ${tx.storeEnvId} and w.state = 'waiting'`)

/** `reader` is the language of the review, and `locale` that of the offer's own texts. */
export type UnmailedReward = OfferTexts & {
  id: string
  email: string
  name: string | null
  reader: string | null
  code: string
  isOfShop: boolean
  reviewId: string
  storeName: string
  url: string | null
}

export const lockUnmailed = (tx: StoreTx, limit: number) =>
  tx.all<UnmailedReward>(sql`
    select w.id, w.email, w.name, w.locale as reader, w.code,
           exists (select from review_reward_codes c
                    where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.code = w.code) as "isOfShop",
           w.review_id as "reviewId", v.text, v.terms, v.locale, v.translations,
           s.name as "storeName", s.origins[1] as url
      from review_rewards w
      join review_incentive_versions v
        on v.store_env_id = ${tx.storeEnvId} and v.incentive_id = w.incentive_id and v.version = w.version
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
     where w.store_env_id = ${tx.storeEnvId} and w.state = 'given' and w.code is not null and w.mailed_at is null
       and w.email is not null
     order by w.id limit ${limit} for update of w skip locked`)

export const updateMailed = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update review_rewards set mailed_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export const isMailWanted = async (tx: StoreTx, id: string): Promise<boolean> =>
  (await tx.first<{ id: string }>(sql`
    select w.id from review_rewards w
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and w.state = 'given' and w.email is not null`)) !==
  undefined

/** Given rewards of an erased person stay, without the person's data. Open rewards are cancelled. */
export const eraseAddress = (tx: StoreTx, email: string) =>
  tx.run(sql`
    update review_rewards w
       set email = null, name = null, updated_at = ${tx.now},
           state = case when w.state in ('pending', 'waiting') then 'withheld' else w.state end,
           reason = case when w.state in ('pending', 'waiting') then 'person_erased' else w.reason end
     where w.store_env_id = ${tx.storeEnvId} and w.email = ${email}`)

export const findNotice = (tx: StoreTx, incentiveId: string) =>
  tx.first<{ text: string; free: number; waiting: number; error: string | null }>(sql`
    select i.text,
           (select c.error from review_reward_codes c
             where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id and c.state = 'asked' and c.error is not null
             order by c.id limit 1) as error,
           (select count(*) from review_incentive_codes c
             where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id and c.given_at is null) as free,
           (select count(*) from review_rewards w
             where w.store_env_id = ${tx.storeEnvId} and w.incentive_id = i.id and w.state = 'waiting') as waiting
      from review_incentives i where i.store_env_id = ${tx.storeEnvId} and i.id = ${incentiveId}`)

/** True if a reward waits for its code or for its mail. */
export const hasUnserved = async (tx: StoreTx): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one from review_rewards w
     where w.store_env_id = ${tx.storeEnvId}
       and (w.state = 'waiting' or w.state = 'given' and w.code is not null and w.mailed_at is null and w.email is not null)
     limit 1`)) !== undefined
