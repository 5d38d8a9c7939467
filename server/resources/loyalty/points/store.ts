// SQL of facts and cached balances. Members are locked in the order of their ids.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { isAmong, type Query, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { type ProgramWithRates, selectWithRates } from '../program/store.ts'
import type { JournalKind } from '../schema.ts'
import type { Balance, Earning, EarningKind, Redemption } from './rules.ts'

export type MemberRow = {
  id: string
  email: string
  birthday: string | null
  balance: number
  pending: number
  tier_points: number
  tier: string | null
  next_expiry_at: string | null
  next_expiry_points: number | null
  next_change_at: string | null
  folded_at: string
  revision: number
  created_at: string
  updated_at: string
}

export const memberColumns = sql<MemberRow>`
  m.id, m.email, m.birthday, m.balance, m.pending, m.tier_points, m.tier, m.next_expiry_at, m.next_expiry_points,
  m.next_change_at, m.folded_at, m.revision, m.created_at, m.updated_at`

/** Enrols missing members, in the order of their addresses. */
export const insertMembers = (tx: StoreTx, emails: readonly string[], revision: number) => sql`
    insert into loyalty_members (store_env_id, id, email, folded_at, revision, created_at, updated_at)
    select ${tx.storeEnvId}, e.id, e.email, ${tx.now}, ${revision}, ${tx.now}, ${tx.now}
      from unnest(${emails.map(() => newId(tx.now.getTime()))}::uuid[], ${emails}::text[]) as e(id, email)
    on conflict on constraint loyalty_members_email_once do nothing`

export const find = (tx: StoreReads, id: string): Promise<MemberRow | undefined> =>
  tx.first<MemberRow>(sql`
    select ${memberColumns} from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}`)

export const findByEmail = (tx: StoreReads, email: string): Promise<MemberRow | undefined> =>
  tx.first<MemberRow>(sql`
    select ${memberColumns} from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.email = ${email}`)

/** `facts` are null while the row is current. A row is stale after its `next_change_at` or a change of the terms. */
export type KnownMemberRow = MemberRow & {
  is_stale: boolean
  facts: { earnings: EarningFact[]; redemptions: RedemptionJson[] } | null
  program: ProgramWithRates | null
}
type EarningFact = { id: string; kind: string; earned_at: string; matures_at: string; points: number }
type RedemptionJson = { id: string; points: number; created_at: string; reversed_at: string | null }

/** Reads the facts of a stale row in the same statement, so that a balance always takes one round trip. */
export const findKnown = (
  tx: StoreReads,
  who: { id: string } | { email: string },
): Promise<KnownMemberRow | undefined> =>
  tx.first<KnownMemberRow>(sql`
    select k.*,
           case when k.is_stale then jsonb_build_object(
             'earnings', coalesce((
               select jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind, 'earned_at', e.earned_at, 'matures_at', e.matures_at,
                                                   'points', e.points))
                 from (select p.order_id as id, 'order' as kind, p.earned_at, p.matures_at, p.points from loyalty_order_points p
                        where p.store_env_id = ${tx.storeEnvId} and p.member_id = k.id
                       union all
                       select g.id, case g.kind when 'manual' then 'grant' else g.kind end, g.granted_at, g.matures_at, g.points
                         from loyalty_grants g where g.store_env_id = ${tx.storeEnvId} and g.member_id = k.id) e), '[]'),
             'redemptions', coalesce((
               select jsonb_agg(jsonb_build_object('id', r.id, 'points', r.points, 'created_at', r.created_at, 'reversed_at', r.reversed_at))
                 from loyalty_redemptions r where r.store_env_id = ${tx.storeEnvId} and r.member_id = k.id), '[]')) end as facts,
           case when k.is_stale then (select to_jsonb(s) from (${selectWithRates(tx)}) s) end as program
      from (select ${memberColumns},
                   coalesce(m.revision <> t.revision or m.next_change_at <= greatest(${tx.now}::timestamptz, m.folded_at), false) as is_stale
              from loyalty_members m left join loyalty_programs t on t.store_env_id = ${tx.storeEnvId}
             where m.store_env_id = ${tx.storeEnvId} and ${'id' in who ? sql`m.id = ${who.id}` : sql`m.email = ${who.email}`}) k`)

