// Two successive releases share a database during an upgrade. Each migration says whether both can run on its schema, and
// builds indexes without blocking writes.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { headerAdvice, readIndexStatements, readPhase } from '#platform/db/migrating/phases.ts'

const lastWithoutHeader = '0520_review_counts.sql'

const contracting =
  /\bdrop\s+(?:table|column|function|procedure|view|type)\b|\brename\b|\balter\s+column\s+\w+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type)\b/i

export const findProblems = (files: ReadonlyMap<string, string>): string[] =>
  [...files]
    .filter(([name]) => name > lastWithoutHeader)
    .flatMap(([name, text]) => findProblemsIn(name, text).map((problem) => `migrations/${name}: ${problem}`))

function findProblemsIn(name: string, text: string): string[] {
  const phase = readPhase(name, text)
  if (!phase) return [headerAdvice]
  const sql = text.replace(/--.*$/gm, '')
  if (phase.kind === 'expands concurrently')
    return readIndexStatements(text)
      ? []
      : ['A concurrent file may only contain CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY IF EXISTS.']
  const [found] = contracting.exec(sql) ?? []
  return [
    ...(phase.kind === 'expands' && found
      ? [`"${found}" breaks processes of the release before. Write a file that contracts, for the next release.`]
      : []),
    ...listBlockingIndexes(sql).map(
      (table) =>
        `The new index blocks writes to ${table}. Move it to a file that begins with "-- Migration: expands concurrently.".`,
    ),
  ]
}

/** Excludes indexes of tables that the file creates, because these tables have no rows and no writers yet. */
function listBlockingIndexes(sql: string): string[] {
  const created = new Set(
    [...sql.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gi)].map(([, table = '']) => table),
  )
  return [...sql.matchAll(/\bcreate\s+(?:unique\s+)?index\b[^;]*?\bon\s+(?:only\s+)?([\w.]+)/gi)]
    .map(([, table = '']) => table)
    .filter((table) => !created.has(table))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(import.meta.dirname, '../migrations')
  const problems = findProblems(
    new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
  )
  console.log(problems.length > 0 ? problems.join('\n') : 'each migration says whether it expands or contracts')
  process.exitCode = problems.length > 0 ? 1 : 0
}
