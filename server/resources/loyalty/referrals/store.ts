import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, isAmong, sql } from '#platform/db/query.ts'
import { last4 } from '#platform/values/mask.ts'
import type { Referral } from './schema.ts'

export type ReferralRow = {
  id: string
  advocate_id: string
  friend_email: string
  code: string
  state: string
  reason: string | null
  order_id: string | null
  completes_at: string | null
  completed_at: string | null
  approved_at: string | null
  created_at: string
  updated_at: string
}

const columns = sql<ReferralRow>`
  f.id, f.advocate_id, f.friend_email, f.code, f.state, f.reason, f.order_id, f.completes_at, f.completed_at, f.approved_at,
  f.created_at, f.updated_at`

export const list = (
  tx: StoreTx,
  filters: PageRequest & { state?: readonly Referral['state'][]; advocateMemberId?: string },
) =>
  listNewest(
    tx,
    filters,
    {
      columns,
      from: sql`loyalty_referrals f where f.store_env_id = ${tx.storeEnvId}
        ${filters.state === undefined ? sql`` : sql`and ${equalsAny('f.state', filters.state)}`}
        ${filters.advocateMemberId === undefined ? sql`` : sql`and f.advocate_id = ${filters.advocateMemberId}`}`,
      table: 'f',
    },
    toReferral,
  )

export const find = (tx: StoreReads, id: string): Promise<ReferralRow | undefined> =>
  tx.first<ReferralRow>(sql`
    select ${columns} from loyalty_referrals f where f.store_env_id = ${tx.storeEnvId} and f.id = ${id}`)

export const findOfFriend = (tx: StoreReads, friendEmail: string): Promise<ReferralRow | undefined> =>
  tx.first<ReferralRow>(sql`
    select ${columns} from loyalty_referrals f
     where f.store_env_id = ${tx.storeEnvId} and f.friend_email = ${friendEmail} and f.state <> 'blocked'`)

/**
 * A referral with the facts that decide its state. Facts about the advocate are null if they cannot affect the state any
 * more.
 */
export type ReferralFacts = ReferralRow & {
  first_id: string | null
  placed_at: string | null
  referral_code: string | null
  currency: string | null
  total: string | null
  refunded_total: string | null
  customer_name: string | null
  /** Code in the link of the advocate. */
  link_code: string | null
  advocate_name: string | null
  recent: number | null
}

/** `first` is the order that the friend placed first, without cancelled orders. */
export const listFacts = (tx: StoreReads, emails: readonly string[]): Promise<ReferralFacts[]> =>
  tx.all<ReferralFacts>(sql`
    select ${columns}, o.id as first_id, o.placed_at, o.referral_code, o.currency, o.total::text as total,
           o.refunded_total::text as refunded_total, o.customer_name, a.name as advocate_name, a.recent,
           (select c.code from loyalty_referral_codes c
             where c.store_env_id = ${tx.storeEnvId} and c.member_id = f.advocate_id) as link_code
      from loyalty_referrals f
      left join lateral (
        select o.id, o.placed_at, o.referral_code, o.currency, o.total, o.refunded_total, o.customer_name
          from orders o
         where o.store_env_id = ${tx.storeEnvId} and o.email = f.friend_email and o.cancelled_at is null
         order by o.placed_at, o.id limit 1) o on true
      left join lateral (
        select (select c.name from customers c join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.email = c.email
                 where c.store_env_id = ${tx.storeEnvId} and m.id = f.advocate_id) as name,
               (select count(*) from loyalty_referrals r
                 where r.store_env_id = ${tx.storeEnvId} and r.advocate_id = f.advocate_id and r.state <> 'blocked'
                   and r.created_at > ${new Date(tx.now.getTime() - 7 * 86_400_000)}) as recent
         where f.approved_at is null and f.state not in ('completed', 'ordered')) a on true
     where f.store_env_id = ${tx.storeEnvId} and f.friend_email = any(${emails}::text[]) and f.state <> 'blocked'
     order by f.id`)

export const findLinkCode = async (tx: StoreReads, memberId: string): Promise<string | undefined> =>
  (
    await tx.first<{ code: string }>(sql`
      select c.code from loyalty_referral_codes c where c.store_env_id = ${tx.storeEnvId} and c.member_id = ${memberId}`)
  )?.code

/** A code that another member has, or a second code of the same member, is not inserted. */
export const insertLinkCode = (tx: StoreTx, memberId: string, code: string): Promise<number> =>
  tx.run(sql`
    insert into loyalty_referral_codes (store_env_id, member_id, code, created_at)
    values (${tx.storeEnvId}, ${memberId}, ${code}, ${tx.now}) on conflict do nothing`)

/** Base of referral links. Null for a store without an origin. */
export const findFirstOrigin = async (tx: StoreReads): Promise<string | null> =>
  (
    await tx.first<{ origin: string | null }>(sql`
      select s.origins[1] as origin from stores s where s.id = ${tx.storeEnvId}`)
  )?.origin ?? null

