import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runningEmbedded, startEmbedded } from './embedded.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'evident-embedded-'))
const children: ChildProcess[] = []
const quiet = () => {}

after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test('a first start creates a UTF-8 database with checksums, despite an unfinished earlier attempt', async () => {
  mkdirSync(join(dataDir, 'postgres.new'))
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  const server = await startEmbedded({ dataDir, log: quiet })
  const [settings] = await ask(
    server.url,
    `select current_database() as name, current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync, current_setting('wal_compression') as compression,
      pg_size_bytes(current_setting('shared_buffers')) between 128 * 1024 ^ 2 and 1024 ^ 3 as "hasSharedMemory", current_setting('timezone') as zone, current_setting('listen_addresses') as addresses`,
  )
  assert.deepEqual(settings, {
    name: 'evident',
    encoding: 'UTF8',
    checksums: 'on',
    fsync: 'on',
    // Compression is off, because this build's only method takes a tenth of a writing backend's time.
    compression: 'off',
    hasSharedMemory: true,
    zone: 'UTC',
    addresses: '',
  })
  assert.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
  await ask(server.url, 'create table marks (mark text)')
  await server.stop()
})

test('committed data survives a restart, and after a stop no process or socket is left', async () => {
  const server = await startEmbedded({ dataDir, log: quiet })
  const pid = postgresPid()
  await ask(server.url, `insert into marks values ('stopped')`)
  await server.stop()
  assert.equal(isAlive(pid), false)
  assert.equal(existsSync(new URL(server.url).searchParams.get('host') ?? ''), false)
  await assertMarks('stopped')
})

test('a second start on locked data is refused in one line that names the owner', async () => {
  const holder = await startInAnotherProcess()
  const refusal = await startEmbedded({ dataDir, log: quiet }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  assert.match(refusal ?? '', new RegExp(`in use by process ${holder.pid}\\b`))
  assert.doesNotMatch(refusal ?? '', /\n/)
  assert.ok(await runningEmbedded(dataDir), 'the refused start leaves the holder as it was')
  await end(holder, 'SIGTERM')
})

test('a running service is found, and a stopped one is not', async () => {
  assert.equal(await runningEmbedded(dataDir), undefined)
  assert.equal(await runningEmbedded(join(dataDir, 'nowhere')), undefined)
  const holder = await startInAnotherProcess()
  const found = await runningEmbedded(dataDir)
  assert.deepEqual(await ask(found?.url ?? '', 'select 1 as one'), [{ one: 1 }])
  await end(holder, 'SIGTERM')
})

test('a killed server restarts by itself with all committed data', async () => {
  const lines: string[] = []
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) })
  await ask(server.url, `insert into marks values ('killed')`)
  process.kill(postgresPid(), 'SIGKILL')
  await until(() =>
    ask(server.url, 'select 1').then(
      () => lines.length > 0,
      () => false,
    ),
  )
  assert.match(lines.join('\n'), /ended by SIGKILL; starting it again/)
  await server.stop()
  await assertMarks('killed')
})

test('the server ends soon after its service is killed, and no data is lost', async () => {
  const holder = await startInAnotherProcess()
  const pid = postgresPid()
  const found = await runningEmbedded(dataDir)
  await ask(found?.url ?? '', `insert into marks values ('orphaned')`)
  await end(holder, 'SIGKILL')
  await until(() => !isAlive(pid))
  await assertMarks('orphaned')
})

test('after a kill of service and watchdog, the next start stops the old server', async () => {
  const holder = await startInAnotherProcess()
  const pid = postgresPid()
  const found = await runningEmbedded(dataDir)
  await ask(found?.url ?? '', `insert into marks values ('unwatched')`)
  for (const watcher of listSessionPids(pid).filter((each) => each !== pid)) process.kill(watcher, 'SIGKILL')
  await end(holder, 'SIGKILL')
  assert.equal(isAlive(pid), true, 'nobody is left to stop it')
  await assertMarks('unwatched')
  assert.equal(isAlive(pid), false)
})

test('a process id reused by another program does not count as a running server', async () => {
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n/nowhere\n1700000000\n5432\n/nowhere\n\n  0 0\nready   \n`,
  )
  await assertMarks('unwatched')
})

async function assertMarks(expected: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log: quiet })
  try {
    const marks = await ask(server.url, 'select mark from marks')
    assert.ok(
      marks.some(({ mark }) => mark === expected),
      `"${expected}" is among ${JSON.stringify(marks)}`,
    )
  } finally {
    await server.stop()
  }
}

async function startInAnotherProcess(): Promise<ChildProcess> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    process.once('SIGTERM', () => server.stop())
    console.log('started')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('exit', reject)
  })
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', quiet)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(quiet)
  }
}

function postgresPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** The server leads its own session, which contains only the server and its watcher. */
function listSessionPids(pid: number): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,sess='], { encoding: 'utf8' }).trim().split('\n')
  return processes
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, session]) => session === pid)
    .map(([each]) => each ?? 0)
}

function isAlive(pid: number): boolean {
  const state = execFileSync('sh', ['-c', `ps -o state= -p ${pid} || true`], { encoding: 'utf8' }).trim()
  return state !== '' && state !== 'Z'
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    if (await condition()) return
  }
  assert.fail('it did not happen within a minute')
}
