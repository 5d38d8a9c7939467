import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { BackupRow } from './rules.ts'
import type { Backup } from './schema.ts'

const columns = sql<Omit<BackupRow, 'createdAt'> & { created_at: string }>`
  b.id, b.origin, b.target, b.location, b.status, b.addresses, b.encrypted, b.file_key as "fileKey", b.bytes,
  b.row_count as "rowCount", b.sha256, b.error, b.verification, b.verification_problem as "verificationProblem",
  b.verified_at as "verifiedAt", b.verify_asked_at as "verifyAskedAt", b.created_at, b.finished_at as "finishedAt",
  b.expires_at as "expiresAt", s.name as "storeName", t.endpoint || '/' || t.bucket || '/' || t.prefix as "locationNow"`

const from = (tx: StoreReads) => sql`
  backups b join stores s on s.id = b.store_env_id
  left join backup_targets t on t.store_env_id = ${tx.storeEnvId}
  where b.store_env_id = ${tx.storeEnvId}`

export const list = (
  tx: StoreReads,
  filters: PageRequest & { status?: readonly Backup['status'][] },
  map: (row: BackupRow) => Backup,
) =>
  listNewest(
    tx,
    filters,
    {
      columns,
      from: sql`${from(tx)} ${filters.status ? sql`and b.status = any(${[...filters.status]}::text[])` : sql``}`,
      table: 'b',
    },
    ({ created_at, ...row }) => map({ ...row, createdAt: created_at }),
  )

export async function find(tx: StoreReads, id: string): Promise<BackupRow | undefined> {
  const row = await tx.first<Omit<BackupRow, 'createdAt'> & { created_at: string }>(
    sql`select ${columns} from ${from(tx)} and b.id = ${id}`,
  )
  if (!row) return undefined
  const { created_at, ...rest } = row
  return { ...rest, createdAt: created_at }
}

export type NewRow = Pick<BackupRow, 'id' | 'origin' | 'target' | 'addresses' | 'location'> & {
  passphrase: Buffer | null
  expiresAt: Date | null
}

export const insert = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    insert into backups (store_env_id, id, origin, target, location, status, addresses, encrypted, passphrase, bytes,
                         row_count, tries, created_at, expires_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.origin}, ${row.target}, ${row.location}, 'queued', ${row.addresses},
            ${row.passphrase !== null}, ${row.passphrase}, 0, 0, 0, ${tx.now}, ${row.expiresAt})`)

export const isOneUnderWay = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from backups b where b.store_env_id = ${tx.storeEnvId} and b.status in ('queued', 'running')`)) !==
  undefined

export type Work = {
  origin: Backup['origin']
  target: Backup['target']
  location: string | null
  addresses: boolean
  encrypted: boolean
  passphrase: Buffer | null
  tries: number
}

/** Locks the row. If two runs work on one backup, the later one continues and the earlier one loses its claim. */
export const lockUnfinished = (tx: StoreTx, id: string) =>
  tx.first<Work>(sql`
    select b.origin, b.target, b.location, b.addresses, b.encrypted, b.passphrase, b.tries from backups b
     where b.store_env_id = ${tx.storeEnvId} and b.id = ${id} and b.status in ('queued', 'running') for update`)

/** `tries` identifies the run. The row is locked, so that no other run begins before the commit. */
export const isRunning = async (tx: StoreTx, id: string, tries: number): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from backups b
     where b.store_env_id = ${tx.storeEnvId} and b.id = ${id} and b.status = 'running' and b.tries = ${tries}
       for update`)) !== undefined

export const updateBegun = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update backups set status = 'running', tries = tries + 1, bytes = 0, row_count = 0
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

/** Subtracts the counted attempt, because the backup itself did not fail. */
export const updateUntried = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update backups set status = 'queued', tries = tries - 1
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'running'`)

export const updateProgress = (tx: StoreTx, id: string, tries: number, done: { bytes: number; rows: number }) =>
  tx.run(sql`
    update backups set bytes = ${done.bytes}, row_count = ${done.rows}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'running' and tries = ${tries}`)

export type WrittenFile = {
  fileKey: string
  bytes: number
  rows: number
  tableRows: Record<string, number>
  sha256: string
}

export const updateCompleted = (tx: StoreTx, id: string, tries: number, file: WrittenFile) =>
  tx.run(sql`
    update backups set status = 'completed', file_key = ${file.fileKey}, bytes = ${file.bytes}, row_count = ${file.rows},
           table_rows = ${JSON.stringify(file.tableRows)}::jsonb, sha256 = ${file.sha256}, passphrase = null, error = null,
           verification = 'ok', verification_problem = null, verified_at = ${tx.now}, finished_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'running' and tries = ${tries}`)

