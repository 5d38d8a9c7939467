// Only the owner of the folder's lock may call this function: the lock proves that no process uses the folder's server.

import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export async function stopOrphanedServer(folder: string, log: (line: string) => void): Promise<void> {
  const pid = recordedPid(folder)
  if (pid === undefined || !isAlive(pid)) return
  if (!isServerFor(pid, folder)) {
    // Another process has this id now. PostgreSQL would treat that process as a running server and refuse to start.
    rmSync(join(folder, 'postmaster.pid'), { force: true })
    return
  }
  log(`stopping a database server that an earlier run left behind (process ${pid})`)
  // The server's own watchdog is usually stopping it already, so SIGINT changes nothing. SIGQUIT loses no committed data.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(pid, signal)
    if (await isGoneWithin(pid, 8_000)) return
  }
  throw new Error(`a database server of an earlier run does not stop: end process ${pid} by hand`)
}

function recordedPid(folder: string): number | undefined {
  try {
    const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return Number(pid) > 0 ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

function isServerFor(pid: number, folder: string): boolean {
  if (process.platform === 'linux') {
    try {
      const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    } catch (error) {
      // The process has already ended, or belongs to another user and so cannot be a server of this folder.
      if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
      throw error
    }
  }
  try {
    const program = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return basename(program.trim()).startsWith('postgres')
  } catch {
    return false
  }
}

async function isGoneWithin(pid: number, patienceMs: number): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) {
    if (!isAlive(pid)) return true
  }
  return false
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** If the first process of a container does not reap its children, a dead server's process id remains in use. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