export type LinkOrder = {
  email: string | null
  code: string
  advocate_id: string
  advocate_email: string
  /** Email address of the member who referred the advocate. */
  mutual_email: string | null
}

/** Finds new customers' first orders that have a link's code. Leaves out friends who were ever referred. */
export const listLinkOrders = (tx: StoreReads, orderIds: readonly string[]): Promise<LinkOrder[]> =>
  tx.all<LinkOrder>(sql`
    select o.email, c.code, c.member_id as advocate_id, m.email as advocate_email,
           (select a.email from loyalty_referrals f
              join loyalty_members a on a.store_env_id = ${tx.storeEnvId} and a.id = f.advocate_id
             where f.store_env_id = ${tx.storeEnvId} and f.friend_email = m.email and f.state <> 'blocked') as mutual_email
      from orders o
      join loyalty_referral_codes c on c.store_env_id = ${tx.storeEnvId} and c.code = upper(trim(o.referral_code))
      join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.id = c.member_id
     where o.store_env_id = ${tx.storeEnvId} and ${isAmong('o.id', orderIds, 'uuid')} and o.cancelled_at is null
       and not exists (select from loyalty_referrals f
                        where f.store_env_id = ${tx.storeEnvId} and f.friend_email = o.email)
       and not exists (select from orders e
                        where e.store_env_id = ${tx.storeEnvId} and e.email = o.email and e.cancelled_at is null
                          and (e.placed_at, e.id) < (o.placed_at, o.id))
     order by o.id`)

type AdvocateRow = { advocate_id: string }

export const listAdvocates = (tx: StoreReads, emails: readonly string[]): Promise<AdvocateRow[]> =>
  tx.all<AdvocateRow>(sql`
    select distinct f.advocate_id from loyalty_referrals f
     where f.store_env_id = ${tx.storeEnvId} and f.state <> 'blocked' and f.friend_email = any(${emails}::text[])`)

export const insert = (
  tx: StoreTx,
  referral: { id: string; advocateId: string; friendEmail: string; code: string },
): Promise<number> =>
  tx.run(sql`
    insert into loyalty_referrals (store_env_id, id, advocate_id, friend_email, code, state, created_at, updated_at)
    values (${tx.storeEnvId}, ${referral.id}, ${referral.advocateId}, ${referral.friendEmail}, ${referral.code}, 'pending',
            ${tx.now}, ${tx.now})
    on conflict do nothing`)

export type Changes = Pick<Referral, 'id' | 'state' | 'reason' | 'orderId'> & {
  completesAt: Date | null
  completedAt: Date | null
  approvedAt: Date | null
}

export function update(tx: StoreTx, changed: readonly Changes[]) {
  const column = <T>(read: (changes: Changes) => T): T[] => changed.map(read)
  return sql`
    update loyalty_referrals f
       set state = n.state, reason = n.reason, order_id = n.order_id, completes_at = n.completes_at,
           completed_at = n.completed_at, approved_at = n.approved_at, updated_at = ${tx.now}
      from unnest((select ${column(({ id }) => id)}::uuid[]), ${column(({ state }) => state)}::text[],
                  ${column(({ reason }) => reason)}::text[], ${column(({ orderId }) => orderId)}::uuid[],
                  ${column(({ completesAt }) => completesAt)}::timestamptz[],
                  ${column(({ completedAt }) => completedAt)}::timestamptz[],
                  ${column(({ approvedAt }) => approvedAt)}::timestamptz[])
        as n(id, state, reason, order_id, completes_at, completed_at, approved_at)
     where f.store_env_id = ${tx.storeEnvId} and f.id = n.id`
}

/** True if this exact email address has an order in this store, not counting cancelled orders. */
export const hasOrdered = async (tx: StoreReads, email: string): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as found from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.email = ${email} and o.cancelled_at is null limit 1`)) !== undefined

export const listDue = (tx: StoreTx, limit: number): Promise<{ friend_email: string }[]> =>
  tx.all<{ friend_email: string }>(sql`
    select f.friend_email from loyalty_referrals f
     where f.store_env_id = ${tx.storeEnvId} and f.state = 'ordered' and f.completes_at <= ${tx.now} limit ${limit}`)

export const deleteByFriend = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`delete from loyalty_referrals where store_env_id = ${tx.storeEnvId} and friend_email = ${email}`)

export const toReferral = (row: ReferralRow): Referral => ({
  id: row.id,
  advocateMemberId: row.advocate_id,
  friendEmail: row.friend_email,
  friendEmailLast4: last4(row.friend_email) ?? '',
  code: row.code,
  state: row.state as Referral['state'],
  reason: row.reason,
  orderId: row.order_id,
  completedAt: row.completed_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
