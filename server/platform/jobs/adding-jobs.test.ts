import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { provideService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { sql } from '../db/query.ts'
import { enqueue, enqueueAll } from './jobs.ts'

const payload = { organizationId: 'an-organization', storeEnvId: 'a-store', ids: ['1'] }
const flags = ['organization:an-organization', 'store:a-store']

let listener: Client
let announcements = 0
let ours = 0
// Registered before the service, whose own hook drops the database.
after(() => listener.end())
const service = provideService({}, async () => {
  listener = new Client({ connectionString: service.databaseUrl })
  await listener.connect()
  listener.on('notification', ({ payload: text }) => void (text === 'ours' ? ours++ : announcements++))
  await listener.query('listen "jobs:insert"')
})
const add = (name: string, options: { key?: string; inMs?: number; maxAttempts?: number } = {}) =>
  service.service.db.system('write', (tx) => enqueue(tx, name, payload, options))

const addByQueue = (name: string, key: string | null = null, inMs = 0, maxAttempts = 25) =>
  service.query(
    `select graphile_worker.add_job($1, $2::json, run_at => now() + $3 * interval '1 ms', max_attempts => $4, job_key => $5,
                                    flags => $6)`,
    [name, JSON.stringify(payload), inMs, maxAttempts, key, flags],
  )

/** All columns, except ids and times that differ between two equal jobs. */
const read = async (name: string) => {
  const { rows } = await service.query(
    `select to_jsonb(j) - '{id,task_id,key,created_at,updated_at,run_at}'::text[] as job, j.key is null as "hasNoKey",
            round(extract(epoch from j.run_at - j.updated_at)) as seconds
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 order by j.id`,
    [name],
  )
  return rows
}

/** PostgreSQL delivers announcements in the order of their commits, so earlier ones arrive before this one. */
async function notifyOnce(): Promise<void> {
  const before = ours
  await service.query(`select pg_notify('jobs:insert', 'ours')`)
  await until(() => ours > before)
}

test('a statement that adds jobs sends no NOTIFY', async () => {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  await client.query(`select app.add_job('test.quiet', '{}', 'a key'), app.add_jobs('test.quiet', array['{}'::json])`)
  await client.end()
  await notifyOnce()
  assert.equal(announcements, 0)
})

test('a transaction that fails announces no job', async () => {
  const failing = service.service.db.system('write', async (tx) => {
    await enqueue(tx, 'test.failed', payload)
    await tx.all(sql`select 1 / 0 as wrong`)
  })
  await assert.rejects(failing)
  await notifyOnce()
  assert.equal(announcements, 0)
  assert.deepEqual(await read('test.failed'), [])
})

test('a job is announced after its commit', async () => {
  await service.service.db.system('write', async (tx) => {
    await enqueue(tx, 'test.announced', payload)
    await tx.all(sql`select 1 as one`)
    await notifyOnce()
    assert.equal(announcements, 0)
  })
  await until(() => announcements === 1)
})

test('announcements of parallel commits are joined', async () => {
  const before = announcements
  await Promise.all(Array.from({ length: 60 }, () => add('test.parallel')))
  await until(() => announcements > before)
  await notifyOnce()
  assert.ok(announcements - before < 30, `${announcements - before} announcements`)
  assert.equal((await read('test.parallel')).length, 60)
})

test('a job gets the same row as from graphile-worker', async () => {
  const options = { key: 'own', inMs: 60_000, maxAttempts: 3 }
  const work = { own: (key: boolean) => add('test.own', key ? options : {}), queue: addByQueue }
  await work.own(false)
  await work.queue('test.queue')
  await work.own(true)
  await work.queue('test.queue', 'queue', 60_000, 3)
  assert.equal((await read('test.own')).length, 2)
  assert.deepEqual(await read('test.own'), await read('test.queue'))

  // The waiting job of a key is replaced, also after a failure.
  await service.query(
    `update graphile_worker._private_jobs set attempts = 2, last_error = 'failed' where key in ('own', 'queue')`,
  )
  await add('test.own', { key: 'own' })
  await work.queue('test.queue', 'queue')
  assert.deepEqual(await read('test.own'), await read('test.queue'))

  // A running job keeps its row, and another one is added.
  await service.query(
    `update graphile_worker._private_jobs set locked_at = '2026-12-01', locked_by = 'a worker' where key in ('own', 'queue')`,
  )
  await add('test.own', { key: 'own' })
  await work.queue('test.queue', 'queue')
  assert.equal((await read('test.own')).length, 3)
  assert.deepEqual(await read('test.own'), await read('test.queue'))
})

test('many jobs get the same rows as one', async () => {
  await service.service.db.system('write', (tx) => enqueueAll(tx, 'test.many', [payload, payload]))
  await addByQueue('test.one')
  const [one] = await read('test.one')
  assert.deepEqual(await read('test.many'), [one, one])
})
