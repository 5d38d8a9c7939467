// Opens this process's database: the database in DATABASE_URL, the embedded database of a service on the same data
// folder, or an embedded database that this process starts and stops.
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { type MigrationResult, migrate } from '#platform/db/migrating/migrate.ts'
import { runningEmbedded, startEmbedded } from '#platform/postgres/embedded.ts'
import type { Config } from '#platform/process/config.ts'
import { OperatorError } from './operator.ts'

type Reachable = { url: string; embedded: boolean; stop(): Promise<void> }
export type OpenDatabase = Reachable & MigrationResult
type Say = (line: string) => void

/** For `serve`. The embedded database locks the data folder, so a second service on it is refused. */
export async function startDatabase(config: Config, say: Say): Promise<OpenDatabase> {
  return migrated(await openExclusively(config, say), config, say)
}

/** Opens the database without migrations. An embedded database is opened only if no service runs on it. */
export async function openExclusively(config: Config, say: Say): Promise<Reachable> {
  closeToOthers(config.dataDir)
  return config.databaseUrl ? external(config.databaseUrl) : startOwn(config, say)
}

export async function joinDatabase(config: Config, say: Say): Promise<OpenDatabase> {
  closeToOthers(config.dataDir)
  if (config.databaseUrl) return migrated(external(config.databaseUrl), config, say)
  const running = await runningEmbedded(config.dataDir)
  const database = running ? { url: running.url, embedded: true, stop: async () => {} } : await startOwn(config, say)
  return migrated(database, config, say)
}

const external = (url: string): Reachable => ({ url, embedded: false, stop: async () => {} })

/**
 * The folder contains the secret key, the database and customers' photos. `doctor` reports a folder that others can still
 * open.
 */
function closeToOthers(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (statSync(dataDir).mode & 0o077) chmodSync(dataDir, 0o700)
  } catch {
    // If the database, files and key are elsewhere, the folder is not needed and might not exist.
  }
}

/**
 * Value of max_connections: each process opens up to 30 connections, and the rest is a reserve. Undefined leaves the
 * server's default of 100.
 */
const connectionsFor = (processes: number) => (processes > 1 ? 20 + 40 * processes : undefined)

async function startOwn(config: Config, say: Say): Promise<Reachable> {
  try {
    const { url, stop } = await startEmbedded({
      dataDir: config.dataDir,
      log: say,
      maxConnections: connectionsFor(config.processes),
    })
    return { url, embedded: true, stop }
  } catch (error) {
    throw new OperatorError((error as Error).message, { cause: error })
  }
}

async function migrated(database: Reachable, config: Config, say: Say): Promise<OpenDatabase> {
  try {
    const result = await migrate({
      url: database.url,
      secretKey: config.secretKey,
      log: say,
      // Programs parse commands' standard output, so this goes to standard error.
      warn: (line) => console.error(`evident: ${line}`),
    })
    if (!result.tokenKey) console.error(`evident: ${wrongSecretKey}`)
    return { ...database, ...result }
  } catch (error) {
    await database.stop()
    throw error
  }
}

export const wrongSecretKey =
  'SECRET_KEY does not match the secrets in this database, so webhooks, connections and mail that need them fail. Restore the former key, or run `evident rotate-secret` with it in OLD_SECRET_KEY.'
