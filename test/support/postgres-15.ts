// Starts Debian's PostgreSQL 15, the oldest supported server, on a free port with a temporary data folder.
import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

const binaries = '/usr/lib/postgresql/15/bin'

export type Postgres15 = {
  superuserUrl: string
  /** URL of the owner that the deploying guide describes. This role is no superuser and may create roles. */
  ownerUrl: string
  /** Starts a streaming replica, which has caught up. */
  startReplica(): Promise<Replica15>
  stop(): void
}

export type Replica15 = { superuserUrl: string; stop(): void; start(): void }

export function hasPostgres15(): boolean {
  try {
    accessSync(join(binaries, 'postgres'))
    return true
  } catch {
    return false
  }
}

export async function startPostgres15(): Promise<Postgres15> {
  // The folder is outside the test run's own folder, which `postgres` cannot open.
  const folder = mkdtempSync('/tmp/evident-postgres-15-')
  giveToPostgres(folder)
  const run = (program: string, ...args: string[]) => {
    const [command, given] = asPostgres(join(binaries, program), args)
    must(spawnSync(command, given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] }))
  }
  const data = join(folder, 'data')
  const port = await freePort()
  const startReplica = async (): Promise<Replica15> => {
    const copy = join(folder, `replica-${replicas.length}`)
    const replicaPort = await freePort()
    run('pg_basebackup', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres', '-D', copy, '-R', '-c', 'fast')
    const given = `-p ${replicaPort} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -c hot_standby_feedback=on`
    const start = () => run('pg_ctl', '-D', copy, '-l', `${copy}.log`, '-w', '-o', given, 'start')
    const stopReplica = () => run('pg_ctl', '-D', copy, '-m', 'immediate', '-w', 'stop')
    start()
    replicas.push(copy)
    return { superuserUrl: `postgres://postgres@127.0.0.1:${replicaPort}/postgres`, stop: stopReplica, start }
  }
  const replicas: string[] = []
  const stop = () => {
    for (const copy of replicas)
      if (existsSync(join(copy, 'postmaster.pid'))) run('pg_ctl', '-D', copy, '-m', 'immediate', '-w', 'stop')
    run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off`
  run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start')
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await createOwner(superuserUrl)
  } catch (error) {
    stop()
    throw error
  }
  return { superuserUrl, ownerUrl: `postgres://evident@127.0.0.1:${port}/evident`, startReplica, stop }
}

const isRoot = process.getuid?.() === 0

/** Gives a folder to the user `postgres` if this process is root. */
export function giveToPostgres(folder: string): void {
  if (!isRoot) return
  chmodSync(folder, 0o711)
  must(spawnSync('chown', ['postgres', folder], { encoding: 'utf8' }))
}

/** The server refuses to run as root, so root runs the program as the user `postgres`. */
export const asPostgres = (program: string, args: string[]): [command: string, args: string[]] =>
  isRoot ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]] : [program, args]

async function createOwner(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query('create role evident login createrole')
    await client.query('create database evident owner evident')
  } finally {
    await client.end()
  }
}

function must({ status, stderr, error }: { status: number | null; stderr: string; error?: Error }): void {
  if (status !== 0) throw error ?? new Error(stderr)
}
