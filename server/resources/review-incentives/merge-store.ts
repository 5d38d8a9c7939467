import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

type Merge = { from: string; into: string }

/** If the target has an incentive, that of the old product does not move, because then both could be active. */
export const updateProducts = (tx: StoreTx, { from, into }: Merge) =>
  tx.run(sql`
    update review_incentive_products p set product_id = ${into}
     where p.store_env_id = ${tx.storeEnvId} and p.product_id = ${from}
       and not exists (select from review_incentive_products o
                        where o.store_env_id = ${tx.storeEnvId} and o.product_id = ${into})`)

/** An order that already has a promise for the target keeps that promise. */
export const updatePromises = (tx: StoreTx, { from, into }: Merge, orderIds: readonly string[]) =>
  tx.run(sql`
    update review_incentive_promises p set product_id = ${into}
     where p.store_env_id = ${tx.storeEnvId} and p.product_id = ${from} and p.order_id = any(${orderIds}::uuid[])
       and not exists (select from review_incentive_promises o
                        where o.store_env_id = ${tx.storeEnvId} and o.order_id = p.order_id and o.product_id = ${into})`)

/**
 * If a person has a reward for the target, that for the old product is not moved, because the index allows one reward
 * per person and product.
 */
export const updateRewards = (tx: StoreTx, { from, into }: Merge, reviewIds: readonly string[]) =>
  tx.run(sql`
    update review_rewards w set product_id = ${into}, updated_at = ${tx.now}
     where w.store_env_id = ${tx.storeEnvId} and w.product_id = ${from} and w.review_id = any(${reviewIds}::uuid[])
       and (w.state not in ('waiting', 'given') and not exists (
              select from review_reward_codes c
               where c.store_env_id = ${tx.storeEnvId} and c.reward_id = w.id and c.state = 'asked')
            or w.email is null or not exists (
         select from review_rewards o
          where o.store_env_id = ${tx.storeEnvId} and o.product_id = ${into} and o.email = w.email
            and o.state in ('waiting', 'given')))`)
