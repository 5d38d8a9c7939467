import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Pack } from './schema.ts'

export type PackRow = {
  id: string
  status: Pack['status']
  from: string
  to: string
  fileKey: string | null
  bytes: number
  sha256: string | null
  size: number | null
  error: string | null
  created_at: string
  finishedAt: string | null
  expiresAt: string
}

const columns = sql.raw<PackRow>(`
  p.id, p.status, to_char(p.from_day, 'YYYY-MM-DD') as "from", to_char(p.to_day, 'YYYY-MM-DD') as "to",
  p.file_key as "fileKey", p.bytes, p.sha256, p.size, p.error, p.created_at, p.finished_at as "finishedAt",
  p.expires_at as "expiresAt"`)

export const find = (tx: StoreReads, id: string) =>
  tx.first<PackRow>(sql`
    select ${columns} from evidence_packs p where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}`)

export const list = <T>(tx: StoreReads, request: PageRequest, map: (row: PackRow) => T) =>
  listNewest(
    tx,
    request,
    { columns, from: sql`evidence_packs p where p.store_env_id = ${tx.storeEnvId}`, table: 'p' },
    map,
  )

export const countUnfinished = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from evidence_packs p
       where p.store_env_id = ${tx.storeEnvId} and p.status in ('queued', 'running')`)
  )?.count ?? 0

export const insert = (tx: StoreTx, row: { id: string; from: string; to: string; expiresAt: Date }) =>
  tx.run(sql`
    insert into evidence_packs (store_env_id, id, status, from_day, to_day, bytes, tries, created_at, expires_at)
    values (${tx.storeEnvId}, ${row.id}, 'queued', ${row.from}::date, ${row.to}::date, 0, 0, ${tx.now}, ${row.expiresAt})`)

export type Work = { from: string; to: string; tries: number; timezone: string }

/** Locks the row until the transaction ends. Undefined for a pack that is completed or failed. */
export const lockUnfinished = (tx: StoreTx, id: string) =>
  tx.first<Work>(sql`
    select to_char(p.from_day, 'YYYY-MM-DD') as "from", to_char(p.to_day, 'YYYY-MM-DD') as "to", p.tries, s.timezone
      from evidence_packs p join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id} and p.status in ('queued', 'running') for update of p`)

/** `tries` identifies the run. The row is locked, so that no other run begins before the commit. */
export const isRunning = async (tx: StoreTx, id: string, tries: number): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from evidence_packs p
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id} and p.status = 'running' and p.tries = ${tries}
       for update`)) !== undefined

export const updateBegun = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update evidence_packs p set status = 'running', tries = p.tries + 1
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}`)

export type WrittenPack = { fileKey: string; bytes: number; sha256: string; size: number }

export const updateCompleted = (
  tx: StoreTx,
  id: string,
  tries: number,
  { fileKey, bytes, sha256, size }: WrittenPack,
) =>
  tx.run(sql`
    update evidence_packs p
       set status = 'completed', file_key = ${fileKey}, bytes = ${bytes}, sha256 = ${sha256}, size = ${size},
           finished_at = ${tx.now}
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id} and p.status = 'running' and p.tries = ${tries}`)

export const updateFailed = (tx: StoreTx, id: string, error: string) =>
  tx.run(sql`
    update evidence_packs p set status = 'failed', error = ${error}, finished_at = ${tx.now}
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id} and p.status in ('queued', 'running')`)

export const listExpired = (tx: StoreReads) =>
  tx.all<{ id: string; fileKey: string | null }>(sql`
    select p.id, p.file_key as "fileKey" from evidence_packs p
     where p.store_env_id = ${tx.storeEnvId} and p.expires_at <= ${tx.now} order by p.id limit 500`)

export const deletePacks = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`delete from evidence_packs p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)

export const listUnknownFiles = async (tx: StoreReads, keys: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k(key)
     where not exists (select from evidence_packs p where p.store_env_id = ${tx.storeEnvId} and p.file_key = k.key)`)
  return rows.map(({ key }) => key)
}

export const findRange = (tx: StoreReads, begin: Date, end: Date) =>
  tx.first<{ first: number | null; last: number | null }>(sql`
    select min(e.seq) as first, max(e.seq) as last from evidence_entries e
     where e.store_env_id = ${tx.storeEnvId} and e.at >= ${begin} and e.at < ${end}`)

const many = 5_000

export const streamLeaves = (tx: StreamTx) =>
  tx.stream(
    sql<{ leaf: Buffer }>`
      select e.leaf from evidence_entries e where e.store_env_id = ${tx.storeEnvId} order by e.seq`,
    many,
  )

type Range = { first: number; last: number }

export const streamEntries = (tx: StreamTx, { first, last }: Range) =>
  tx.stream(
    sql<{ entry: string }>`
      select e.entry from evidence_entries e
       where e.store_env_id = ${tx.storeEnvId} and e.seq <= ${last}::bigint
         and (e.seq >= ${first}::bigint or e.review_id in (
              select i.review_id from evidence_entries i
               where i.store_env_id = ${tx.storeEnvId} and i.seq between ${first}::bigint and ${last}::bigint
                 and i.review_id is not null))
       order by e.seq`,
    1_000,
  )

export type ReviewRow = {
  review: string
  entries: string[]
  rating: number | null
  title: string | null
  body: string | null
  authorName: string | null
  salt: Buffer | null
}

/**
 * Copies of other stores' reviews are not joined, so their words are null. A pack outlives the grant that the words need.
 */
export const streamReviews = (tx: StreamTx, { first, last }: Range) =>
  tx.stream(
    sql<ReviewRow>`
      select i.review_id as review,
             array(select e.entry from evidence_entries e
                    where e.store_env_id = ${tx.storeEnvId} and e.review_id = i.review_id and e.seq <= ${last}::bigint
                    order by e.seq) as entries,
             r.rating, r.title, r.body, r.author_name as "authorName", s.salt
        from (select distinct d.review_id from evidence_entries d
               where d.store_env_id = ${tx.storeEnvId} and d.seq between ${first}::bigint and ${last}::bigint
                 and d.review_id is not null) i
        left join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = i.review_id
        left join evidence_salts s on s.store_env_id = ${tx.storeEnvId} and s.review_id = i.review_id
       order by i.review_id`,
    500,
  )

export const listHeads = (tx: StoreReads, size: number) =>
  tx.all<{ size: number; day: string; root: Buffer; checkpoint: string }>(sql`
    select h.size, to_char(h.day, 'YYYY-MM-DD') as day, h.root, h.checkpoint from evidence_heads h
     where h.store_env_id = ${tx.storeEnvId} and h.size <= ${size} order by h.size`)

export const hasPacks = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`select 1 as one from evidence_packs p where p.store_env_id = ${tx.storeEnvId} limit 1`)) !==
  undefined
