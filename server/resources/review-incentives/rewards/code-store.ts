// SQL of the codes that the shop makes. Every change but a claim and its renewal requires the lock on all rewards.
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { IncentiveValue } from '../schema.ts'

export type CodeState = 'asked' | 'made' | 'deleting' | 'deleted' | 'left'

export const insert = (
  tx: StoreTx,
  row: { id: string; rewardId: string; incentiveId: string; code: string; value: IncentiveValue },
) =>
  tx.run(sql`
    insert into review_reward_codes (store_env_id, id, reward_id, incentive_id, code, value, state, after, since, created_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.rewardId}, ${row.incentiveId}, ${row.code}, ${JSON.stringify(row.value)}::jsonb,
            'asked', ${tx.now}, ${tx.now}, ${tx.now})`)

export type DueCode = {
  id: string
  rewardId: string
  incentiveId: string
  text: string
  code: string
  value: IncentiveValue
  state: CodeState
  attempts: number
  since: string
}

/** `attempts` identifies this claim. Without `materialized` the planner may claim more than one row. */
export const claim = (tx: StoreTx, until: Date) =>
  tx.first<DueCode>(sql`
    with due as materialized (
      select d.id from review_reward_codes d
       where d.store_env_id = ${tx.storeEnvId} and d.after <= ${tx.now} order by d.after, d.id limit 1 for update skip locked)
    update review_reward_codes c set after = ${until}, attempts = c.attempts + 1
      from due, review_incentives i
     where c.store_env_id = ${tx.storeEnvId} and c.id = due.id and i.store_env_id = ${tx.storeEnvId} and i.id = c.incentive_id
    returning c.id, c.reward_id as "rewardId", c.incentive_id as "incentiveId", i.text, c.code, c.value, c.state, c.attempts,
              c.since`)

/** False if a later run has claimed the code, or if the code needs no further request. */
export const extend = async (tx: StoreTx, { id, attempts }: DueCode, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update review_reward_codes c set after = ${until}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.attempts = ${attempts} and c.after is not null`)) >
  0

export const findState = async (tx: StoreTx, id: string): Promise<CodeState | undefined> =>
  (
    await tx.first<{ state: CodeState }>(sql`
      select c.state from review_reward_codes c where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)
  )?.state

type Change = { state: CodeState; after: Date | null; error?: string | null }

export const update = (tx: StoreTx, id: string, { state, after, error = null }: Change) =>
  tx.run(sql`
    update review_reward_codes c
       set state = ${state}, after = ${after}::timestamptz, error = ${error},
           since = case when c.state = ${state}::text then c.since else ${tx.now}::timestamptz end
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

/**
 * Queues the deletion of codes whose reward was taken back or got another code. Includes unconfirmed codes, because the
 * shop may have made them.
 */
export const queueDeletions = (tx: StoreTx, rewardIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    update review_reward_codes c set state = 'deleting', after = ${tx.now}, since = ${tx.now}, error = null
     where c.store_env_id = ${tx.storeEnvId} and c.reward_id = any(${rewardIds}::uuid[]) and c.state in ('asked', 'made')`)

/** After a change of the incentive, requests that wait for their next attempt are due now. */
export const updateDueNow = (tx: StoreTx, incentiveId: string): Promise<number> =>
  tx.run(sql`
    update review_reward_codes c set after = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = ${incentiveId} and c.state = 'asked' and c.after > ${tx.now}
       and c.error is not null`)

/** Postpones all due codes, because the shop does not answer. A running request is not affected. */
export const postpone = (tx: StoreTx, until: Date) =>
  tx.run(sql`
    update review_reward_codes c set after = ${until}
     where c.store_env_id = ${tx.storeEnvId} and c.after <= ${tx.now}`)

/** Marks rewards as waiting if their codes were requested before this time and are not made. Returns the incentives. */
export async function updateOverdue(tx: StoreTx, before: Date): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    update review_rewards w set state = 'waiting', reason = 'shop_unreachable', updated_at = ${tx.now}
      from review_reward_codes c
     where c.store_env_id = ${tx.storeEnvId} and c.state = 'asked' and c.since <= ${before}
       and w.store_env_id = ${tx.storeEnvId} and w.id = c.reward_id and w.state = 'pending'
    returning w.incentive_id as id`)
  return [...new Set(rows.map(({ id }) => id))]
}

/**
 * True at most once in 24 hours for each incentive; `before` is a day ago. `clearNotified` resets this when the shop
 * makes a code again.
 */
export const updateNotified = async (tx: StoreTx, incentiveId: string, before: Date): Promise<boolean> =>
  (await tx.run(sql`
    update review_incentives i set notified_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${incentiveId} and (i.notified_at is null or i.notified_at <= ${before})`)) >
  0

export const clearNotified = (tx: StoreTx, incentiveId: string) =>
  tx.run(sql`
    update review_incentives i set notified_at = null
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${incentiveId} and i.notified_at is not null`)

/** Codes that were requested from the shop for rewards of this person that are not given yet. */
export const listAskedOf = async (tx: StoreTx, email: string): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select w.id from review_rewards w
      join review_reward_codes c on c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.state = 'asked'
     where w.store_env_id = ${tx.storeEnvId} and w.email = ${email} and w.state in ('pending', 'waiting')`)
  return rows.map(({ id }) => id)
}
