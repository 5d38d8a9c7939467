// initdb writes to a temporary folder, which is renamed only after the cluster is complete.

import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, chooseAccount, giveTo } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { serverEnvironment } from './server-environment.ts'

export type Cluster = {
  folder: string
  folderArgument: string
  socketDir: string
  binaries: string
  account: Account
  password: string
  /** Speed instead of safety, for tests: a crash may lose or damage everything. */
  throwAway: boolean
  /** If undefined, the setting in the data folder applies. */
  maxConnections: number | undefined
}

export type ClusterOptions = Pick<Cluster, 'throwAway' | 'maxConnections'> & {
  dataDir: string
  log: (line: string) => void
}

const majorVersion = '18'

export async function prepareCluster({ dataDir, throwAway, maxConnections, log }: ClusterOptions): Promise<Cluster> {
  const folder = clusterFolder(dataDir)
  const account = chooseAccount([folder, dataDir])
  const password = readPassword(dataDir) ?? createPassword(dataDir, folder)
  const cluster: Cluster = {
    folder,
    folderArgument: reachableName(folder, account),
    socketDir: socketFolder(dataDir, password),
    binaries: locateBinaries(account),
    account,
    password,
    throwAway,
    maxConnections,
  }
  makeSocketFolder(cluster)
  if (existsSync(join(folder, 'PG_VERSION'))) {
    refuseOtherVersion(folder)
    log(`starting the database in ${folder}`)
  } else {
    log(`creating the database in ${folder}`)
    await createCluster(cluster)
  }
  return cluster
}

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

export function readPassword(dataDir: string): string | undefined {
  const path = passwordPath(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** The host is a placeholder for parsers that require one. Every PostgreSQL client uses the `host` parameter instead. */
export function buildUrl({ socketDir, password }: { socketDir: string; password: string }, database: string): string {
  return `postgres://postgres:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

/** The folder's name derives from the password, so no other user can guess it and create it first. */
export function socketFolder(dataDir: string, password: string): string {
  const name = `evident-pg-${createHash('sha256').update(`${dataDir}\n${password}`).digest('hex').slice(0, 16)}`
  // A socket's path has at most 107 bytes (103 on macOS), and other accounts cannot enter root's own TMPDIR.
  const parent = process.getuid?.() === 0 || tmpdir().length > 50 ? '/tmp' : tmpdir()
  return join(parent, name)
}

/** The account may have no access to the parent folders (a project in /root). This link reaches the folder without them. */
function reachableName(folder: string, account: Account): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

function createPassword(dataDir: string, folder: string): string {
  if (existsSync(folder)) {
    throw new Error(
      `${passwordPath(dataDir)} is missing, and the database in ${folder} cannot be opened without it. Restore the file from a backup`,
    )
  }
  const password = randomBytes(24).toString('hex')
  writeFileSync(passwordPath(dataDir), `${password}\n`, { mode: 0o600, flag: 'wx' })
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0) chownSync(passwordPath(dataDir), uid, gid)
  return password
}

function passwordPath(dataDir: string): string {
  return join(dataDir, 'postgres-password')
}

function makeSocketFolder({ socketDir, account }: Cluster): void {
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  const stat = lstatSync(socketDir)
  const owners = [process.getuid?.(), account?.uid]
  if (!stat.isDirectory() || !owners.includes(stat.uid))
    throw new Error(`${socketDir} belongs to another user. Remove it`)
  chmodSync(socketDir, 0o700)
  giveTo(account, socketDir)
}

function refuseOtherVersion(folder: string): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found === majorVersion) return
  throw new Error(
    `${folder} was made by PostgreSQL ${found}, and this is ${majorVersion}: export it with the old version and import it here`,
  )
}

async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, account, socketDir, binaries, password } = cluster
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(account, unfinished)
  const passwordFile = join(socketDir, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveTo(account, passwordFile)
  try {
    const args = initdbArguments(cluster, reachableName(unfinished, account), passwordFile)
    await promisify(execFile)(join(binaries, 'initdb'), args, { ...account, cwd: unfinished, env: serverEnvironment })
    renameSync(unfinished, folder)
  } catch (error) {
    throw new Error(`the database could not be created: ${lastWords(error)}`, { cause: error })
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Settings that operators may change go into postgresql.conf, because command line arguments would override them. */
function initdbArguments({ throwAway }: Cluster, target: string, passwordFile: string): string[] {
  const settings = [
    `shared_buffers=${throwAway ? leastSharedMb : sharedMb()}MB`,
    'max_connections=100',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  return [
    ...['-D', target, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--data-checksums'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...settings.flatMap((setting) => ['--set', setting]),
    ...(throwAway ? ['--no-sync', '--set', 'scram_iterations=1'] : []),
  ]
}

const leastSharedMb = 128
const mostSharedMb = 1024

/** A sixteenth of the memory of the machine or container. Pages are allocated only when used. */
function sharedMb(): number {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
  return Math.round(Math.min(mostSharedMb, Math.max(leastSharedMb, megabytes / 16)))
}

function lastWords(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (
    stderr
      ?.trim()
      .split('\n')
      .findLast((line) => line.includes('error:') || line.includes('FATAL')) ?? message
  )
}
