import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Migration } from '../all-tables.ts'
import { filesFor } from './baseline.ts'
import { headerAdvice, type Phase, readPhase } from './phases.ts'

const ownFolder = new URL('../../../../migrations/', import.meta.url)

export type MigrationFile = Migration & { text: string; phase: Phase }

export const listNames = async (folder = ownFolder): Promise<Set<string>> =>
  new Set((await readdir(folder)).filter((name) => name.endsWith('.sql')).sort())

/** Returns the files that this database has not run, in order. A file that changed after it ran is refused. */
export async function readPending(applied: readonly Migration[], folder = ownFolder): Promise<MigrationFile[]> {
  const files = [...(await listNames(folder))]
  const done = new Map(applied.map((row) => [row.name, row.sha256]))
  const pending: MigrationFile[] = []
  for (const name of filesFor(applied, files)) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const before = done.get(name)
    if (before !== undefined && before !== sha256)
      throw new Error(`Migration ${name} was changed after it ran. Restore it and add a new one.`)
    const phase = readPhase(name, text)
    if (!phase) throw new Error(`Migration ${name} does not say whether it expands or contracts. ${headerAdvice}`)
    if (before === undefined) pending.push({ name, sha256, text, phase })
  }
  return pending
}
