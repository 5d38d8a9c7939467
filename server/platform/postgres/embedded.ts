// A second service on the same data folder is refused. PostgreSQL never runs as root and never listens on a port.

import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { canConnect } from '../db/can-connect.ts'
import { buildUrl, clusterFolder, prepareCluster, readPassword, socketFolder } from './cluster.ts'
import { type FolderLock, lockHolder, takeLock } from './lock.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { keepRunning, type Supervisor } from './supervise.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  throwAway?: boolean
  maxConnections?: number | undefined
}

export type EmbeddedPostgres = {
  /** URL of the database `evident`, for a superuser. */
  url: string
  stop(): Promise<void>
}

const database = 'evident'

export async function startEmbedded({
  dataDir,
  log,
  throwAway = false,
  maxConnections,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true })
  const home = realpathSync(dataDir)
  const lock = await takeLockPatiently(home)
  let server: Supervisor | undefined
  try {
    const cluster = await prepareCluster({ dataDir: home, throwAway, maxConnections, log })
    await stopOrphanedServer(cluster.folder, log)
    server = await keepRunning(cluster, log)
    await ensureDatabase(buildUrl(cluster, 'postgres'))
    const { stop } = server
    const end = async () => {
      await stop()
      rmSync(cluster.socketDir, { recursive: true, force: true })
      lock.release()
    }
    let ending: Promise<void> | undefined
    return { url: buildUrl(cluster, database), stop: () => (ending ??= end()) }
  } catch (error) {
    await server?.stop()
    lock.release()
    throw error
  }
}

/**
 * Returns the server that a running service has started on this folder, after waiting for its start. Undefined without
 * a running service.
 */
export async function runningEmbedded(dataDir: string): Promise<{ url: string } | undefined> {
  const home = realPath(dataDir)
  let holder = home && lockHolder(home)
  if (!home || holder === undefined) return undefined
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    const password = readPassword(home)
    const url = password && buildUrl({ socketDir: socketFolder(home, password), password }, database)
    if (url && (await canConnect({ connectionString: url }))) return { url }
    holder = lockHolder(home)
    if (holder === undefined) return undefined
  }
  throw new Error(
    `process ${holder} has locked the data in ${clusterFolder(dataDir)}, but its database does not answer`,
  )
}

/** When the service restarts, the old process may still be running, so it gets two seconds to end. */
async function takeLockPatiently(home: string): Promise<FolderLock> {
  for (const end = Date.now() + 2_000; ; await sleep(100)) {
    const lock = takeLock(home)
    if ('release' in lock) return lock
    if (Date.now() < end) continue
    throw new Error(
      `the data in ${home} is in use by process ${lock.holderPid}: stop that one, or choose another DATA_DIR`,
    )
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

function realPath(folder: string): string | undefined {
  try {
    return realpathSync(folder)
  } catch {
    return undefined
  }
}
