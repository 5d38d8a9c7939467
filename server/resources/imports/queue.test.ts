import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { provideService, type Shop } from '#test/service.ts'
import { startImport } from './commands.ts'
import { looxFile, upload } from './imports.testing.ts'
import jobs from './jobs.ts'
import { most } from './rules.ts'

const service = provideService()

const open = async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', handle: 'mug' }])
  return shop
}

const findImport = async ({ api }: Shop, id: string) => (await api.get(`/imports/${id}`)).body

const work = ({ storeEnvId, organizationId }: Shop, importId: string) => {
  const { db, services } = service.service
  const run = jobs.find(({ id }) => id === 'imports.run')
  assert.ok(run)
  const ctx = { db, services, stopping: new AbortController().signal }
  return perform(run, ctx, { storeEnvId, organizationId, importId })
}

async function ready(): Promise<string[]> {
  const { rows } = await service.service.db.workerPool.query<{ id: string }>(
    `select j.payload->>'importId' as id from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'imports.run' and j.run_at <= now() and j.attempts < j.max_attempts`,
  )
  return [...new Set(rows.map(({ id }) => id))].sort()
}

test('imports of a store run in order and do not delay another store', async () => {
  const [shop, other] = [await open(), await open()]
  const ids: string[] = []
  for (const name of ['one', 'two', 'three'])
    ids.push(
      (
        await upload(
          shop.api,
          looxFile(3, (i) => ({ body: `${name} ${i}` })),
        )
      ).body.id,
    )
  const [first = '', second = '', third = ''] = ids
  const { id: others } = (await upload(other.api, looxFile(3))).body
  assert.deepEqual(await ready(), [first, others].sort())
  // A job that starts too early, for example after a crash, also waits.
  await work(shop, second)
  assert.equal((await findImport(shop, second)).status, 'queued')
  await work(shop, first)
  assert.equal((await findImport(shop, first)).status, 'completed')
  assert.ok((await ready()).includes(second))
  assert.ok(!(await ready()).includes(third))
  await service.runJobs()
  for (const id of ids) assert.equal((await findImport(shop, id)).imported, 3)
  assert.equal((await findImport(other, others)).status, 'completed')
})

test('the next import starts even if the transaction of an earlier upload ends late', async () => {
  const shop = await open()
  const { id: earlier } = (await upload(shop.api, looxFile(3))).body
  await service.runJobs()
  let second = ''
  const first = newId(service.service.clock.nowMs())
  await service.service.db.store(shop, 'write', async (tx) => {
    const file = await tx.first<{ file_key: string; format: string; file_sha256: Buffer }>(sql`
      select file_key, format, file_sha256 from imports where store_env_id = ${tx.storeEnvId} and id = ${earlier}`)
    assert.ok(file)
    service.advance(1000)
    // This import is uploaded later, but stored before the other transaction looks for the next import.
    second = (
      await upload(
        shop.api,
        looxFile(2, (i) => ({ body: `of the second ${i}` })),
      )
    ).body.id
    await startImport(tx, {
      ...{
        id: first,
        format: file.format,
        fileName: null,
        fileKey: file.file_key,
        fileBytes: 1,
        sha256: file.file_sha256,
      },
      ...{ options: { status: 'pending' }, dryRun: false, warnings: [], createdBy: { type: 'operator' } },
    })
  })
  await service.runJobs()
  assert.deepEqual([(await findImport(shop, first)).skipped, (await findImport(shop, second)).imported], [3, 2])
})

test('a running import is completed before an earlier upload is imported', async () => {
  const shop = await open()
  const { id: running } = (await upload(shop.api, looxFile(1))).body
  const { id: other } = (
    await upload(
      shop.api,
      looxFile(1, () => ({ body: 'another' })),
    )
  ).body
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`update imports set status = 'running', created_at = (created_at at time zone 'UTC' + interval '1 second') at time zone 'UTC'
                where store_env_id = ${tx.storeEnvId} and id = ${running}`),
  )
  await work(shop, other)
  assert.equal((await findImport(shop, other)).status, 'queued')
  await work(shop, running)
  assert.equal((await findImport(shop, running)).status, 'completed')
  assert.ok((await ready()).includes(other))
})

test('an import that fails half-way lets the next one start', async () => {
  const shop = await open()
  const { id: broken } = (await upload(shop.api, looxFile(2))).body
  const { id: next } = (await upload(shop.api, looxFile(2))).body
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`update imports set file_key = 'imports/gone' where store_env_id = ${tx.storeEnvId} and id = ${broken}`),
  )
  await service.runJobs()
  assert.equal((await findImport(shop, broken)).status, 'failed')
  assert.equal((await findImport(shop, next)).status, 'completed')
})

test('a long import yields after its slice and resumes where it stopped', async (t) => {
  const shop = await open()
  const { id } = (await upload(shop.api, looxFile(1200))).body
  let clock = performance.now()
  t.mock.method(performance, 'now', () => {
    clock += 30_000
    return clock
  })
  await work(shop, id)
  const { status, processed } = await findImport(shop, id)
  assert.deepEqual({ status, processed }, { status: 'running', processed: 500 })
  t.mock.restoreAll()
  await service.runJobs()
  const done = await findImport(shop, id)
  assert.deepEqual([done.status, done.imported], ['completed', 1200])
})

test('each store has its own limit of unfinished imports', async () => {
  const [shop, other] = [await open(), await open()]
  const files = Array.from({ length: most.unfinished }, (_, i) => looxFile(1, () => ({ body: `file ${i}` })))
  for (const file of files) assert.equal((await upload(shop.api, file)).status, 202)
  const refused = await upload(shop.api, looxFile(1))
  assert.equal(refused.status, 409)
  assert.equal(refused.body.code, 'too_many_imports')
  assert.equal((await upload(other.api, looxFile(1))).status, 202)
  await service.runJobs()
  assert.equal((await upload(shop.api, looxFile(1))).status, 202)
})

test('concurrent uploads cannot exceed the limit', async () => {
  const shop = await open()
  for (let i = 1; i < most.unfinished; i++) await upload(shop.api, looxFile(1))
  const answers = await Promise.all([1, 2, 3].map(() => upload(shop.api, looxFile(1))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409])
})

test("a store's files have a size limit, checked before the upload", async () => {
  const shop = await open()
  const { id } = (await upload(shop.api, looxFile(1))).body
  await service.runJobs()
  const keep = (bytes: number) =>
    service.service.db.store(shop, 'write', (tx) =>
      tx.run(sql`update imports set file_bytes = ${bytes} where store_env_id = ${tx.storeEnvId} and id = ${id}`),
    )
  await keep(most.bytes - 10)
  const refused = await upload(shop.api, looxFile(5))
  assert.equal(refused.status, 413)
  assert.match(refused.body.message, /2048 MB/)
  await keep(most.bytes - 1_000_000)
  assert.equal((await upload(shop.api, looxFile(5))).status, 202)
})

test('imports and their photos run beside other jobs, with lower priority', () => {
  const bulk = jobs.filter((each) => each.bulk === 'imports').map(({ id }) => id)
  assert.deepEqual(bulk, ['imports.run', 'imports.fetch_photos'])
})
