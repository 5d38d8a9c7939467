import type { StoreTx } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'

export type OrderFact = {
  id: string
  email: string | null
  placed_at: string
  currency: string | null
  total: string | null
  refunded_total: string
  is_cancelled: boolean
  old_member_id: string | null
  is_recommended: boolean
  /** True if the order has the code of a member's link. */
  has_link: boolean
}

export const selectOrders = (tx: StoreTx, ids: readonly string[]) => sql<OrderFact>`
    select o.id, o.email, o.placed_at, o.currency, o.total::text as total, o.refunded_total::text as refunded_total,
           o.cancelled_at is not null as is_cancelled, p.member_id as old_member_id,
           exists (select from loyalty_referrals f
                    where f.store_env_id = ${tx.storeEnvId} and f.state <> 'blocked'
                      and f.friend_email = any(array[o.email, (select m.email from loyalty_members m
                            where m.store_env_id = ${tx.storeEnvId} and m.id = p.member_id)])) as is_recommended,
           exists (select from loyalty_referral_codes c
                    where c.store_env_id = ${tx.storeEnvId} and c.code = upper(trim(o.referral_code))) as has_link
      from orders o
      left join loyalty_order_points p on p.store_env_id = ${tx.storeEnvId} and p.order_id = o.id
     where o.store_env_id = ${tx.storeEnvId} and ${isAmong('o.id', ids, 'uuid')}`

export const listOrderIds = (tx: StoreTx, since: Date, after: string, limit: number): Promise<{ id: string }[]> =>
  tx.all<{ id: string }>(sql`
    select o.id from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.id > ${after} and o.placed_at >= ${since} and o.email is not null
     order by o.id limit ${limit}`)

export type LostPoints = { order_id: string; member_id: string }

export const listLost = (tx: StoreTx, since: Date, limit: number): Promise<LostPoints[]> =>
  tx.all<LostPoints>(sql`
    select p.order_id, p.member_id from loyalty_order_points p
      left join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = p.order_id
     where p.store_env_id = ${tx.storeEnvId} and (o.id is null or o.placed_at < ${since} or o.email is null)
     limit ${limit}`)

export const listOrderPoints = (tx: StoreTx, orderIds: readonly string[]): Promise<LostPoints[]> =>
  tx.all<LostPoints>(sql`
    select p.order_id, p.member_id from loyalty_order_points p
     where p.store_env_id = ${tx.storeEnvId} and p.order_id = any(${orderIds}::uuid[])`)

export type OrderPoints = {
  orderId: string
  memberId: string
  earnedAt: number
  maturesAt: number
  points: number
  rateVersion: number
}

export function upsertOrderPoints(tx: StoreTx, rows: readonly OrderPoints[]) {
  const column = <T>(read: (row: OrderPoints) => T): T[] => rows.map(read)
  return sql`
    insert into loyalty_order_points (store_env_id, order_id, member_id, earned_at, matures_at, points, rate_version)
    select ${tx.storeEnvId}, r.order_id, r.member_id, r.earned_at, r.matures_at, r.points, r.rate_version
      from unnest(${column((row) => row.orderId)}::uuid[], ${column((row) => row.memberId)}::uuid[],
                  ${column((row) => new Date(row.earnedAt))}::timestamptz[], ${column((row) => new Date(row.maturesAt))}::timestamptz[],
                  ${column((row) => row.points)}::bigint[], ${column((row) => row.rateVersion)}::integer[])
        as r(order_id, member_id, earned_at, matures_at, points, rate_version)
    on conflict (store_env_id, order_id) do update
      set member_id = excluded.member_id, earned_at = excluded.earned_at, matures_at = excluded.matures_at,
          points = excluded.points, rate_version = excluded.rate_version`
}

export const deleteOrderPoints = (tx: StoreTx, orderIds: readonly string[]) => sql`
    delete from loyalty_order_points where store_env_id = ${tx.storeEnvId} and order_id = any(${orderIds}::uuid[])`
