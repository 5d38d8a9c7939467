import type { ArchivedTable, RetiredTable } from '#platform/areas/archive.ts'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { dataPath } from '../rules.ts'
import { createRowChecks, type RowChecks } from './row-checks.ts'
import { type Column, listColumns, listReferences, type Reference } from './store.ts'

export type PlannedTable = {
  declared: ArchivedTable
  path: string
  checks: RowChecks
  columns: ReadonlySet<string>
  types: ReadonlyMap<string, string>
  ids: readonly string[]
  filled: Set<string>
  isLeftOut: boolean
}

export type Plan = {
  areas: readonly AreaArchive[]
  tables: ReadonlyMap<string, PlannedTable>
  retired: ReadonlyMap<string, RetiredTable & { path: string }>
}

export async function makePlan(tx: StoreReads, areas: readonly AreaArchive[], hasAddresses: boolean): Promise<Plan> {
  const names = areas.flatMap(({ tables }) => tables.map(({ table }) => table))
  const [columns, references] = [await listColumns(tx, names), await listReferences(tx, names)]
  const leftOut = hasAddresses ? new Set<string>() : withoutAddresses(areas, columns, references)
  const planned = areas.flatMap(({ area, tables }) =>
    tables.map((declared): [string, PlannedTable] => [
      declared.table,
      plannedTable(declared, dataPath(area), columns, leftOut.has(declared.table)),
    ]),
  )
  const retired = areas.flatMap(({ area, retired = [] }) =>
    retired.map((table) => [table.table, { ...table, path: dataPath(area) }] as const),
  )
  return { areas: inOrder(areas, references), tables: new Map(planned), retired: new Map(retired) }
}

function plannedTable(declared: ArchivedTable, path: string, all: readonly Column[], isLeftOut: boolean): PlannedTable {
  const stayBehind = new Set<string>(['store_env_id', ...(declared.without ?? []), ...Object.keys(declared.made ?? {})])
  const present = all.filter(({ table }) => table === declared.table)
  const own = present.filter(({ name }) => !stayBehind.has(name))
  return {
    declared,
    path,
    checks: createRowChecks(declared, new Map(own.map(({ name, type }) => [name, type]))),
    types: new Map(present.map(({ name, type }) => [name, type])),
    columns: new Set(own.map(({ name }) => name)),
    ids: own.filter(({ isId }) => isId).map(({ name }) => name),
    // All columns count as filled if the database computes part of the row, because that computation may read any column.
    filled: new Set(declared.made ? own.map(({ name }) => name) : []),
    isLeftOut,
  }
}

/** Tables to skip in archives without addresses: each of their rows needs an address, or a reference to such a row. */
function withoutAddresses(areas: readonly AreaArchive[], columns: readonly Column[], references: readonly Reference[]) {
  const required = new Set(columns.flatMap(({ table, name, isRequired }) => (isRequired ? [`${table}.${name}`] : [])))
  const left = new Set(
    areas
      .flatMap(({ tables }) => tables)
      .filter(({ table, addresses = [] }) => addresses.some((column) => required.has(`${table}.${column}`)))
      .map(({ table }): string => table),
  )
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const { table, to, isRequired } of references) if (isRequired && left.has(to)) left.add(table)
  }
  return left
}

function inOrder(areas: readonly AreaArchive[], references: readonly Reference[]): AreaArchive[] {
  const areaByTable = new Map<string, AreaArchive>(
    areas.flatMap((area) => [...area.tables, ...(area.retired ?? [])].map(({ table }) => [table, area] as const)),
  )
  const ofRetired = areas.flatMap(({ retired = [] }) => retired.map(({ table, after: to }) => ({ table, to })))
  const ordered: AreaArchive[] = []
  const visit = (area: AreaArchive, above: readonly AreaArchive[]): void => {
    if (ordered.includes(area)) return
    if (above.includes(area)) throw new Error(`The tables of ${area.area} and of another area refer to each other.`)
    for (const { table, to } of [...references, ...ofRetired]) {
      const target = areaByTable.get(to)
      if (areaByTable.get(table) === area && target && target !== area) visit(target, [...above, area])
    }
    ordered.push(area)
  }
  for (const area of areas) visit(area, [])
  return ordered
}