export function toFacts({ facts }: KnownMemberRow): { earnings: Earning[]; redemptions: Redemption[] } {
  return {
    earnings: (facts?.earnings ?? []).map(({ id, kind, earned_at, matures_at, points }) => ({
      ...{ id, points, kind: kind as EarningKind },
      ...{ earnedAt: Date.parse(earned_at), maturesAt: Date.parse(matures_at) },
    })),
    redemptions: (facts?.redemptions ?? []).map(({ id, points, created_at, reversed_at }) => ({
      ...{ id, points, at: Date.parse(created_at) },
      reversedAt: reversed_at === null ? null : Date.parse(reversed_at),
    })),
  }
}

/**
 * With `where`, selects no members unless the programme is enabled. `all_members` also requires that all buyers are
 * members, because a missing member must be inserted before any lock.
 */
export type Who = NamedMembers | { orders: readonly string[]; where?: 'enabled' | 'all_members' }
type NamedMembers = { ids?: readonly string[]; emails?: readonly string[] }

/** Uses an array, so that the planner uses the index (see `isAmong`). */
const matchesAny = (tx: StoreReads, who: Who) =>
  'orders' in who ? sql`m.id = any(array(${selectConcerned(tx, who.orders, who.where)}))` : isNamed(who)

const isNamed = ({ ids = [], emails = [] }: NamedMembers) =>
  emails.length === 0
    ? isAmong('m.id', ids, 'uuid')
    : sql`(${isAmong('m.id', ids, 'uuid')} or ${isAmong('m.email', emails, 'text')})`

const selectConcerned = (tx: StoreReads, orders: readonly string[], where?: 'enabled' | 'all_members') => sql<{
  id: string
}>`
    with about as materialized (
      select o.email, p.member_id, upper(trim(o.referral_code)) as referral_code from orders o
        left join loyalty_order_points p on p.store_env_id = ${tx.storeEnvId} and p.order_id = o.id
       where o.store_env_id = ${tx.storeEnvId} and ${isAmong('o.id', orders, 'uuid')}
             ${where === undefined ? sql`` : isEnabled(tx)})
    select c.id from (
      select m.id from loyalty_members m
       where m.store_env_id = ${tx.storeEnvId} and m.email = any(array(select a.email from about a))
      union all
      select a.member_id from about a where a.member_id is not null
      union all
      select c.member_id from loyalty_referral_codes c
       where c.store_env_id = ${tx.storeEnvId} and c.code = any(array(select a.referral_code from about a))
      union all
      select f.advocate_id from loyalty_referrals f
       where f.store_env_id = ${tx.storeEnvId} and f.state <> 'blocked'
         and f.friend_email = any(array(
               select a.email from about a
               union all
               select m.email from loyalty_members m
                where m.store_env_id = ${tx.storeEnvId} and m.id = any(array(select a.member_id from about a))))) c
     ${where === 'all_members' ? areMembers(tx) : sql``}`

const isEnabled = (tx: StoreReads) => sql`
  and exists (select from loyalty_programs t where t.store_env_id = ${tx.storeEnvId} and t.enabled)`

const areMembers = (tx: StoreReads) => sql`
  where not exists (
    select from about a
     where a.email is not null
       and not exists (select from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.email = a.email))`

/** All writes to a member's points happen under this lock. */
export const selectLocked = (tx: StoreTx, who: Who) => sql<MemberRow>`
    select ${memberColumns} from loyalty_members m
     where m.store_env_id = ${tx.storeEnvId} and ${matchesAny(tx, who)}
     order by m.id for update`

export const listDue = (tx: StoreTx, revision: number, limit: number): Promise<{ id: string }[]> =>
  tx.all<{ id: string }>(sql`
    (select m.id from loyalty_members m
      where m.store_env_id = ${tx.storeEnvId} and m.next_change_at <= ${tx.now} limit ${limit})
    union
    (select m.id from loyalty_members m
      where m.store_env_id = ${tx.storeEnvId} and m.revision < ${revision} order by m.revision, m.id limit ${limit})
    limit ${limit}`)

