// The server cannot outlive this process: a small shell has a pipe to this process and stops the server when the pipe
// closes.

import { type ChildProcess, spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { serverEnvironment } from './server-environment.ts'

export type ServerProcess = {
  /** Rejects with PostgreSQL's last log line when the server ends before it accepts connections. */
  ready: Promise<void>
  /** Resolves with the reason when the process has ended. */
  ended: Promise<string>
  stop(): Promise<void>
}

// `$$` is the id of the outer shell, which becomes postgres by exec. The watcher is forked twice so that it is no child of
// the postmaster, which treats unknown children as a fault.
const runWithWatchdog = 'exec 3<&0 </dev/null; ( (cat <&3; kill -INT $$) >/dev/null 2>&1 & ); exec "$@" 3<&-'

export function launchServer(cluster: Cluster, log: (line: string) => void): ServerProcess {
  const { binaries, account, folder } = cluster
  const command = [join(binaries, 'postgres'), '-D', cluster.folderArgument, ...buildSettings(cluster)]
  const child = spawn('/bin/sh', ['-c', runWithWatchdog, 'sh', ...command], {
    ...account,
    cwd: folder,
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
    // The server has its own process group, so that Ctrl-C in a terminal reaches this process first and the server last.
    detached: true,
  })
  const ended = waitForEnd(child)
  return { ready: readiness(child, ended, log), ended, stop: () => stopServer(child, ended) }
}

function buildSettings({ socketDir, throwAway, maxConnections }: Cluster): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // Statements and details contain people's names and addresses. The service logs its own errors without them.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  if (maxConnections !== undefined) settings.max_connections = String(maxConnections)
  if (sharedMemoryIsTiny()) settings.dynamic_shared_memory_type = 'mmap'
  if (throwAway) {
    Object.assign(settings, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // The default of 4,096 iterations costs each connection about 1 ms on both sides.
      scram_iterations: '1',
    })
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Containers often give /dev/shm 64 MB or none, and a parallel query would then fail. */
function sharedMemoryIsTiny(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize < 256 * 1024 * 1024
  } catch {
    return true
  }
}

function waitForEnd(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const end = (reason: string) => {
      child.stdin?.destroy()
      resolve(reason)
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ? `ended by ${signal}` : `ended with code ${code}`))
  })
}

async function readiness(child: ChildProcess, ended: Promise<string>, log: (line: string) => void): Promise<void> {
  const words: string[] = []
  const ready = new Promise<boolean>((resolve) => {
    let isReady = false
    onLine(child, (line) => {
      if (isReady) return log(line)
      words.push(line)
      isReady = line.includes('database system is ready to accept connections')
      if (isReady) resolve(true)
    })
  })
  const reason = await Promise.race([ready, ended])
  if (reason === true) return
  // The last lines may still be in the pipe after the process has ended.
  if (child.pid && !child.stderr?.closed) await new Promise((resolve) => child.stderr?.once('close', resolve))
  const complaint = words.findLast((line) => /^(FATAL|PANIC|ERROR|sh):/.test(line)) ?? words.at(-1)
  throw new Error(`PostgreSQL did not start: ${complaint ?? reason}`)
}

/** Removes time and process id from log lines, because our own log adds them. */
function onLine(child: ChildProcess, take: (line: string) => void): void {
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line.replace(/^\d{4}-\S+ \S+ \S+ \[\d+\] /, '').replace(/^(\w+): {2}/, '$1: '))
  })
}

/**
 * Stops the server with a fast shutdown. A server that hangs is killed after five seconds, and the next start replays the
 * log.
 */
async function stopServer(child: ChildProcess, ended: Promise<string>): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    child.kill(signal)
    const patience = new AbortController()
    const outcome = await Promise.race([
      ended,
      sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    patience.abort()
    if (outcome !== undefined) return
  }
}
