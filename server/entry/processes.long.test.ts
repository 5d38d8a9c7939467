import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'

const cli = join(import.meta.dirname, 'cli.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'evident-processes-'))
const owner = { email: 'ada@larkmoor.example', password: 'seven blue kettles' }
let database: Awaited<ReturnType<typeof createDatabase>>
let env: NodeJS.ProcessEnv
let service: ChildProcess
let printed = ''
let api = ''
let key: { apiKey: string; storeEnvId: string }

before(async () => {
  database = await createDatabase()
  env = {
    ...process.env,
    ...{ SECRET_KEY: process.env.TEST_SECRET_KEY, DATABASE_URL: database.url, DATA_DIR: dataDir },
    ...{ PORT: '0', PROCESSES: '2', LOG_LEVEL: 'warn' },
  }
  service = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [service.stdout, service.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk
    })
  await until(() => /is ready/.test(printed) || service.exitCode !== null, 'it is ready', 120_000)
  api = /API +(\S+)/.exec(printed)?.[1] ?? assert.fail(printed)
  const setup = ['setup', '--org', 'Larkmoor', '--owner', owner.email, '--password', owner.password]
  const store = ['--store', 'Larkmoor', '--origin', 'https://larkmoor.example', '--json']
  key = JSON.parse(execFileSync(process.execPath, [cli, ...setup, ...store], { env, encoding: 'utf8' }))
})

after(async () => {
  if (service.exitCode === null) service.kill('SIGKILL')
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('processes without a common Redis warn that each process counts limits separately', async () => {
  // The first process prints that it is ready while the others still start.
  await until(() => /WARNING: PROCESSES is 2, but REDIS_URL is not set/.test(printed), 'the warning')
})

test('one process runs the jobs', async () => {
  await until(async () => (await leases()).length > 0)
  assert.equal((await leases()).length, 1)
})

test('a revoked key is refused by every process', async () => {
  assert.deepEqual(await statuses(4), [200, 200, 200, 200])
  const { cookie } = await signIn()
  const { body } = await call('GET', '/api-keys', { cookie })
  const [{ id }] = (JSON.parse(body) as { data: [{ id: string }] }).data
  const { status } = await call('DELETE', `/api-keys/${id}`, { cookie })
  assert.equal(status, 204)
  assert.deepEqual(await statuses(4), [401, 401, 401, 401])
})

test('a killed process is replaced, and its replacement runs the jobs', async () => {
  const before = processes()
  const [lease] = await leases()
  assert.equal(before.length, 2)
  const [first] = before
  process.kill(first as number, 'SIGKILL')
  await until(() => /ended \(SIGKILL\); starting another/.test(printed))
  assert.equal((await call('GET', '/health')).status, 200)
  await until(async () => (await leases()).some((id) => id !== lease), 'another process runs the jobs', 120_000)
  await until(() => processes().length === 2)
})

test('SIGTERM ends all processes with exit code 0', async () => {
  const before = processes()
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  for (const pid of before) assert.throws(() => process.kill(pid, 0))
})

const processes = (): number[] =>
  readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ').map(Number).sort()

async function leases(): Promise<string[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from app.job_workers')
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

/** Processes take new connections in turn. */
async function statuses(count: number): Promise<number[]> {
  const found: number[] = []
  const headers = { authorization: `Bearer ${key.apiKey}`, 'x-store-env-id': key.storeEnvId }
  for (let i = 0; i < count; i++) found.push((await call('GET', '/reviews', headers)).status)
  return found
}

async function signIn(): Promise<{ cookie: string }> {
  const origin = new URL(api).origin
  const { headers } = await call('POST', '/auth/sign-in/email', { origin }, owner)
  return { cookie: (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ') }
}

type Answer = { status: number; headers: Record<string, string[] | undefined>; body: string }

function call(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  const options = { method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) } }
  return new Promise((resolve, reject) => {
    const sent = request(`${api}${path}`, { ...options, agent: new Agent({ keepAlive: false }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headersDistinct,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
