// Uses one transaction, so that either all rows are written or none.
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { isAboutData } from '#platform/calls/paging/batch.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { AppError } from '#platform/values/errors.ts'
import { dataPath } from '../rules.ts'
import { linesAtOnce } from './lines.ts'
import type { OpenArchive } from './open-archive.ts'
import type { Plan, PlannedTable } from './plan.ts'
import { ArchiveProblem, invalidArchive } from './problem.ts'
import { type Line, readLine, readNewIds, requireWebAddresses } from './rules.ts'
import * as store from './store.ts'

const rowsPerBatch = 1_000
/** A batch is limited in bytes too, because a row may have megabytes. */
const batchBytes = 8 * 1024 ** 2

export type Target = {
  importId: string
  restoring: Restoring
  written(rows: number): Promise<void>
}

export async function writeRows(
  tx: StoreTx,
  archive: OpenArchive,
  plan: Plan,
  target: Target,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { tables } of plan.areas.toReversed())
    for (const { table, isAddedTo, insteadOfRestoring } of tables.toReversed())
      if (!isAddedTo && !insteadOfRestoring) await store.deleteRows(tx, table)
  for (const { area } of plan.areas) {
    const path = dataPath(area)
    const file = archive.files.find((each) => each.path === path)
    if (!file) continue
    // Writes one batch while the next is read and prepared.
    let writing: Promise<unknown> = Promise.resolve()
    for await (const batch of readBatches(archive.read(file), path)) {
      const [{ table }] = batch as [Line]
      const retired = plan.retired.get(table)
      if (retired?.path === path) {
        await writing
        await asArchiveProblem(`${path}, rows ${batch[0]?.number} to ${batch.at(-1)?.number}`, () =>
          retired.restore(
            tx,
            batch.map(({ row }) => row),
            target.restoring,
          ),
        )
        await target.written(batch.length)
        continue
      }
      const planned = plan.tables.get(table)
      if (!planned || !listTables(plan, area).has(table))
        throw invalidArchive(`${path} has rows of ${table}, which is not a table of ${area}.`)
      const { insteadOfRestoring } = planned.declared
      const prepared =
        insteadOfRestoring || planned.isLeftOut ? undefined : await prepare(planned, batch, target.restoring)
      await writing
      insteadOfRestoring?.(
        tx,
        batch.map(({ row }) => row),
      )
      if (prepared) {
        writing = writeBatch(
          tx,
          prepared,
          target.importId,
          `${path}, rows ${batch[0]?.number} to ${batch.at(-1)?.number}`,
        )
        // The error is thrown where `writing` is awaited. Until then it must not count as unhandled.
        writing.catch(() => {})
        counts.set(table, (counts.get(table) ?? 0) + batch.length)
      }
      await target.written(batch.length)
    }
    await writing
  }
  for (const { declared, isLeftOut, path } of plan.tables.values())
    if (!isLeftOut && declared.together) await asArchiveProblem(path, async () => declared.together?.(tx))
  return counts
}

const listTables = ({ areas }: Plan, area: string): ReadonlySet<string> =>
  new Set(areas.find((each) => each.area === area)?.tables.map(({ table }) => table))

async function writeBatch(tx: StoreTx, parts: readonly PreparedRows[], importId: string, where: string): Promise<void> {
  for (const { declared, rows, from, to } of parts) {
    const { type, after } = declared
    await asArchiveProblem(where, () =>
      tx.several<unknown[]>([
        store.insertingRows(tx, declared, rows),
        ...(type ? [store.insertingIds(tx, importId, type, from, to)] : []),
      ]),
    )
    await after?.(tx, to)
  }
}

type PreparedRows = { declared: ArchivedTable; rows: store.Rows; from: readonly string[]; to: readonly string[] }
type Change = { line: Line; own: ArchivedRow }

/** Runs no query, because the connection is writing the previous batch. Groups rows that change the same columns. */
async function prepare(planned: PlannedTable, lines: readonly Line[], restoring: Restoring): Promise<PreparedRows[]> {
  const { restored } = planned.declared
  const { path } = planned
  const columns = chooseColumns(planned, lines)
  noteFilled(planned.filled, columns, lines)
  for (const line of lines) planned.checks(line, path)
  requireWebAddresses(path, lines, columns)
  const none: ArchivedRow = {}
  const changes: Change[] = []
  let number = lines[0]?.number
  try {
    for (const line of lines) {
      number = line.number
      const own = restored?.(line.row, restoring) ?? none
      // Awaits only real promises, because an `await` for every row is slow.
      changes.push({ line, own: own instanceof Promise ? await own : own })
    }
  } catch (error) {
    throw toProblem(`${path}, row ${number}`, error)
  }
  const alike = Map.groupBy(changes, ({ own }) => keysOf(own).sort().join())
  return [...alike.values()].map((part) => preparePart(planned, columns, part, restoring))
}

