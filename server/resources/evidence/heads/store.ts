import { countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { decodeNumber, positionAt } from '../positions.ts'
import { list as listCosignatures } from './cosignature-store.ts'
import type { LedgerDates } from './rules.ts'
import type { Head } from './schema.ts'

export type HeadRow = { size: number; day: string; root: Buffer; checkpoint: string }

const columns = sql.raw(`h.size, to_char(h.day, 'YYYY-MM-DD') as day, h.root, h.checkpoint`)

export const toHead = ({ size, day, root, checkpoint }: HeadRow, cosignatures: Head['cosignatures']): Head => ({
  date: day,
  size,
  rootHash: root.toString('hex'),
  checkpoint,
  cosignatures,
})

export const selectLast = (tx: StoreReads) => sql<HeadRow>`
    select ${columns} from evidence_heads h where h.store_env_id = ${tx.storeEnvId} order by h.size desc limit 1`

export const findLast = (tx: StoreReads) => tx.first(selectLast(tx))

/** The smallest head that is larger than `size`. */
export const findNext = (tx: StoreReads, size: number) =>
  tx.first<HeadRow>(sql`
    select ${columns} from evidence_heads h
     where h.store_env_id = ${tx.storeEnvId} and h.size > ${size} order by h.size limit 1`)

/** Size of the newest head that was signed before this time. 0 if there is none. */
export const findSizeAt = async (tx: StoreReads, at: string): Promise<number> =>
  (
    await tx.first<{ size: number }>(sql`
      select h.size from evidence_heads h
       where h.store_env_id = ${tx.storeEnvId} and h.signed_at < ${at}::timestamptz order by h.size desc limit 1`)
  )?.size ?? 0

export async function findDated(tx: StoreReads): Promise<LedgerDates> {
  const row = await tx.first<Omit<LedgerDates, 'lastClosedDay'> & { dayEntry: string | null }>(sql`
    select (select e.at from evidence_entries e where e.store_env_id = ${tx.storeEnvId} and e.seq = 0) as "firstEntryAt",
           (select e.entry from evidence_entries e
             where e.store_env_id = ${tx.storeEnvId} and e.type = 'day' order by e.seq desc limit 1) as "dayEntry",
           (select to_char(max(h.day), 'YYYY-MM-DD') from evidence_heads h where h.store_env_id = ${tx.storeEnvId}) as "lastHeadDay"`)
  const { dayEntry = null, firstEntryAt = null, lastHeadDay = null } = row ?? {}
  const closed = dayEntry === null ? null : (JSON.parse(dayEntry) as { data: { date: string } }).data.date
  return { firstEntryAt, lastClosedDay: closed, lastHeadDay }
}

export const findSize = async (tx: StoreReads): Promise<number> =>
  (await tx.first<{ size: number }>(sql`select l.size from evidence_ledgers l where l.store_env_id = ${tx.storeEnvId}`))
    ?.size ?? 0

/**
 * Dates increase with sizes, so a late head gets a date between its neighbours' dates. The caller has locked the ledger.
 */
export const insert = (tx: StoreTx, { size, day, root, checkpoint }: HeadRow) =>
  tx.run(sql`
    insert into evidence_heads (store_env_id, size, day, root, checkpoint, signed_at)
    select ${tx.storeEnvId}, ${size}, greatest(least(${day}::date, above.day), below.day), ${root}, ${checkpoint},
           greatest(least(${tx.now}::timestamptz, above.signed_at), below.signed_at)
      from (select max(h.day) as day, max(h.signed_at) as signed_at from evidence_heads h
             where h.store_env_id = ${tx.storeEnvId} and h.size < ${size}) as below
     cross join (select min(h.day) as day, min(h.signed_at) as signed_at from evidence_heads h
                  where h.store_env_id = ${tx.storeEnvId} and h.size > ${size}) as above
    on conflict (store_env_id, size) do nothing
    returning 1`)

export async function list(tx: StoreReads, request: PageRequest) {
  const below = decodeNumber(request) ?? null
  const rows = await tx.all<HeadRow>(sql`
    select ${columns} from evidence_heads h
     where h.store_env_id = ${tx.storeEnvId} and (${below}::bigint is null or h.size < ${below}::bigint)
     order by h.size desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, sql`evidence_heads h where h.store_env_id = ${tx.storeEnvId}`)
  const cosignatures = await listCosignatures(
    tx,
    rows.map(({ size }) => size),
  )
  const write = (row: HeadRow) =>
    toHead(
      row,
      cosignatures.flatMap(({ size, ...cosignature }) => (size === row.size ? [cosignature] : [])),
    )
  return toPage(rows, request, ({ size }) => positionAt(size, tx.storeEnvId), write, total)
}
