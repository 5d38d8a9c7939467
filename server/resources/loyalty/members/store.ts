import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { type MemberRow, memberColumns } from '../points/store.ts'
import type { JournalKind, JournalLine } from '../schema.ts'

export const list = <M>(tx: StoreTx, filters: PageRequest & { tier?: string }, toMember: (row: MemberRow) => M) =>
  listNewest(
    tx,
    filters,
    {
      columns: memberColumns,
      from: sql`loyalty_members m where m.store_env_id = ${tx.storeEnvId}
        ${filters.tier === undefined ? sql`` : sql`and m.tier = ${filters.tier}`}`,
      table: 'm',
    },
    toMember,
  )

export const updateBirthday = (tx: StoreTx, id: string, birthday: string | null): Promise<number> =>
  tx.run(sql`
    update loyalty_members set birthday = ${birthday}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

type LineRow = {
  id: string
  member_id: string
  kind: string
  ref: string | null
  delta: number
  balance: number
  rate_version: number | null
  reason: string | null
  at: string
  created_at: string
}
const lineColumns = sql<LineRow>`
  j.id, j.member_id, j.kind, j.ref, j.delta, j.balance, j.rate_version, j.reason, j.at, j.created_at`

export const listLines = (tx: StoreTx, memberId: string, filters: PageRequest) =>
  listNewest(
    tx,
    filters,
    {
      columns: lineColumns,
      from: sql`loyalty_journal j where j.store_env_id = ${tx.storeEnvId} and j.member_id = ${memberId}`,
      table: 'j',
    },
    toLine,
  )

const toLine = (row: LineRow): JournalLine => ({
  id: row.id,
  memberId: row.member_id,
  kind: row.kind as JournalKind,
  ref: row.ref,
  delta: row.delta,
  balance: row.balance,
  rateVersion: row.rate_version,
  reason: row.reason,
  at: row.at,
  createdAt: row.created_at,
})

export async function listCustomerLines(tx: StoreReads, email: string, limit: number): Promise<JournalLine[]> {
  const rows = await tx.all<LineRow>(sql`
    select ${lineColumns} from loyalty_journal j
      join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.id = j.member_id
     where j.store_env_id = ${tx.storeEnvId} and m.email = ${email}
     order by j.created_at desc, j.id desc limit ${limit}`)
  return rows.map(toLine)
}

export const listBirthdays = (
  tx: StoreTx,
  days: readonly string[],
  since: Date,
  limit: number,
): Promise<{ id: string }[]> =>
  tx.all<{ id: string }>(sql`
    select m.id from loyalty_members m
     where m.store_env_id = ${tx.storeEnvId} and m.birthday = any(${days}::text[])
       and not exists (select 1 from loyalty_grants g
                        where g.store_env_id = ${tx.storeEnvId} and g.member_id = m.id and g.kind = 'birthday' and g.granted_at > ${since})
     order by m.id limit ${limit}`)

export const listHolders = (tx: StoreReads, after: string, limit: number): Promise<{ id: string }[]> =>
  tx.all<{ id: string }>(sql`
    select m.id from loyalty_members m
     where m.store_env_id = ${tx.storeEnvId} and m.id > ${after} and m.balance > 0 order by m.id limit ${limit}`)