/**
 * Adds columns in which a row has a value, because skipping the others saves a tenth of the time. The set only grows,
 * which limits the number of different statements.
 */
function noteFilled(filled: Set<string>, columns: ReadonlySet<string>, lines: readonly Line[]): void {
  for (const column of columns)
    if (!filled.has(column) && lines.some(({ row }) => row[column] !== null)) filled.add(column)
}

const keysOf = (own: ArchivedRow) => Object.keys(own).filter((column) => own[column] !== undefined)

function preparePart(
  { declared, path, ids, types, filled }: PlannedTable,
  columns: ReadonlySet<string>,
  part: readonly Change[],
  { idOf }: Restoring,
): PreparedRows {
  const lines = part.map(({ line }) => line)
  const changed = new Set(keysOf(part[0]?.own ?? {}))
  const emptied = new Set([...changed].filter((column) => part.every(({ own }) => own[column] === null)))
  const replaced = changed.difference(emptied)
  const given = new Set(ids.filter((column) => columns.has(column) && !changed.has(column)))
  const kept = columns.difference(changed).difference(given)
  const keptFilled = kept.intersection(filled)
  if (replaced.size + given.size + keptFilled.size === 0) throw invalidArchive(`A row of ${declared.table} is empty.`)
  const lists = new Map<string, readonly (string | null)[]>()
  const addList = (column: string, values: readonly unknown[]): boolean => {
    const texts = plainTypes.test(types.get(column) ?? '') ? toTexts(values) : undefined
    if (texts) lists.set(column, texts)
    return texts !== undefined
  }
  const whole = new Set(
    [...keptFilled].filter(
      (column) =>
        !addList(
          column,
          lines.map(({ row }) => row[column]),
        ),
    ),
  )
  const wholeChanged = new Set(
    [...replaced].filter(
      (column) =>
        !addList(
          column,
          part.map(({ own }) => own[column]),
        ),
    ),
  )
  for (const column of given) lists.set(column, readNewIds(path, lines, column, idOf))
  const typed = (names: Iterable<string>) =>
    new Map([...names].map((name) => [name, types.get(name)])) as unknown as store.Columns
  return {
    declared,
    rows: {
      columns: typed(whole),
      texts: whole.size === 0 ? [] : lines.map(({ text }) => text),
      changed: typed(wholeChanged),
      changes: wholeChanged.size === 0 ? [] : part.map(({ own }) => JSON.stringify(own)),
      listed: typed(lists.keys()),
      lists: lists as ReadonlyMap<store.ColumnName, readonly (string | null)[]>,
      empty: emptied.union(kept.difference(filled)) as ReadonlySet<store.ColumnName>,
    },
    from: lines.map(({ row }) => row.id as string),
    to: (given.has('id') ? lists.get('id') : part.map(({ own }) => own.id)) as string[],
  }
}

/**
 * JavaScript reads values of these types exactly, so they are sent as lists, which PostgreSQL parses in half the time
 * of JSON.
 */
const plainTypes = /^(?:text|uuid|boolean|smallint|integer|bigint|date|timestamp\(\d\) with(?:out)? time zone)$/

function toTexts(values: readonly unknown[]): (string | null)[] | undefined {
  const texts: (string | null)[] = []
  for (const value of values)
    if (value === null || value === undefined) texts.push(null)
    else if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value))
    else return undefined
  return texts
}

/** All archived rows of a table must have the same columns. Columns that only a newer version has get their defaults. */
function chooseColumns({ declared, columns }: PlannedTable, lines: readonly Line[]): ReadonlySet<string> {
  const first = Object.keys(lines[0]?.row ?? {})
  const unknown = first.find((column) => !columns.has(column))
  if (unknown !== undefined) throw invalidArchive(`Rows of ${declared.table} have the unknown column ${unknown}.`)
  const given = new Set(first)
  for (const { row } of lines) {
    const names = Object.keys(row)
    // The columns of nearly all rows have the same order. Comparing it first avoids the lookup of each name.
    if (names.length !== given.size || !names.every((name, at) => name === first[at] || given.has(name)))
      throw invalidArchive(`Rows of ${declared.table} have different columns.`)
  }
  return given
}

async function asArchiveProblem<T>(where: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toProblem(where, error)
  }
}

/** Reports a field of an unexpected type as an error of the archive, like a row that the area refuses. */
function toProblem(where: string, error: unknown): unknown {
  if (error instanceof ArchiveProblem) return error
  if (error instanceof AppError && error.status < 500) return invalidArchive(`${where}: ${error.message}`, error)
  if (error instanceof TypeError || isAboutData(error))
    return invalidArchive(`${where}: the row is invalid: ${(error as Error).message}`, error)
  return error
}

async function* readBatches(content: AsyncIterable<Buffer>, path: string): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let bytes = 0
  let number = 0
  for await (const texts of linesAtOnce(content, path))
    for (const text of texts) {
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
