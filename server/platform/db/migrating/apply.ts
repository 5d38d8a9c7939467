import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { ownRelease, previousRelease } from '../process-version.ts'
import type { MigrationFile } from './files.ts'
import { type IndexStatement, readIndexStatements } from './phases.ts'

/** A migration that waits for a table's lock blocks every later statement on that table, so it waits only this long. */
const lockTimeout = '2s'
const tryAgainMs = 1_000
const repeatLineAfterMs = 60_000

type Log = (line: string) => void

export async function applyMigration(owner: Client, file: MigrationFile, log: Log): Promise<void> {
  try {
    if (file.phase.kind === 'expands concurrently') await buildIndexes(owner, file)
    else await applyAtOnce(owner, file, log)
  } catch (error) {
    throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyAtOnce(owner: Client, file: MigrationFile, log: Log): Promise<void> {
  let lineAt = Number.NEGATIVE_INFINITY
  while (!(await tryToApply(owner, file))) {
    if (performance.now() - lineAt >= repeatLineAfterMs) {
      log(`Migration ${file.name} is waiting for other transactions on its tables.`)
      lineAt = performance.now()
    }
    await sleep(tryAgainMs)
  }
}

/** False when another transaction has locked one of the tables. Nothing changed then. */
async function tryToApply(owner: Client, file: MigrationFile): Promise<boolean> {
  await owner.query(`begin; set local lock_timeout = '${lockTimeout}'`)
  try {
    await owner.query(file.text)
    await record(owner, file)
    await owner.query('commit')
    return true
  } catch (error) {
    await owner.query('rollback')
    const { code } = error as { code?: string }
    if (code === '55P03' || code === '40P01') return false
    throw error
  }
}

/** Runs outside a transaction. After a kill, the next start continues with the first index that is not complete. */
async function buildIndexes(owner: Client, file: MigrationFile): Promise<void> {
  const statements = readIndexStatements(file.text)
  if (!statements) throw new Error('a file that expands concurrently only creates and drops indexes concurrently')
  for (const statement of statements) {
    if (statement.action === 'create' && (await isComplete(owner, statement))) continue
    await owner.query(statement.text)
  }
  await record(owner, file)
}

/** Also drops an invalid index, which a killed or failed build left. */
async function isComplete(owner: Client, { index, table }: IndexStatement): Promise<boolean> {
  const { rows } = await owner.query<{ name: string; valid: boolean }>(
    `select i.indexrelid::regclass::text as name, i.indisvalid as valid
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = to_regclass($1) and c.relname = $2`,
    [table, index],
  )
  const [found] = rows
  if (found?.valid === false) await owner.query(`drop index concurrently ${found.name}`)
  return found?.valid === true
}

const record = (owner: Client, { name, sha256 }: MigrationFile) =>
  owner.query('insert into schema_migrations (name, sha256, release, oldest_release) values ($1, $2, $3, $4)', [
    name,
    sha256,
    ownRelease,
    previousRelease,
  ])
