import type { CodeWorth } from '#integrations/shops/shop.ts'
import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { formatAmountOrNull } from '#platform/values/money.ts'
import type { NewReward, Reward } from './schema.ts'

export type RewardRow = {
  id: string
  name: string
  description: string | null
  kind: string
  value: string | null
  currency: string | null
  platform_product_id: string | null
  cost: number
  codes: string
  code: string | null
  codes_free: number | null
  active: boolean
  created_at: string
  updated_at: string
}

const columns = (tx: StoreReads) => sql<RewardRow>`
  w.id, w.name, w.description, w.kind, w.value::text as value, w.currency, w.platform_product_id, w.cost, w.codes, w.code, w.active,
  case w.codes when 'pool' then (select count(*) from loyalty_reward_codes c
    where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.given_at is null) end as codes_free,
  w.created_at, w.updated_at`

export const list = (tx: StoreTx, filters: PageRequest & { active?: boolean }) =>
  listNewest(
    tx,
    filters,
    {
      columns: columns(tx),
      from: sql`loyalty_rewards w where w.store_env_id = ${tx.storeEnvId}
        ${filters.active === undefined ? sql`` : sql`and w.active = ${filters.active}`}`,
      table: 'w',
    },
    toReward,
  )

export const find = (tx: StoreReads, id: string): Promise<RewardRow | undefined> =>
  tx.first<RewardRow>(sql`
    select ${columns(tx)} from loyalty_rewards w where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const listActive = (tx: StoreReads, limit: number): Promise<RewardRow[]> =>
  tx.all<RewardRow>(sql`
    select ${columns(tx)} from loyalty_rewards w
     where w.store_env_id = ${tx.storeEnvId} and w.active order by w.cost, w.id limit ${limit}`)

export const count = async (tx: StoreTx): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
    select count(*) from loyalty_rewards where store_env_id = ${tx.storeEnvId}`)
  )?.count ?? 0

export type Values = Required<Pick<NewReward, 'name' | 'kind' | 'cost' | 'codes'>> & {
  description: string | null
  value: string | null
  currency: string | null
  platformProductId: string | null
  code: string | null
  active: boolean
}

export const upsert = (tx: StoreTx, id: string, reward: Values): Promise<number> =>
  tx.run(sql`
    insert into loyalty_rewards (store_env_id, id, name, description, kind, value, currency, platform_product_id, cost, codes, code,
                                 active, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${reward.name}, ${reward.description}, ${reward.kind}, ${reward.value}::numeric, ${reward.currency},
            ${reward.platformProductId}, ${reward.cost}, ${reward.codes}, ${reward.code}, ${reward.active}, ${tx.now}, ${tx.now})
    on conflict (store_env_id, id) do update
      set name = excluded.name, description = excluded.description, value = excluded.value, currency = excluded.currency,
          platform_product_id = excluded.platform_product_id, cost = excluded.cost, code = excluded.code, active = excluded.active,
          updated_at = excluded.updated_at`)

