// Migrations only go forward.
import { Client } from 'pg'
import { listMigrations } from '../all-tables.ts'
import { UnsuitableDatabase } from '../can-connect.ts'
import { endOtherLogins, ensureLogins, parseConnection } from '../roles.ts'
import { applyMigration } from './apply.ts'
import { distributeTables, isCitus } from './distribute.ts'
import { listNames, readPending } from './files.ts'
import { chooseFunctions } from './functions.ts'
import { withLock } from './lock.ts'
import { findTransactionPooling } from './pooler.ts'
import { reportProgress } from './progress.ts'
import { installQueue } from './queue.ts'
import { refuseNewerSchema, refuseOlderProcesses, waitsForNextRelease } from './releases.ts'
import { ensureTokenKey } from './token-key.ts'

export type MigrationResult = {
  /** True if the URL leads to a pooler that may change the session between transactions. */
  hasTransactionPooling: boolean
  /** Tables are distributed over the workers of a Citus cluster. */
  isDistributed: boolean
  /** Undefined if the stored token key is encrypted with another SECRET_KEY. */
  tokenKey: Buffer | undefined
}

type Options = {
  url: string
  secretKey: string
  log: (line: string) => void
  /** Gets progress lines in commands too, because a command without output seems to hang. */
  warn?: (line: string) => void
}

export const migrate = ({ url, secretKey, log, warn = log }: Options): Promise<MigrationResult> =>
  asOwner(url, warn, async (owner, hasTransactionPooling) => {
    await applyPending(owner, log, warn)
    const isDistributed = await isCitus(owner)
    if (isDistributed) await distributeTables(owner, log)
    await chooseFunctions(owner, isDistributed)
    await refuseTemporaryTables(owner)
    await ensureLogins(owner, url, secretKey)
    await endOtherLogins(owner, secretKey, log)
    await installQueue(owner, url, secretKey)
    return { hasTransactionPooling, isDistributed, tokenKey: await ensureTokenKey(owner, secretKey) }
  })

/** Tests pass a folder of their own. */
export const migrateSchema = ({ url, log, folder }: Pick<Options, 'url' | 'log'> & { folder?: URL }): Promise<void> =>
  asOwner(url, log, (owner) => applyPending(owner, log, log, folder))

async function asOwner<T>(
  url: string,
  warn: (line: string) => void,
  work: (owner: Client, hasTransactionPooling: boolean) => Promise<T>,
): Promise<T> {
  const owner = new Client(parseConnection(url))
  owner.on('error', () => {})
  try {
    await owner.connect()
  } catch (error) {
    throw new UnsuitableDatabase(`the database cannot be reached with DATABASE_URL: ${formatReason(error)}`, {
      cause: error,
    })
  }
  try {
    const hasTransactionPooling = await findTransactionPooling(owner, parseConnection(url))
    return await withLock(parseConnection(url), warn, () => work(owner, hasTransactionPooling))
  } finally {
    await owner.end()
  }
}

/** Node's error has no message if the connection failed to several addresses. */
function formatReason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || 'no answer'
}

async function applyPending(owner: Client, log: Options['log'], warn: Options['log'], folder?: URL): Promise<void> {
  await createBookkeeping(owner)
  const pending = await readPending(await listMigrations(owner), folder)
  await addReleases(owner)
  await refuseNewerSchema(owner, await listNames(folder), warn)
  const due = pending.filter((file) => !waitsForNextRelease(file))
  const progress = reportProgress(due.length, log)
  try {
    for (const file of due) {
      await refuseOlderProcesses(owner, file)
      progress.begin(file.name)
      await applyMigration(owner, file, log)
    }
  } finally {
    progress.end()
  }
}

const createBookkeeping = (owner: Client) =>
  owner.query(
    `create table if not exists schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now(),
       release text, oldest_release text)`,
  )

/**
 * An older installation lacks these columns. Looks for them first, because ALTER TABLE waits for a running backup
 * even if they exist.
 */
async function addReleases(owner: Client): Promise<void> {
  const { rowCount } = await owner.query(
    "select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_release'",
  )
  if (rowCount === 0)
    await owner.query('alter table schema_migrations add column release text, add column oldest_release text')
}

/**
 * Revokes the right to create temporary tables, which could shadow real ones. Runs at each start, because copies and
 * restored dumps lose rights on a database.
 */
async function refuseTemporaryTables(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; open: boolean }>(
    "select current_database() as name, has_database_privilege('public', current_database(), 'temporary') as open",
  )
  const [database] = rows
  if (database?.open)
    await owner.query(`revoke temporary on database ${owner.escapeIdentifier(database.name)} from public`)
}