export const nextChange = async (tx: StoreTx): Promise<Date | undefined> => {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(next_change_at) as at from loyalty_members
     where store_env_id = ${tx.storeEnvId} and next_change_at is not null`)
  return row?.at ? new Date(row.at) : undefined
}

export type EarningRow = Earning & { memberId: string; rateVersion: number | null; ref: string | null }

export type RedemptionFact = Redemption & { memberId: string }

export type FactColumns = {
  member_id: string
  id: string
  kind: string
  at: string
  matures_at: string | null
  reversed_at: string | null
  points: number
  rate_version: number | null
  ref: string | null
}

/**
 * Selects one row per member, followed by earnings and redemptions. Arrays make the planner use the index with any
 * estimates.
 */
export const selectFacts = (tx: StoreReads, who: Who) => sql<FactColumns>`
    with who as materialized (select array(${'orders' in who ? selectConcerned(tx, who.orders, who.where) : selectNamed(tx, who)}) as ids)
    select m.id as member_id, m.id, 'member' as kind, ${tx.now}::timestamptz as at, null::timestamptz as matures_at,
           null::timestamptz as reversed_at, 0::bigint as points, null::integer as rate_version, null::text as ref
      from unnest((select ids from who)) as m(id)
    union all
    select p.member_id, p.order_id, 'order', p.earned_at, p.matures_at, null, p.points, p.rate_version, null
      from loyalty_order_points p
     where p.store_env_id = ${tx.storeEnvId} and p.member_id = any((select ids from who)::uuid[])
    union all
    select g.member_id, g.id, case g.kind when 'manual' then 'grant' else g.kind end, g.granted_at, g.matures_at, null, g.points, null, g.ref
      from loyalty_grants g
     where g.store_env_id = ${tx.storeEnvId} and g.member_id = any((select ids from who)::uuid[])
    union all
    select r.member_id, r.id, 'redemption', r.created_at, null, r.reversed_at, r.points, null, null
      from loyalty_redemptions r
     where r.store_env_id = ${tx.storeEnvId} and r.member_id = any((select ids from who)::uuid[])`

const selectNamed = (tx: StoreReads, who: NamedMembers) => sql<{ id: string }>`
    select m.id from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and ${isNamed(who)}`

export const isRedemption = ({ kind }: FactColumns) => kind === 'redemption'
export const isEarning = ({ kind }: FactColumns) => kind !== 'redemption' && kind !== 'member'

export const toEarning = (row: FactColumns): EarningRow => ({
  memberId: row.member_id,
  id: row.id,
  kind: row.kind as EarningKind,
  earnedAt: Date.parse(row.at),
  maturesAt: Date.parse(row.matures_at ?? row.at),
  points: row.points,
  rateVersion: row.rate_version,
  ref: row.ref,
})

export const toRedemption = (row: FactColumns): RedemptionFact => ({
  memberId: row.member_id,
  id: row.id,
  points: row.points,
  at: Date.parse(row.at),
  reversedAt: row.reversed_at === null ? null : Date.parse(row.reversed_at),
})

export type BalanceUpdate = { id: string; balance: Balance; tier: string | null; now: number }

/** The ids are in their own select (see `isAmong`). Otherwise the join is planned on each call. */
export function updateBalances(tx: StoreTx, folded: readonly BalanceUpdate[], revision: number) {
  const column = <T>(read: (row: BalanceUpdate) => T): T[] => folded.map(read)
  const instant = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at))
  return sql`
    update loyalty_members m
       set balance = f.balance, pending = f.pending, tier_points = f.tier_points, tier = f.tier,
           next_expiry_at = f.next_expiry_at, next_expiry_points = f.next_expiry_points, next_change_at = f.next_change_at,
           folded_at = f.folded_at, revision = ${revision}, updated_at = ${tx.now}
      from unnest((select ${column(({ id }) => id)}::uuid[]), ${column(({ balance }) => balance.balance)}::bigint[],
                  ${column(({ balance }) => balance.pending)}::bigint[], ${column(({ balance }) => balance.tierPoints)}::bigint[],
                  ${column(({ tier }) => tier)}::text[], ${column(({ balance }) => instant(balance.nextExpiry?.at))}::timestamptz[],
                  ${column(({ balance }) => balance.nextExpiry?.points ?? null)}::bigint[],
                  ${column(({ balance }) => instant(balance.nextChangeAt))}::timestamptz[],
                  ${column(({ now }) => new Date(now))}::timestamptz[])
        as f(id, balance, pending, tier_points, tier, next_expiry_at, next_expiry_points, next_change_at, folded_at)
     where m.store_env_id = ${tx.storeEnvId} and m.id = f.id`
}

export type Line = {
  memberId: string
  kind: JournalKind
  ref: string | null
  delta: number
  balance: number
  rateVersion: number | null
  reason: string | null
  at: number
}

/** The given ids determine the order of lines with the same time. */
export function insertLines(tx: StoreTx, lines: readonly Line[], ids: readonly string[]) {
  const column = <T>(read: (line: Line) => T): T[] => lines.map(read)
  return sql`
    insert into loyalty_journal (store_env_id, id, member_id, kind, ref, delta, balance, rate_version, reason, at, created_at)
    select ${tx.storeEnvId}, l.id, l.member_id, l.kind, l.ref, l.delta, l.balance, l.rate_version, l.reason, l.at, ${tx.now}
      from unnest(${ids}::uuid[], ${column((line) => line.memberId)}::uuid[],
                  ${column((line) => line.kind)}::text[], ${column((line) => line.ref)}::text[],
                  ${column((line) => line.delta)}::bigint[], ${column((line) => line.balance)}::bigint[],
                  ${column((line) => line.rateVersion)}::integer[], ${column((line) => line.reason)}::text[],
                  ${column((line) => new Date(line.at))}::timestamptz[])
        as l(id, member_id, kind, ref, delta, balance, rate_version, reason, at)
    returning 1`
}

/** Runs writes to several tables as one statement. No write sees the changes of the others. */
export function together(writes: readonly Query<unknown>[]) {
  const others = writes.slice(0, -1).map((write, at) => sql`${sql.ref(`w${at}`)} as (${write})`)
  const [last = sql`select`] = writes.slice(-1)
  return others.length === 0 ? last : sql`with ${sql.join(others)} ${last}`
}

export type NewGrant = {
  id: string
  memberId: string
  kind: 'manual' | 'birthday' | 'referral' | 'import' | 'review'
  ref: string
  points: number
  reason: string | null
  grantedAt: Date
  maturesAt: Date
}

export const insertGrant = (tx: StoreTx, grant: NewGrant): Promise<number> =>
  tx.run(sql`
    insert into loyalty_grants (store_env_id, id, member_id, kind, ref, points, reason, granted_at, matures_at, created_at)
    values (${tx.storeEnvId}, ${grant.id}, ${grant.memberId}, ${grant.kind}, ${grant.ref}, ${grant.points}, ${grant.reason},
            ${grant.grantedAt}, ${grant.maturesAt}, ${tx.now})`)

export function upsertGrants(tx: StoreTx, grants: readonly NewGrant[]) {
  const column = <T>(read: (grant: NewGrant) => T): T[] => grants.map(read)
  return sql`
    insert into loyalty_grants (store_env_id, id, member_id, kind, ref, points, reason, granted_at, matures_at, created_at)
    select ${tx.storeEnvId}, g.id, g.member_id, g.kind, g.ref, g.points, g.reason, g.granted_at, g.matures_at, ${tx.now}
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ memberId }) => memberId)}::uuid[],
                  ${column(({ kind }) => kind)}::text[], ${column(({ ref }) => ref)}::text[],
                  ${column(({ points }) => points)}::bigint[], ${column(({ reason }) => reason)}::text[],
                  ${column(({ grantedAt }) => grantedAt)}::timestamptz[], ${column(({ maturesAt }) => maturesAt)}::timestamptz[])
        as g(id, member_id, kind, ref, points, reason, granted_at, matures_at)
    on conflict on constraint loyalty_grants_once do update
      set points = excluded.points, granted_at = excluded.granted_at, matures_at = excluded.matures_at`
}

export type GrantRow = {
  id: string
  member_id: string
  points: number
  reason: string | null
  granted_at: string
}

export const findGrant = (tx: StoreTx, kind: string, ref: string): Promise<GrantRow | undefined> =>
  tx.first<GrantRow>(sql`
    select id, member_id, points, reason, granted_at from loyalty_grants
     where store_env_id = ${tx.storeEnvId} and kind = ${kind} and ref = ${ref}`)

export const listJournal = (tx: StoreReads, memberId: string, limit: number) =>
  tx.all<{ kind: string; delta: number; balance: number; at: string }>(sql`
    select kind, delta, balance, at from loyalty_journal
     where store_env_id = ${tx.storeEnvId} and member_id = ${memberId}
     order by created_at desc, id desc limit ${limit}`)

export const deleteMember = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`delete from loyalty_members where store_env_id = ${tx.storeEnvId} and email = ${email}`)