export const insertCodes = (tx: StoreTx, rewardId: string, codes: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into loyalty_reward_codes (store_env_id, id, reward_id, code, created_at)
    select ${tx.storeEnvId}, c.id, ${rewardId}, c.code, ${tx.now}
      from unnest(${codes.map(() => newId(tx.now.getTime()))}::uuid[], ${codes}::text[]) as c(id, code)
    on conflict on constraint loyalty_reward_codes_once do nothing`)

/** Claims an unused code. Concurrent calls get different codes. */
export const takeCode = async (tx: StoreTx, rewardId: string): Promise<string | undefined> =>
  (
    await tx.first<{ code: string }>(sql`
      update loyalty_reward_codes set given_at = ${tx.now}
       where store_env_id = ${tx.storeEnvId} and id = (
         select c.id from loyalty_reward_codes c
          where c.store_env_id = ${tx.storeEnvId} and c.reward_id = ${rewardId} and c.given_at is null
          order by c.id limit 1 for update skip locked)
       returning code`)
  )?.code

export type RedemptionRow = {
  id: string
  member_id: string
  reward_id: string
  reward_name: string
  points: number
  code: string | null
  created_at: string
  reversed_at: string | null
  /** Null if no shop issues the code. */
  issue_state: IssueState | null
  issue_error: string | null
}
type IssueState = 'pending' | 'issued' | 'failed' | 'withdrawing' | 'withdrawn' | 'left'
const redemptionColumns = sql<RedemptionRow>`
  r.id, r.member_id, r.reward_id, w.name as reward_name, r.points, r.code, r.created_at, r.reversed_at, r.issue_state, r.issue_error`

const redemptions = (tx: StoreReads) => sql`
  loyalty_redemptions r join loyalty_rewards w on w.store_env_id = ${tx.storeEnvId} and w.id = r.reward_id
   where r.store_env_id = ${tx.storeEnvId}`

export const listRedemptions = (tx: StoreTx, filters: PageRequest & { memberId?: string }) =>
  listNewest(
    tx,
    filters,
    {
      columns: redemptionColumns,
      from: sql`${redemptions(tx)} ${filters.memberId === undefined ? sql`` : sql`and r.member_id = ${filters.memberId}`}`,
      table: 'r',
    },
    toRedemption,
  )

export const listNewestOf = (tx: StoreReads, memberId: string, limit: number): Promise<RedemptionRow[]> =>
  tx.all<RedemptionRow>(sql`
    select ${redemptionColumns} from ${redemptions(tx)} and r.member_id = ${memberId}
     order by r.created_at desc, r.id desc limit ${limit}`)

export const findRedemption = (tx: StoreReads, id: string): Promise<RedemptionRow | undefined> =>
  tx.first<RedemptionRow>(sql`select ${redemptionColumns} from ${redemptions(tx)} and r.id = ${id}`)

export const findRedemptionByKey = (tx: StoreReads, key: string): Promise<RedemptionRow | undefined> =>
  tx.first<RedemptionRow>(sql`select ${redemptionColumns} from ${redemptions(tx)} and r.idempotency_key = ${key}`)

export const insertRedemption = (
  tx: StoreTx,
  redemption: {
    id: string
    memberId: string
    rewardId: string
    points: number
    code: string | null
    /** Set if the shop creates the code. */
    worth: CodeWorth | null
    key: string
    at: Date
  },
): Promise<number> =>
  tx.run(sql`
    insert into loyalty_redemptions (store_env_id, id, member_id, reward_id, points, code, idempotency_key, created_at,
                                     issue_state, issue_worth, issue_after)
    values (${tx.storeEnvId}, ${redemption.id}, ${redemption.memberId}, ${redemption.rewardId}, ${redemption.points},
            ${redemption.code}, ${redemption.key}, ${redemption.at}, ${redemption.worth && 'pending'},
            ${redemption.worth && JSON.stringify(redemption.worth)}::jsonb, ${redemption.worth && tx.now})`)

export const updateReversed = (tx: StoreTx, id: string, at: Date): Promise<number> =>
  tx.run(sql`
    update loyalty_redemptions set reversed_at = ${at} where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export type IssueRow = {
  id: string
  member_id: string
  reward_name: string
  code: string | null
  created_at: string
  issue_state: IssueState | null
  issue_worth: CodeWorth | null
  issue_attempts: number
}

/**
 * `issue_attempts` identifies this claim. The CTE is materialized, because otherwise the planner may claim more than one
 * row.
 */
export const claimIssue = (tx: StoreTx, until: Date): Promise<IssueRow | undefined> =>
  tx.first<IssueRow>(sql`
    with due as materialized (
      select d.id from loyalty_redemptions d
       where d.store_env_id = ${tx.storeEnvId} and d.issue_state in ('pending', 'withdrawing') and d.issue_after <= ${tx.now}
       order by d.issue_after limit 1 for update skip locked)
    update loyalty_redemptions r set issue_after = ${until}, issue_attempts = r.issue_attempts + 1
      from due, loyalty_rewards w
     where r.store_env_id = ${tx.storeEnvId} and r.id = due.id and w.store_env_id = ${tx.storeEnvId} and w.id = r.reward_id
    returning r.id, r.member_id, w.name as reward_name, r.code, r.created_at, r.issue_state, r.issue_worth, r.issue_attempts`)

/** False if a later run has claimed the redemption, or if its issuing or withdrawal has ended. */
export const extendIssue = async (tx: StoreTx, { id, issue_attempts }: IssueRow, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update loyalty_redemptions r set issue_after = ${until}
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${id} and r.issue_attempts = ${issue_attempts}
       and r.issue_state in ('pending', 'withdrawing')`)) > 0

export const updateIssue = (
  tx: StoreTx,
  id: string,
  {
    state,
    after,
    from = null,
    error = null,
  }: { state: IssueState; after: Date | null; from?: IssueState | null; error?: string | null },
): Promise<number> =>
  tx.run(sql`
    update loyalty_redemptions set issue_state = ${state}, issue_after = ${after}, issue_error = coalesce(${error}::text, issue_error)
     where store_env_id = ${tx.storeEnvId} and id = ${id} and (${from}::text is null or issue_state = ${from}::text)`)

export const toReward = (row: RewardRow): Reward => ({
  id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind as Reward['kind'],
  value: formatAmountOrNull(row.value, row.currency),
  currency: row.currency,
  platformProductId: row.platform_product_id,
  cost: row.cost,
  codes: row.codes as Reward['codes'],
  code: row.code,
  codesFree: row.codes_free,
  active: row.active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const toRedemption = (row: RedemptionRow) => ({
  id: row.id,
  memberId: row.member_id,
  rewardId: row.reward_id,
  rewardName: row.reward_name,
  points: row.points,
  // A code is hidden until the shop has confirmed it.
  code: row.issue_state === 'pending' || row.issue_error !== null ? null : row.code,
  status: decideStatus(row),
  reason: row.issue_error,
  createdAt: row.created_at,
  reversedAt: row.reversed_at,
})

const decideStatus = ({ reversed_at, issue_state, issue_error }: RedemptionRow) => {
  if (reversed_at !== null) return issue_error === null ? ('reversed' as const) : ('failed' as const)
  return issue_state === 'pending' ? ('pending' as const) : ('issued' as const)
}
