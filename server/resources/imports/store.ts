import type { Actor } from '#platform/audit/audit.ts'
import { decodeCursor, fetchLimit, listNewest, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, sql } from '#platform/db/query.ts'
import type { Party } from '#platform/identity/caller.ts'
import { invalidField } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import type { AskedStatus, Import, ImportRow, RowOutcome } from './schema.ts'
import type { DateOrder } from './vendors/format.ts'

export type Options = {
  status: AskedStatus
  dateOrder?: DateOrder | undefined
  withoutProduct?: 'shop' | undefined
  kind?: 'loyalty_balances' | 'archive' | 'faqs' | 'products' | 'orders'
  grantedAt?: string
  by?: Party
}
export type Remark = { code: string; message: string }

export type NewImport = {
  id: string
  format: string
  fileName: string | null
  /** Null for a file that another area stores and imports itself. */
  fileKey: string | null
  fileBytes: number
  sha256: Buffer
  options: Options
  dryRun: boolean
  warnings: readonly Remark[]
  createdBy: Actor
}

export const insert = (tx: StoreTx, row: NewImport) =>
  tx.run(sql`
    insert into imports (store_env_id, id, format, file_name, file_key, file_bytes, file_sha256, options, dry_run, status,
                         warnings, created_by, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.format}, ${row.fileName}, ${row.fileKey}, ${row.fileBytes},
            ${row.sha256}, ${JSON.stringify(row.options)}::jsonb, ${row.dryRun}, 'queued',
            ${JSON.stringify(row.warnings)}::jsonb, ${JSON.stringify(row.createdBy)}::jsonb, ${tx.now}, ${tx.now})`)

/** Serialises adding, starting and ending a store's imports. */
export const lockImports = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${tx.storeEnvId}`}::text, 0))`)

export type StoredImports = { unfinished: number; bytes: number }

export const findKept = async (tx: StoreTx): Promise<StoredImports> => {
  const row = await tx.first<StoredImports>(sql`
    select count(*) filter (where i.status in ('queued', 'running')) as unfinished,
           coalesce(sum(i.file_bytes), 0)::bigint as bytes
      from imports i
     where i.store_env_id = ${tx.storeEnvId} and i.file_key is not null`)
  return row ?? { unfinished: 0, bytes: 0 }
}

export const findNext = (tx: StoreTx) =>
  tx.first<{ id: string }>(sql`
    select i.id from imports i
     where i.store_env_id = ${tx.storeEnvId} and i.status in ('queued', 'running') and i.file_key is not null
     order by i.status = 'running' desc, i.created_at, i.id limit 1`)

const columns = sql<Row>`
  i.id, i.status, i.format, i.dry_run, i.options, i.file_name, i.total, i.processed, i.imported, i.updated, i.skipped,
  i.failed, i.table_rows, i.warnings, i.error, i.created_at, i.started_at, i.finished_at`

