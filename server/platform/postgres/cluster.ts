// Owns what stands on the disk: the data folder `postgres`, the superuser's password, the folder of the socket.
// Refuses half-made clusters: initdb works beside the final name, and only a finished one takes it.

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
  /** What PostgreSQL is told as its data folder. */
  folderArgument: string
  socketDir: string
  binaries: string
  account: Account
  password: string
  /** Speed before safety: a crash may lose or spoil everything. For tests. */
  throwAway: boolean
}

export type ClusterOptions = { dataDir: string; throwAway: boolean; log: (line: string) => void }

const majorVersion = '18'

/** Makes the cluster when there is none, and everything around it that a start needs. */
export async function prepareCluster({ dataDir, throwAway, log }: ClusterOptions): Promise<Cluster> {
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
  }
  makeSocketFolder(cluster)
  if (existsSync(join(folder, 'PG_VERSION'))) refuseOtherVersion(folder)
  else {
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

/** The host in front is for readers that insist on one; every PostgreSQL client lets the parameter win. */
export function urlOf({ socketDir, password }: { socketDir: string; password: string }, database: string): string {
  return `postgres://postgres:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

/** The password makes the name one that no other user can guess and take first; the folder tells copies of the data apart. */
export function socketFolder(dataDir: string, password: string): string {
  const name = `evident-pg-${createHash('sha256').update(`${dataDir}\n${password}`).digest('hex').slice(0, 16)}`
  // A socket's path has at most 107 bytes (103 on macOS), and another account has no way into root's own TMPDIR.
  const parent = process.getuid?.() === 0 || tmpdir().length > 50 ? '/tmp' : tmpdir()
  return join(parent, name)
}

/**
 * With another account the parents may be closed to it (a project in /root). The working directory is entered before the
 * account is changed, and this link leads there without passing the parents.
 */
function reachableName(folder: string, account: Account): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

function createPassword(dataDir: string, folder: string): string {
  if (existsSync(folder)) {
    throw new Error(
      `${passwordPath(dataDir)} is missing, and without it the database in ${folder} cannot be opened: restore it from a backup`,
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
    throw new Error(`${socketDir} belongs to another user: remove it`)
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

/** Settings that an operator may want to change go into postgresql.conf; a command line would overrule that file. */
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
    ...(throwAway ? ['--no-sync'] : []),
  ]
}

const leastSharedMb = 128
const mostSharedMb = 1024

/** A sixteenth of the memory of this machine, or of its container; no page is taken before it is needed. */
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
