// Starts three PostgreSQL 15 under Patroni with one etcd, behind HAProxy, on free ports. They run with the files in
// `deploy/`, changed only in addresses, folders and passwords.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { parse, stringify } from 'yaml'
import { endsWithParent } from './child.ts'
import { makeFolderForCluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { asPostgres, giveToPostgres, hasPostgres15 } from './postgres-15.ts'
import { until } from './until.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const { TEST_PATRONI: patroni = '', TEST_ETCD: etcd = '', TEST_HAPROXY: haproxy = '' } = process.env

export const hasPatroni = patroni !== '' && etcd !== '' && haproxy !== '' && hasPostgres15()

export type DatabaseNode = {
  name: string
  isPrimary(): Promise<boolean>
  start(): void
  /** Kills Patroni, the postmaster and its children, as a lost machine would. */
  kill(): Promise<void>
}

export type DatabaseCluster = {
  /** URL of the owner of the database `evident`, through HAProxy. */
  url: string
  /** URL of a superuser of the same database, whom row-level security does not bind. */
  superuserUrl: string
  findPrimary(): Promise<DatabaseNode | undefined>
  /** Number of standbys that stream, and how many of them confirm every commit. */
  countStandbys(): Promise<{ streaming: number; synchronous: number }>
  stop(): Promise<void>
}

type Member = { name: string; port: number; restPort: number }

export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  // The user `postgres` cannot open the test run's own folder.
  const folder = makeFolderForCluster('/tmp')
  giveToPostgres(folder)
  const password = randomBytes(16).toString('hex')
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const members: Member[] = []
  for (const name of ['db1', 'db2', 'db3']) members.push({ name, port: await freePort(), restPort: await freePort() })
  const run = (command: string, args: string[], log: string) => {
    const out = openSync(join(folder, log), 'a')
    return spawn(command, args, { cwd: folder, stdio: ['ignore', out, out] })
  }
  const nodes = members.map((member) => {
    const file = join(folder, `${member.name}.yml`)
    writeFileSync(file, patroniFile(member, folder, etcdPort, password))
    return createNode(member, join(folder, member.name), () =>
      run(...asPostgres(...endsWithParent(patroni, [file], 'TERM')), `${member.name}.log`),
    )
  })
  const others: ChildProcess[] = []
  const stop = async () => {
    for (const node of nodes) await node.kill()
    for (const child of others) await kill(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const urlOf = (user: string, database: string) => `postgres://${user}:${password}@127.0.0.1:${proxyPort}/${database}`
  const maintenanceUrl = urlOf('postgres', 'postgres')
  const cluster: DatabaseCluster = {
    url: urlOf('evident', 'evident'),
    superuserUrl: urlOf('postgres', 'evident'),
    async findPrimary() {
      for (const node of nodes) if (await node.isPrimary()) return node
      return undefined
    },
    async countStandbys() {
      const [counts] = await ask<{ streaming: number; synchronous: number }>(
        maintenanceUrl,
        `select count(*) filter (where state = 'streaming')::int as streaming,
                count(*) filter (where sync_state = 'sync')::int as synchronous from pg_stat_replication`,
      )
      return counts ?? { streaming: 0, synchronous: 0 }
    },
    stop,
  }
  try {
    others.push(run(...endsWithParent(etcd, etcdArguments(etcdPort, peerPort, folder)), 'etcd.log'))
    await until(() => answers(`http://127.0.0.1:${etcdPort}/health`), 'etcd answers')
    for (const node of nodes) node.start()
    const proxy = join(folder, 'haproxy.cfg')
    writeFileSync(proxy, proxyFile(members, proxyPort))
    others.push(run(...endsWithParent(haproxy, ['-db', '-f', proxy]), 'haproxy.log'))
    const countStandbys = () => cluster.countStandbys().catch(() => ({ streaming: 0, synchronous: 0 }))
    await until(async () => (await countStandbys()).streaming === 2, 'two standbys stream', 90_000)
    await until(async () => (await countStandbys()).synchronous === 1, 'a standby confirms commits', 60_000)
    await ask(maintenanceUrl, `create role evident login createrole password '${password}'`)
    await ask(maintenanceUrl, 'grant pg_monitor to evident')
    await ask(maintenanceUrl, 'create database evident owner evident')
    return cluster
  } catch (error) {
    const logs = members.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-1_500))
    await stop()
    throw new Error(logs.join('\n'), { cause: error })
  }
}

function createNode({ name, restPort }: Member, dataDir: string, launch: () => ChildProcess): DatabaseNode {
  let child: ChildProcess | undefined
  return {
    name,
    isPrimary: () => answers(`http://127.0.0.1:${restPort}/primary`),
    start() {
      child = launch()
    },
    async kill() {
      // Patroni is killed first, because it would start the server again.
      const ended = child && kill(child)
      for (const pid of listServerProcesses(dataDir)) killByPid(pid)
      await ended
    },
  }
}

/** The postmaster and its children, each of which has a session of its own. */
function listServerProcesses(dataDir: string): number[] {
  try {
    const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim()
    return [postmaster, ...children.split(' ').filter(Boolean).map(Number)]
  } catch {
    return []
  }
}

function killByPid(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended, because its postmaster was killed.
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Without fsync, because the tests kill processes and not the machine. */
function patroniFile({ name, port, restPort }: Member, folder: string, etcdPort: number, password: string): string {
  const file = parse(readFileSync(join(deploy, 'patroni.yml'), 'utf8').replaceAll('10.0.0.0/24', '127.0.0.1/32'))
  const { restapi, etcd3, postgresql } = file
  file.name = name
  restapi.listen = restapi.connect_address = `127.0.0.1:${restPort}`
  etcd3.hosts = [`127.0.0.1:${etcdPort}`]
  postgresql.listen = postgresql.connect_address = `127.0.0.1:${port}`
  postgresql.data_dir = join(folder, name)
  postgresql.pgpass = join(folder, `${name}.pgpass`)
  postgresql.parameters = { fsync: 'off', dynamic_shared_memory_type: 'mmap', unix_socket_directories: folder }
  for (const login of Object.values<{ password: string }>(postgresql.authentication)) login.password = password
  return stringify(file)
}

function proxyFile(members: readonly Member[], proxyPort: number): string {
  let file = readFileSync(join(deploy, 'haproxy-database.cfg'), 'utf8')
  file = file.replaceAll('127.0.0.1:5000', `127.0.0.1:${proxyPort}`)
  for (const [i, { port, restPort }] of members.entries())
    file = file.replace(`10.0.0.${i + 1}:5432 check port 8008`, `127.0.0.1:${port} check port ${restPort}`)
  return file
}

function etcdArguments(port: number, peerPort: number, folder: string): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  return [
    ...['--name', 'etcd1', '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd1=${peer}`],
  ]
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  )

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
