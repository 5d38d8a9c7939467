import type { Static } from 'typebox'
import { beyond, fetchLimit, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { last4 } from '#platform/values/mask.ts'
import type { CustomerSuppression, Reason, Scope, Suppression, SuppressionFilters } from './schema.ts'

type Row = {
  id: string
  email: string | null
  scope: Scope
  reason: Reason
  source: string | null
  note: string | null
  expires_at: string | null
  created_at: string
  updated_at: string
}

const columns = sql.raw('s.id, s.email, s.scope, s.reason, s.source, s.note, s.expires_at, s.created_at, s.updated_at')

export const toSuppression = (row: Row): Suppression => ({
  id: row.id,
  email: row.email,
  emailLast4: last4(row.email),
  scope: row.scope,
  reason: row.reason,
  source: row.source,
  note: row.note,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** An address with its keyed hash. The address finds rows whose hash used an earlier SECRET_KEY. */
export type HashedAddress = { email: string; hash: Buffer }

export async function list(tx: StoreTx, request: SuppressionFilters, address: HashedAddress | undefined) {
  const wanted = sql`
    s.store_env_id = ${tx.storeEnvId} and (s.expires_at is null or s.expires_at > ${tx.now})
    ${request.scope ? sql`and ${equalsAny('s.scope', request.scope)}` : sql``}
    ${request.reason ? sql`and ${equalsAny('s.reason', request.reason)}` : sql``}
    ${address ? sql`and (s.email_hash = ${address.hash} or s.email = ${address.email})` : sql``}`
  const { direction = 'desc' } = request
  const way = sql.raw(direction)
  const page = beyond(request, { at: 's.created_at', id: 's.id', direction })
  const total = request.includeTotal
    ? sql`(select count(*) from email_suppressions s where ${wanted})`
    : sql`null::bigint`
  const rows = await tx.all<{ total: number | null } & (Row | { id: null })>(sql`
    with page as (
      select ${columns} from email_suppressions s where ${wanted} ${page}
       order by s.created_at ${way}, s.id ${way} limit ${fetchLimit(request)}
    ), counted as (select ${total} as total)
    select p.*, c.total from counted c left join page p on true order by p.created_at ${way}, p.id ${way}`)
  const found = rows.filter((row): row is Row & { total: number | null } => row.id !== null)
  return toPage(
    found,
    request,
    ({ created_at, id }) => ({ at: created_at, id }),
    toSuppression,
    rows[0]?.total ?? undefined,
  )
}

export type ActiveSuppression = { email_hash: Buffer; email: string | null; reason: Reason }

/** `offset 0` makes each address use the index: without it, 10,000 rows were read for every 200 addresses. */
export const listActive = (tx: StoreTx, addresses: readonly HashedAddress[], scope: Scope | 'transactional') =>
  tx.all<ActiveSuppression>(sql`
    select s.email_hash, s.email, s.reason
      from unnest(${addresses.map(({ hash }) => hash)}::bytea[], ${addresses.map(({ email }) => email)}::text[]) a(hash, email)
     cross join lateral (
       select h.* from email_suppressions h where h.store_env_id = ${tx.storeEnvId} and h.email_hash = a.hash
       union all
       select e.* from email_suppressions e
        where e.store_env_id = ${tx.storeEnvId} and e.email = a.email and e.email_hash <> a.hash offset 0) s
     where s.scope = any(${['all', scope]}::text[]) and (s.expires_at is null or s.expires_at > ${tx.now})`)

export type NewRow = HashedAddress & {
  scope: Scope
  reason: Reason
  source: string | null
  note: string | null
  expiresAt: Date | null
}

/** Returns new and extended rows. Only a request that names the address (`isNamed`) can restore it in an erased row. */
export const upsert = (tx: StoreTx, rows: readonly NewRow[], isNamed: boolean) =>
  tx.all<Row & { is_new: boolean }>(sql`
    insert into email_suppressions as s
           (store_env_id, id, email_hash, email, scope, reason, source, note, expires_at, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, decode(r.hash, 'hex'), r.email, r.scope, r.reason, r.source, r.note, r."expiresAt",
           ${tx.now}, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(rows.map((row) => toRecord(tx, row)))}::jsonb)
           as r(id uuid, hash text, email text, scope text, reason text, source text, note text, "expiresAt" timestamptz)
     order by r.hash, r.scope, r.reason
    on conflict on constraint email_suppressions_once do update
       set email = ${isNamed ? sql`excluded.email` : sql`s.email`},
           note = coalesce(excluded.note, s.note),
           source = excluded.source,
           expires_at = case when excluded.expires_at is not null then greatest(s.expires_at, excluded.expires_at) end,
           updated_at = excluded.updated_at
     where (s.expires_at is not null and (excluded.expires_at is null or excluded.expires_at > s.expires_at))
           or (excluded.note is not null and excluded.note is distinct from s.note)
           ${isNamed ? sql`or s.email is null` : sql``}
    returning ${columns}, s.xmax = 0 as is_new`)

const toRecord = (tx: StoreTx, { hash, email, scope, reason, source, note, expiresAt }: NewRow) => ({
  id: newId(tx.now.getTime()),
  hash: hash.toString('hex'),
  email,
  scope,
  reason,
  source,
  note,
  expiresAt,
})

export const findOne = (tx: StoreTx, { hash }: HashedAddress, scope: Scope, reason: Reason) =>
  tx.first<Row>(sql`
    select ${columns} from email_suppressions s
     where s.store_env_id = ${tx.storeEnvId} and s.email_hash = ${hash} and s.scope = ${scope} and s.reason = ${reason}`)

export const lock = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from email_suppressions s where s.store_env_id = ${tx.storeEnvId} and s.id = ${id} for update`)

export const deleteSuppression = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from email_suppressions s where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

export const deleteExpired = (tx: StoreTx) =>
  tx.run(sql`
    delete from email_suppressions s where s.store_env_id = ${tx.storeEnvId} and s.expires_at <= ${tx.now}`)

export const listOfPerson = (tx: StoreReads, address: HashedAddress, limit?: number) =>
  tx.all<Static<typeof CustomerSuppression>>(sql`
    select s.id, s.scope, s.reason, s.source, s.expires_at as "expiresAt", s.created_at as "createdAt"
      from email_suppressions s
     where s.store_env_id = ${tx.storeEnvId} and (s.email_hash = ${address.hash} or s.email = ${address.email})
     order by s.created_at desc, s.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)

export const eraseAddress = (tx: StoreTx, address: HashedAddress) =>
  tx.run(sql`
    update email_suppressions s set email = null, note = null, updated_at = ${tx.now}
     where s.store_env_id = ${tx.storeEnvId} and (s.email_hash = ${address.hash} or s.email = ${address.email})
       and (s.email is not null or s.note is not null)`)

export const insertSoftBounce = (tx: StoreTx, hash: Buffer, messageId: string) =>
  tx.run(sql`
    insert into email_soft_bounces (store_env_id, id, email_hash, message_id, day, created_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${hash}, ${messageId}, ${dayOf(tx.now)}, ${tx.now})
    on conflict on constraint email_soft_bounces_once do nothing`)

export async function countSoftBounceDays(tx: StoreTx, hash: Buffer, since: Date): Promise<number> {
  const row = await tx.first<{ days: number }>(sql`
    select count(distinct b.day) as days from email_soft_bounces b
     where b.store_env_id = ${tx.storeEnvId} and b.email_hash = ${hash} and b.day > ${dayOf(since)}::date`)
  return row?.days ?? 0
}

export const deleteSoftBounces = (tx: StoreTx, hash: Buffer) =>
  tx.run(sql`delete from email_soft_bounces b where b.store_env_id = ${tx.storeEnvId} and b.email_hash = ${hash}`)

export const deleteSoftBouncesBefore = (tx: StoreTx, before: Date) =>
  tx.run(sql`
    delete from email_soft_bounces b where b.store_env_id = ${tx.storeEnvId} and b.day <= ${dayOf(before)}::date`)

/** The next expiry and the time of the oldest soft bounce. Sorts bounces by id, because an id begins with its time. */
export const findOldest = (tx: StoreTx) =>
  tx.first<{ expires_at: string | null; bounced_at: string | null }>(sql`
    select (select min(s.expires_at) from email_suppressions s where s.store_env_id = ${tx.storeEnvId}) as expires_at,
           (select b.created_at from email_soft_bounces b
             where b.store_env_id = ${tx.storeEnvId} order by b.id limit 1) as bounced_at`)

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