type Row = {
  id: string
  status: Import['status']
  /** Never null, because the format is detected before the import is stored. */
  format: NotNull<string>
  dry_run: boolean
  options: Options
  file_name: string | null
  total: number | null
  processed: number
  imported: number
  updated: number
  skipped: number
  failed: number
  table_rows: TableRows | null
  warnings: Remark[]
  error: Remark | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export async function find(tx: StoreTx, id: string): Promise<Import | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns} from imports i where i.store_env_id = ${tx.storeEnvId} and i.id = ${id}`)
  return row && toImport(row)
}

export async function list(tx: StoreTx, request: PageRequest & { status?: Import['status'][] }) {
  const fits = request.status === undefined ? sql`` : sql`and ${equalsAny('i.status', request.status)}`
  const from = sql`imports i where i.store_env_id = ${tx.storeEnvId} ${fits}`
  return listNewest(tx, request, { columns, from, table: 'i' }, toImport)
}

function toImport(row: Row): Import {
  const { id, status, format, total, processed, imported, updated, skipped, failed, warnings, error } = row
  return {
    id,
    status,
    kind: row.options.kind ?? 'reviews',
    format,
    dryRun: row.dry_run,
    reviewStatus: row.options.status,
    fileName: row.file_name,
    total,
    processed,
    imported,
    updated,
    skipped,
    failed,
    rowsByType: row.table_rows && Object.entries(row.table_rows).map(toRowsOfType),
    warnings,
    error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

type RowOfImport = Omit<ImportRow, 'reviewId'> & { id: string; review_id: string | null }

export async function listRows(tx: StoreTx, importId: string, request: PageRequest & { outcome?: RowOutcome[] }) {
  // The values are inlined into the statement, so that the partial index of failed rows is used. This is safe, because
  // the schema allows only four words.
  const fits = request.outcome === undefined ? sql`` : sql`and ${equalsAny('r.outcome', request.outcome)}`
  const total = request.includeTotal
    ? sql`(select count(*) from import_rows r where r.store_env_id = ${tx.storeEnvId} and r.import_id = ${importId} ${fits})`
    : sql`null::bigint`
  const rows = await tx.all<{ total: number | null } & (RowOfImport | { id: null })>(sql`
    select ${total} as total, r.* from imports i left join lateral (
      select r.id, r.line, r.outcome, r.code, r.message, r.review_id
        from import_rows r
       where r.store_env_id = ${tx.storeEnvId} and r.import_id = ${importId} ${fits} ${afterLine(request)}
       order by r.line, r.id limit ${fetchLimit(request)}) r on true
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${importId}`)
  if (rows.length === 0) return undefined
  const found = rows.filter((row): row is RowOfImport & { total: number | null } => row.id !== null)
  return toPage(
    found,
    request,
    (row) => ({ at: String(row.line), id: row.id }),
    ({ line, outcome, code, message, review_id }): ImportRow => ({ line, outcome, code, message, reviewId: review_id }),
    rows[0]?.total ?? undefined,
  )
}

const largestInteger = 2_147_483_647

function afterLine(request: PageRequest) {
  const position = decodeCursor(request.cursor)
  if (!position) return sql``
  const line = Number(position.at)
  if (!(line <= largestInteger)) throw invalidField('/cursor', 'is not a cursor of this list')
  return sql`and (r.line, r.id) > (${line}::integer, ${position.id}::uuid)`
}

export type Work = {
  status: Import['status']
  /** Never null, because the format is detected before the import is stored. */
  format: NotNull<string>
  file_key: string | null
  options: Options
  dry_run: boolean
  total: number | null
  processed: number
  created_at: string
}

/** Locks until the transaction ends: only the transaction with this lock works on the import. */
export const lock = (tx: StoreTx, id: string) =>
  tx.first<Work>(sql`
    select i.status, i.format, i.file_key, i.options, i.dry_run, i.total, i.processed, i.created_at
      from imports i
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${id}
       for update`)

export const isRunning = async (tx: StoreReads, id: string): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from imports i where i.store_env_id = ${tx.storeEnvId} and i.id = ${id} and i.status = 'running'`)) !==
  undefined

export const updateStarted = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update imports set status = 'running', started_at = coalesce(started_at, ${tx.now}), updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const updateCounted = (tx: StoreTx, id: string, total: number, warnings: readonly Remark[]) =>
  tx.run(sql`
    update imports
       set total = ${total}, warnings = warnings || ${JSON.stringify(warnings)}::jsonb, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'running' and total is null`)

export type Tally = { processed: number } & Record<RowOutcome, number>

export const updateProgress = (tx: StoreTx, id: string, tally: Tally) =>
  tx.run(sql`
    update imports
       set processed = processed + ${tally.processed}, imported = imported + ${tally.imported},
           updated = updated + ${tally.updated}, skipped = skipped + ${tally.skipped}, failed = failed + ${tally.failed},
           updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const resetProgress = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update imports set processed = 0, imported = 0, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'running'`)

export const findUnfinished = (tx: StoreReads) =>
  tx.first<{ id: string }>(sql`
    select i.id from imports i
     where i.store_env_id = ${tx.storeEnvId} and i.status in ('queued', 'running') limit 1`)

