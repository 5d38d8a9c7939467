// The kernel releases SQLite's lock when the process that has the lock ends, also across containers. A pid file would
// survive a kill -9.

import { chownSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type FolderLock = { release(): void }

export function takeLock(dataDir: string): FolderLock | { holderPid: number } {
  const database = openLock(dataDir)
  try {
    // The process id is committed before the permanent lock, because a refused process could not read an uncommitted write.
    database.exec(`begin immediate; pragma user_version = ${process.pid}; commit; begin immediate`)
    return { release: () => database.close() }
  } catch (error) {
    const holderPid = readHolder(database)
    database.close()
    if (!isBusy(error)) throw error
    return { holderPid }
  }
}

/** Returns the process id of the lock's owner, or undefined when no process has locked the folder. */
export function lockHolder(dataDir: string): number | undefined {
  if (!existsSync(lockPath(dataDir))) return undefined
  const database = openLock(dataDir)
  try {
    database.exec('begin immediate; rollback')
    return undefined
  } catch (error) {
    if (!isBusy(error)) throw error
    return readHolder(database)
  } finally {
    database.close()
  }
}

function openLock(dataDir: string): DatabaseSync {
  const path = lockPath(dataDir)
  const isNew = !existsSync(path)
  // Waits longer than another process takes to check the lock.
  const database = new DatabaseSync(path, { timeout: 100 })
  // When root runs in a user's folder, the lock file must remain accessible to that user.
  if (isNew && process.getuid?.() === 0) giveToFolderOwner(path, dataDir)
  return database
}

function giveToFolderOwner(path: string, dataDir: string): void {
  const { uid, gid } = statSync(dataDir)
  if (existsSync(path)) chownSync(path, uid, gid)
}

function readHolder(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get()
  return Number(row?.user_version ?? 0)
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}
