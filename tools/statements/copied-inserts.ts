import { placements } from '#platform/db/migrating/placements.ts'

const insert = /insert into (\w+)(?: as \w+)?\s*\([^)]*\)\s*(\w+)/g

/**
 * Citus stores the rows of an INSERT … SELECT by COPY, which row-level security refuses. The error appears only when
 * there are rows to insert.
 */
export function findCopiedInsert(text: string): string | undefined {
  if (/\breturning\b|\bon conflict\b/.test(text)) return undefined
  const tables: Readonly<Record<string, string>> = placements
  const found = [...text.matchAll(insert)].find(
    ([, table = '', next]) => next !== 'values' && tables[table] === 'distributed',
  )
  return found && `rows of a select go into ${found[1]}, which Citus copies. End the statement with returning 1`
}

const updatedByParameter =
  /insert into (\w+)(?: as \w+)?\s*\([^)]*\)\s*select\b(?:(?!insert into)[\s\S])*?\bon conflict\b(?:(?!insert into|\)\s*select)[\s\S])*?\$\d/

/** Citus sends the part after ON CONFLICT to a worker without the types of parameters that only the rows use. */
export function findParameterOfConflict(text: string): string | undefined {
  const tables: Readonly<Record<string, string>> = placements
  const [, table = ''] = updatedByParameter.exec(text) ?? []
  return tables[table] === 'distributed'
    ? `on conflict of rows for ${table} has a parameter, which Citus refuses. Choose the text instead, or put the value into the rows`
    : undefined
}