export const updateFailed = (tx: StoreTx, id: string, error: NonNullable<Backup['error']>) =>
  tx.run(sql`
    update backups set status = 'failed', error = ${JSON.stringify(error)}::jsonb, passphrase = null, finished_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status in ('queued', 'running')`)

export type RemovedBackup = { fileKey: string | null; location: string | null; encrypted: boolean; tries: number }

export const deleteBackup = (tx: StoreTx, id: string) =>
  tx.first<RemovedBackup>(sql`
    delete from backups where store_env_id = ${tx.storeEnvId} and id = ${id}
    returning file_key as "fileKey", location, encrypted, tries`)

/** A repeated request without a passphrase keeps the waiting one's, because without it less would be checked. */
export const updateVerifyAsked = (tx: StoreTx, id: string, passphrase: Buffer | null) =>
  tx.run(sql`
    update backups set verify_asked_at = ${tx.now}, passphrase = coalesce(${passphrase}::bytea, passphrase)
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'completed'`)

export type ToVerify = {
  fileKey: string
  location: string | null
  bytes: number
  sha256: string
  encrypted: boolean
  passphrase: Buffer | null
  tableRows: Record<string, number> | null
  askedAt: string
}

export const findToVerify = (tx: StoreReads, id: string) =>
  tx.first<ToVerify>(sql`
    select b.file_key as "fileKey", b.location, b.bytes, b.sha256, b.encrypted, b.passphrase, b.table_rows as "tableRows",
           b.verify_asked_at as "askedAt"
      from backups b
     where b.store_env_id = ${tx.storeEnvId} and b.id = ${id} and b.status = 'completed' and b.verify_asked_at is not null
       and b.file_key is not null and b.sha256 is not null`)

export const updateVerified = (tx: StoreTx, id: string, askedAt: string, problem: string | null) =>
  tx.run(sql`
    update backups set verification = ${problem === null ? 'ok' : 'failed'}, verification_problem = ${problem},
           verified_at = ${tx.now}, verify_asked_at = null, passphrase = null
     where store_env_id = ${tx.storeEnvId} and id = ${id} and verify_asked_at = ${askedAt}::timestamptz`)

/** Lists scheduled backups, including failed ones, that are older than the newest `keep` verified backups. */
export const listSurplus = (tx: StoreReads, keep: number) =>
  tx.all<{ id: string }>(sql`
    with good as (
      select b.id, b.created_at from backups b
       where b.store_env_id = ${tx.storeEnvId} and b.origin = 'scheduled' and b.status = 'completed' and b.verification = 'ok'
       order by b.created_at desc, b.id desc limit ${keep})
    select b.id from backups b
     where b.store_env_id = ${tx.storeEnvId} and b.origin = 'scheduled' and b.status in ('completed', 'failed')
       and (select count(*) from good) = ${keep} and b.created_at < (select min(g.created_at) from good g)
     order by b.created_at limit 200`)

export const listExpired = (tx: StoreReads) =>
  tx.all<{ id: string }>(sql`
    select b.id from backups b
     where b.store_env_id = ${tx.storeEnvId} and b.expires_at <= ${tx.now} and b.status in ('completed', 'failed')
     order by b.expires_at limit 200`)

export const listStalled = (tx: StoreReads, since: Date) =>
  tx.all<{ id: string; isVerifying: boolean }>(sql`
    select b.id, b.status = 'completed' as "isVerifying" from backups b
     where b.store_env_id = ${tx.storeEnvId}
       and (b.status in ('queued', 'running') and b.created_at < ${since} or b.verify_asked_at < ${since})
     order by b.created_at limit 200`)

export const listUnknownFiles = async (tx: StoreReads, keys: readonly string[]) =>
  (
    await tx.all<{ key: string }>(sql`
      select k.key from unnest(${[...keys]}::text[]) as k(key)
       where not exists (select from backups b
                          where b.store_env_id = ${tx.storeEnvId}
                            and (b.file_key = k.key or b.file_key is null and strpos(k.key, b.id::text) > 0))`)
  ).map(({ key }) => key)

export const hasBackupsOrSchedule = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one where exists (select from backups b where b.store_env_id = ${tx.storeEnvId})
       or exists (select from backup_schedules s where s.store_env_id = ${tx.storeEnvId} and s.enabled)`)) !== undefined
