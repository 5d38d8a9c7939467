// One lock covers all migrations, because several processes may start at the same time. Migrations only go forward; a file
// that changed after it ran is refused.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { listMigrations } from '../all-tables.ts'
import { endOtherLogins, ensureLogins, parseConnection } from '../roles.ts'
import { UnsuitableDatabase } from '../unsuitable-database.ts'
import { filesFor } from './baseline.ts'
import { findTransactionPooling } from './pooler.ts'
import { installQueue } from './queue.ts'
import { chooseSetLocal } from './set-local.ts'
import { ensureTokenKey } from './token-key.ts'

const folder = new URL('../../../../migrations/', import.meta.url)
const lock = 7_302_118

export type MigrationResult = {
  /** A pooler changes the session between transactions. */
  hasTransactionPooling: boolean
  /** Undefined when another SECRET_KEY encrypted it. */
  tokenKey: Buffer | undefined
}

type Options = {
  url: string
  secretKey: string
  log: (line: string) => void
  waiting?: () => void
}

export const migrate = ({ url, secretKey, log, waiting = () => log(waitingLine) }: Options): Promise<MigrationResult> =>
  asOwner(url, waiting, async (owner, hasTransactionPooling) => {
    await applyPending(owner, log)
    await chooseSetLocal(owner)
    await refuseTemporaryTables(owner)
    await ensureLogins(owner, url, secretKey)
    await endOtherLogins(owner, secretKey, log)
    await installQueue(owner, url, secretKey)
    return { hasTransactionPooling, tokenKey: await ensureTokenKey(owner, secretKey) }
  })

export const migrateSchema = ({ url, log }: Pick<Options, 'url' | 'log'>): Promise<void> =>
  asOwner(
    url,
    () => log(waitingLine),
    (owner) => applyPending(owner, log),
  )

export const waitingLine = 'Waiting for another process that is migrating this database.'

async function asOwner<T>(
  url: string,
  waiting: () => void,
  work: (owner: Client, hasTransactionPooling: boolean) => Promise<T>,
): Promise<T> {
  const owner = new Client(parseConnection(url))
  const other = new Client({ ...parseConnection(url), connectionTimeoutMillis: 5_000 })
  for (const client of [owner, other]) client.on('error', () => {})
  try {
    await owner.connect()
  } catch (error) {
    throw new UnsuitableDatabase(`the database cannot be reached with DATABASE_URL: ${formatReason(error)}`, {
      cause: error,
    })
  }
  try {
    // A session pooler with only one session gives that session to the owner.
    const isAlone = await other.connect().then(
      () => false,
      () => true,
    )
    const hasTransactionPooling = !isAlone && (await findTransactionPooling(owner, other))
    if (!hasTransactionPooling) await other.end().catch(() => {})
    const unlock = await (hasTransactionPooling ? lockInTransaction(other, waiting) : lockSession(owner, waiting))
    try {
      return await work(owner, hasTransactionPooling)
    } finally {
      await unlock().catch(() => {})
    }
  } finally {
    await Promise.all([owner.end(), other.end().catch(() => {})])
  }
}

async function lockSession(owner: Client, waiting: () => void) {
  const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
  if (!rows[0]?.taken) {
    waiting()
    await owner.query('select pg_advisory_lock($1)', [lock])
  }
  // Ending the session is not enough: a pooler may reuse it together with the lock.
  return () => owner.query('select pg_advisory_unlock($1)', [lock])
}

/** The pooler would lend a session with its lock to others, so an open transaction on a connection of its own has the lock. */
async function lockInTransaction(client: Client, waiting: () => void) {
  await client.query('begin')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [lock])
  if (!rows[0]?.taken) {
    waiting()
    await client.query('select pg_advisory_xact_lock($1)', [lock])
  }
  return () => client.query('commit')
}

/** When several addresses fail, the combined error has no message. */
function formatReason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}

async function applyPending(owner: Client, log: Options['log']): Promise<void> {
  await owner.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
  )
  for (const name of await pending(owner)) {
    log(`migrating ${name}`)
    await apply(owner, name)
  }
}

/**
 * A temporary table with the right name could shadow a real one. Runs at each start, because copies and restored dumps lose
 * rights on a database.
 */
async function refuseTemporaryTables(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; open: boolean }>(
    "select current_database() as name, has_database_privilege('public', current_database(), 'temporary') as open",
  )
  const [database] = rows
  if (database?.open)
    await owner.query(`revoke temporary on database ${owner.escapeIdentifier(database.name)} from public`)
}

async function pending(owner: Client): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const applied = await listMigrations(owner)
  const done = new Map(applied.map((row) => [row.name, row.sha256]))
  const waiting: string[] = []
  for (const name of filesFor(applied, files)) {
    const before = done.get(name)
    if (before === undefined) waiting.push(name)
    else if (before !== digest(await readFile(new URL(name, folder), 'utf8'))) {
      throw new Error(`Migration ${name} was changed after it ran. Restore it and add a new one.`)
    }
  }
  return waiting
}

async function apply(owner: Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await owner.query('begin')
  try {
    await owner.query(text)
    await owner.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, digest(text)])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
