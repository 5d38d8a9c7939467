// Owns the answer to "which live process runs the database in this data folder?".
// Refuses guesses: SQLite's file lock is the kernel's, so it ends with its process however that process ends, and it
// holds between containers that share the folder. A file with a process id in it would outlive a kill -9 and then name
// whichever process got that id next.

import { chownSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type FolderLock = { release(): void }

/** Takes the folder, or answers the process id of the one that has it. */
export function takeLock(dataDir: string): FolderLock | { holderPid: number } {
  const database = openLock(dataDir)
  try {
    // The id goes in before the lock that stays, because an uncommitted write could not be read by the refused one.
    database.exec(`begin immediate; pragma user_version = ${process.pid}; commit; begin immediate`)
    return { release: () => database.close() }
  } catch (error) {
    const holderPid = readHolder(database)
    database.close()
    if (!isBusy(error)) throw error
    return { holderPid }
  }
}

/** The process id of the live holder, or undefined when no process has the folder. */
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
  // Outlasts another process's look at the lock.
  const database = new DatabaseSync(path, { timeout: 100 })
  // Root working in a user's folder must not lock that user out of it.
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
