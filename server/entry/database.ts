// Which database this process talks to: the one DATABASE_URL names, the embedded one of a service that runs on the same
// data folder, or an embedded one that this process starts and stops.
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { type Migrated, migrate, waitingLine } from '#platform/db/migrate.ts'
import { UnsuitableDatabase } from '#platform/db/pooler.ts'
import { runningEmbedded, startEmbedded } from '#platform/postgres/embedded.ts'
import type { Config } from '#platform/process/config.ts'
import { OperatorError } from './operator.ts'

type Reachable = { url: string; embedded: boolean; stop(): Promise<void> }
export type OpenDatabase = Reachable & Migrated
type Say = (line: string) => void

/** For `serve`: owns the data folder, so a second service on it is refused. */
export async function startDatabase(config: Config, say: Say): Promise<OpenDatabase> {
  return migrated(await openExclusively(config, say), config, say)
}

/** As it stands, with nothing migrated; an embedded one only while no service runs on it. */
export async function openExclusively(config: Config, say: Say): Promise<Reachable> {
  closeToOthers(config.dataDir)
  return config.databaseUrl ? external(config.databaseUrl) : startOwn(config, say)
}

/** For commands: joins a running service, or starts the database for as long as the command takes. */
export async function joinDatabase(config: Config, say: Say): Promise<OpenDatabase> {
  closeToOthers(config.dataDir)
  if (config.databaseUrl) return migrated(external(config.databaseUrl), config, say)
  const running = await runningEmbedded(config.dataDir)
  const database = running ? { url: running.url, embedded: true, stop: async () => {} } : await startOwn(config, say)
  return migrated(database, config, say)
}

const external = (url: string): Reachable => ({ url, embedded: false, stop: async () => {} })

/** The folder holds the secret key, the database and customers' photos. Where it cannot be closed, `doctor` says so. */
function closeToOthers(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (statSync(dataDir).mode & 0o077) chmodSync(dataDir, 0o700)
  } catch {
    // With a database, files and key elsewhere there may be no such folder, and none is needed.
  }
}

async function startOwn(config: Config, say: Say): Promise<Reachable> {
  say('starting the embedded PostgreSQL')
  try {
    const { url, stop } = await startEmbedded({ dataDir: config.dataDir, log: say })
    return { url, embedded: true, stop }
  } catch (error) {
    throw new OperatorError((error as Error).message, { cause: error })
  }
}

async function migrated(database: Reachable, config: Config, say: Say): Promise<OpenDatabase> {
  try {
    const { tokenKey } = await migrate({
      url: database.url,
      secretKey: config.secretKey,
      log: say,
      // Also said by commands, which otherwise seem to hang.
      waiting: () => console.error(`evident: ${waitingLine}`),
    })
    // Standard output of commands is parsed by programs, so this goes to standard error.
    if (!tokenKey) console.error(`evident: ${wrongSecretKey}`)
    return { ...database, tokenKey }
  } catch (error) {
    await database.stop()
    if (error instanceof UnsuitableDatabase) throw new OperatorError(error.message, { cause: error })
    throw error
  }
}

export const wrongSecretKey =
  'SECRET_KEY is not the one that secrets in this database are sealed with: webhooks, connections and mail that need them fail until it is put back, or `evident rotate-secret` is run with the former key in OLD_SECRET_KEY.'
