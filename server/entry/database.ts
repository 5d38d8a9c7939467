// Which database this process talks to: the one DATABASE_URL names, the embedded one of a service that runs on the same
// data folder, or an embedded one that this process starts and stops.
import type { Config } from '#platform/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { runningEmbedded, startEmbedded } from '#platform/postgres/embedded.ts'
import { OperatorError } from './operator.ts'

export type OpenDatabase = { url: string; embedded: boolean; stop(): Promise<void> }
type Say = (line: string) => void

/** For `serve`: owns the data folder, so a second service on it is refused. */
export async function startDatabase(config: Config, say: Say): Promise<OpenDatabase> {
  const database = config.databaseUrl ? external(config.databaseUrl) : await startOwn(config, say)
  return migrated(database, config, say)
}

/** For commands: joins a running service, or starts the database for as long as the command takes. */
export async function joinDatabase(config: Config, say: Say): Promise<OpenDatabase> {
  if (config.databaseUrl) return migrated(external(config.databaseUrl), config, say)
  const running = await runningEmbedded(config.dataDir)
  const database = running ? { url: running.url, embedded: true, stop: async () => {} } : await startOwn(config, say)
  return migrated(database, config, say)
}

const external = (url: string): OpenDatabase => ({ url, embedded: false, stop: async () => {} })

async function startOwn(config: Config, say: Say): Promise<OpenDatabase> {
  say('starting the embedded PostgreSQL')
  try {
    const { url, stop } = await startEmbedded({ dataDir: config.dataDir, log: say })
    return { url, embedded: true, stop }
  } catch (error) {
    throw new OperatorError((error as Error).message, { cause: error })
  }
}

async function migrated(database: OpenDatabase, config: Config, say: Say): Promise<OpenDatabase> {
  try {
    await migrate({ url: database.url, secretKey: config.secretKey, log: say })
    return database
  } catch (error) {
    await database.stop()
    const { code, message } = error as Error & { code?: string }
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28') || code === '3D000') {
      throw new OperatorError(`the database cannot be reached with DATABASE_URL: ${message || code}`, { cause: error })
    }
    throw error
  }
}
