// Puts the rows of an archive into the store, in the order of the plan and in batches. It runs inside one transaction: all of an
// archive is there, or nothing.
import type { ArchivedRow, Restoring } from '#platform/archive.ts'
import { isAboutData } from '#platform/batch.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { AppError } from '#platform/errors.ts'
import { dataPath } from '../rules.ts'
import type { OpenArchive } from './open-archive.ts'
import type { Plan, PlannedTable } from './plan.ts'
import { ArchiveProblem, invalidArchive } from './problem.ts'
import { type Line, most, readLine, withNewIds } from './rules.ts'
import * as store from './store.ts'

const rowsPerBatch = 500
/** Rows may hold megabytes each. */
const batchBytes = 8 * 1024 ** 2

export type Target = {
  importId: string
  restoring: Restoring
  /** Told of every batch. */
  written(rows: number): Promise<void>
}

/** Answers how many rows of each table came back. */
export async function writeRows(
  tx: StoreTx,
  archive: OpenArchive,
  plan: Plan,
  target: Target,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { tables } of plan.areas.toReversed())
    for (const { table, isAddedTo } of tables.toReversed()) if (!isAddedTo) await store.clear(tx, table)
  for (const { area } of plan.areas) {
    const path = dataPath(area)
    const file = archive.files.find((each) => each.path === path)
    if (!file) continue
    for await (const batch of batchesOf(archive.read(file), path)) {
      const [{ table }] = batch as [Line]
      const planned = plan.tables.get(table)
      if (!planned || !tablesOf(plan, area).has(table))
        throw invalidArchive(`${path} has rows of ${table}, which are not of ${area}.`)
      if (!planned.isLeftOut) {
        await writeBatch(tx, planned, batch, target)
        counts.set(table, (counts.get(table) ?? 0) + batch.length)
      }
      await target.written(batch.length)
    }
  }
  return counts
}

const tablesOf = ({ areas }: Plan, area: string): ReadonlySet<string> =>
  new Set(areas.find((each) => each.area === area)?.tables.map(({ table }) => table))

async function writeBatch(tx: StoreTx, planned: PlannedTable, lines: readonly Line[], target: Target): Promise<void> {
  const { declared, ids } = planned
  const { restoring } = target
  const changes: ArchivedRow[] = []
  for (const line of lines) {
    const own = await asArchiveProblem(declared.table, () => declared.restored?.(line.row, restoring))
    changes.push({ ...withNewIds(line, ids, restoring.idOf), ...own, store_env_id: tx.storeEnvId })
  }
  const columns = columnsOf(planned, lines, changes[0] ?? {})
  const rows = { columns, texts: lines.map(({ text }) => text), changes: changes.map((each) => JSON.stringify(each)) }
  await asArchiveProblem(declared.table, () => store.insertRows(tx, declared, rows))
  const from = lines.map(({ row }) => row.id as string)
  const to = changes.map(({ id }) => id as string)
  if (declared.type) await store.insertIds(tx, target.importId, declared.type, from, to)
  await declared.after?.(tx, to)
}

/** Every row of a table has the same columns; what a newer version has beside them gets its default. */
function columnsOf(
  { declared, columns }: PlannedTable,
  lines: readonly Line[],
  changes: ArchivedRow,
): ReadonlySet<store.ColumnName> {
  const first = Object.keys(lines[0]?.row ?? {})
  const unknown = first.find((column) => !columns.has(column))
  if (unknown !== undefined) throw invalidArchive(`Rows of ${declared.table} have no column ${unknown}.`)
  const given = new Set(first)
  for (const { row } of lines) {
    const names = Object.keys(row)
    if (names.length !== given.size || !names.every((name) => given.has(name)))
      throw invalidArchive(`Rows of ${declared.table} have different columns.`)
  }
  return new Set([...first, ...Object.keys(changes)] as store.ColumnName[])
}

async function asArchiveProblem<T>(table: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error
    if (error instanceof AppError && error.status < 500)
      throw invalidArchive(`A row of ${table}: ${error.message}`, error)
    if (isAboutData(error)) throw invalidArchive(`A row of ${table} does not fit: ${error.message}`, error)
    throw error
  }
}

async function* batchesOf(content: AsyncIterable<Buffer>, path: string): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let bytes = 0
  let number = 0
  for await (const text of linesOf(content, path)) {
    const line = readLine(text, path, ++number)
    if (batch.length > 0 && (batch[0]?.table !== line.table || batch.length === rowsPerBatch || bytes > batchBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(line)
    bytes += text.length
  }
  if (batch.length > 0) yield batch
}

const newline = 0x0a

export async function* linesOf(content: AsyncIterable<Buffer>, path: string): AsyncGenerator<string> {
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, at)]).toString('utf8')
      pending = []
      size = 0
      from = at + 1
    }
    if (from === chunk.length) continue
    pending.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > most.lineBytes)
      throw invalidArchive(`A line of ${path} is longer than ${most.lineBytes / 1024 ** 2} MB.`)
  }
  if (size > 0) yield Buffer.concat(pending).toString('utf8')
}
