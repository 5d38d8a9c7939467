// Counts the connections of a real process in PostgreSQL itself.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { submission } from '#resources/reviews/reviews.testing.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'

const cli = join(import.meta.dirname, '../../server/entry/cli.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'evident-connections-'))
const email = 'ada@larkmoor.example'
const password = 'seven blue kettles'
const mostOfProcess = 30
const mostOfJobs = 5

let database: TestDatabase
let client: Client
let service: ChildProcess
let api = ''
let headers: Record<string, string>

before(async () => {
  database = await createDatabase()
  const env = {
    ...process.env,
    ...{ SECRET_KEY: process.env.TEST_SECRET_KEY, DATABASE_URL: database.url, DATA_DIR: dataDir },
    ...{ PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
  }
  const account = ['--owner', email, '--password', password, '--org', 'Larkmoor']
  const store = ['--store', 'Larkmoor', '--origin', 'https://larkmoor.example', '--json']
  const made = JSON.parse(
    execFileSync(process.execPath, [cli, 'setup', ...account, ...store], { env, encoding: 'utf8' }),
  )
  headers = { authorization: `Bearer ${made.apiKey}`, 'x-store-env-id': made.storeEnvId }
  client = new Client({ connectionString: database.url })
  await client.connect()
  service = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  service.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  await until(() => /is ready/.test(printed) || service.exitCode !== null, 'it is ready', 120_000)
  api = /API +(\S+)/.exec(printed)?.[1] ?? assert.fail(printed)
})

after(async () => {
  const exited = once(service, 'exit')
  service.kill('SIGTERM')
  await exited
  await client.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function countConnections(): Promise<{ all: number; jobs: number; listening: number }> {
  const { rows } = await client.query(`
    select count(*)::int as all, (count(*) filter (where usename like 'evident_worker%'))::int as jobs,
           (count(*) filter (where query ilike 'listen "jobs:insert"%'))::int as listening
      from pg_stat_activity where datname = current_database() and usename like 'evident%'`)
  return rows[0]
}

test('at rest, one connection listens for jobs, and jobs use at most five', async () => {
  await until(async () => (await countConnections()).listening > 0, 'a worker listens')
  const { all, jobs, listening } = await countConnections()
  assert.equal(listening, 1)
  assert.ok(jobs <= mostOfJobs, `${jobs} connections of jobs`)
  assert.ok(all <= mostOfProcess, `${all} connections`)
})

test('a process opens at most 30 connections for 60 parallel calls with exports, sign-ins and jobs', async () => {
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json', origin: new URL(api).origin } }
  const put = await fetch(`${api}/products`, {
    ...{ ...post, method: 'PUT' },
    body: JSON.stringify([{ platformProductId: 'mug', title: 'Mug' }]),
  })
  assert.equal(put.status, 200)
  const { id } = await (await fetch(`${api}/products/by-platform-id/mug`, { headers })).json()
  const calls = [
    () => fetch(`${api}/reviews`, { headers }),
    () => fetch(`${api}/reviews/export`, { headers }),
    () => fetch(`${api}/products`, { headers }),
    () => fetch(`${api}/health`),
    () => fetch(`${api}/reviews`, { ...post, body: JSON.stringify(submission(id)) }),
    () => fetch(`${api}/auth/sign-in/email`, { ...signIn, body: JSON.stringify({ email, password }) }),
  ]
  const statuses = new Set<number>()
  let isOver = false
  const work = Array.from({ length: 60 }, async (_, i) => {
    for (let round = 0; round < (i % calls.length === 5 ? 1 : 4); round++) {
      const answer = await calls[i % calls.length]?.()
      statuses.add(answer?.status ?? 0)
      await answer?.arrayBuffer()
    }
  })
  const ended = Promise.all(work).finally(() => {
    isOver = true
  })
  const most = { all: 0, jobs: 0 }
  while (!isOver) {
    const now = await countConnections()
    most.all = Math.max(most.all, now.all)
    most.jobs = Math.max(most.jobs, now.jobs)
  }
  await ended
  // A store can read two exports at a time. More exports get 429.
  assert.deepEqual([...statuses].sort(), [200, 201, 429])
  assert.ok(most.all <= mostOfProcess, `${most.all} connections`)
  assert.ok(most.jobs <= mostOfJobs, `${most.jobs} connections of jobs`)
  // There are six kinds of calls, so more than six connections show that calls of one kind ran in parallel.
  assert.ok(most.all > 6, `${most.all} connections`)
})