/** Rows with an invalid email address are imported and are no failures, so the warning is stored for the whole file. */
export async function updateWarned(tx: StoreTx, id: string): Promise<void> {
  const lost = await tx.first<{ rows: number; line: number | null }>(sql`
    select count(*) as rows, min(line) as line from import_rows
     where store_env_id = ${tx.storeEnvId} and import_id = ${id} and code = 'invalid_email'`)
  if (!lost || lost.rows === 0) return
  const rows = lost.rows === 1 ? 'One row has' : `${lost.rows} rows have`
  const message = `${rows} an e-mail address that is not valid; the address is left out. The first is line ${lost.line}.`
  await tx.run(sql`
    update imports set warnings = warnings || ${JSON.stringify([{ code: 'invalid_email', message }])}::jsonb
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status = 'running'`)
}

export const insertWarning = (tx: StoreTx, id: string, warning: Remark) =>
  tx.run(sql`
    update imports set warnings = warnings || ${JSON.stringify([warning])}::jsonb, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

/** Number of rows per table. In a pair, the second number counts unproven rows. */
export type TableRows = Record<string, number | readonly [rows: number, unproven: number]>

const toRowsOfType = ([type, count]: [string, TableRows[string]]) =>
  typeof count === 'number' ? { type, rows: count } : { type, rows: count[0], unproven: count[1] }

export const updateTableRows = (tx: StoreTx, id: string, rows: TableRows) =>
  tx.run(sql`
    update imports set table_rows = ${JSON.stringify(rows)}::jsonb, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const updateEnded = (tx: StoreTx, id: string, status: 'completed' | 'failed', error: Remark | null) =>
  tx.run(sql`
    update imports
       set status = ${status}, error = ${error ? JSON.stringify(error) : null}::jsonb, finished_at = ${tx.now},
           updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and status in ('queued', 'running')`)

export type NewRow = {
  line: number
  outcome: RowOutcome
  code: string | null
  message: string | null
  reviewId: string | null
}

export const insertRows = (tx: StoreTx, importId: string, rows: readonly NewRow[]) =>
  tx.run(sql`
    insert into import_rows (store_env_id, id, import_id, line, outcome, code, message, review_id)
    select ${tx.storeEnvId}, r.id, ${importId}, r.line, r.outcome, r.code, r.message, r.review_id
      from unnest(${rows.map(() => newId(tx.now.getTime()))}::uuid[], ${rows.map((row) => row.line)}::integer[],
                  ${rows.map((row) => row.outcome)}::text[], ${rows.map((row) => row.code)}::text[],
                  ${rows.map((row) => row.message)}::text[], ${rows.map((row) => row.reviewId)}::uuid[])
        as r(id, line, outcome, code, message, review_id)
    returning 1`)

export const listOldFiles = (tx: StoreTx, before: Date, limit: number) =>
  tx.all<{ id: string; file_key: string }>(sql`
    select i.id, i.file_key from imports i
     where i.store_env_id = ${tx.storeEnvId} and i.file_key is not null and i.created_at < ${before}
       and i.status in ('completed', 'failed')
     order by i.created_at limit ${limit}`)

export const updateFilesRemoved = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update imports set file_key = null where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export const listUnknownFiles = async (tx: StoreTx, keys: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k(key)
     where not exists (select from imports i where i.store_env_id = ${tx.storeEnvId} and i.file_key = k.key)`)
  return rows.map((row) => row.key)
}

export const listStalled = (tx: StoreTx, since: Date) =>
  tx.all<{ id: string }>(sql`
    select i.id from imports i
     where i.store_env_id = ${tx.storeEnvId} and i.file_key is not null and i.status in ('queued', 'running')
       and i.updated_at < ${since}`)

export const hasFiles = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(
    sql`select 1 as one from imports i where i.store_env_id = ${tx.storeEnvId} and i.file_key is not null limit 1`,
  )) !== undefined
