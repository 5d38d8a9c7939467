import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { newPhotoKey, readPhotoKey } from '#platform/files/images/keys.ts'
import { newId } from '#platform/values/ids.ts'
import { type BrokenServer, type Sink, startBroken, startSink } from '#resources/email/sending/sink.testing.ts'
import { looxFile, upload } from '#resources/imports/imports.testing.ts'
import { startReceiver, type TestReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { photo } from '#test/pictures.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

const withinMs = 60_000
const tasks = [
  'account.mail_password_reset',
  'evidence.write_pack',
  'imports.run',
  'outbound_webhooks.replay',
  'reviews.make_variants',
]
/** These jobs may stay queued: the retry waits until the killed job's lease expires, and then has nothing to do. */
const resumable = ['evidence.write_pack', 'imports.run']

let service: TestService
let shop: Shop
let receiver: TestReceiver
let silent: BrokenServer
let sink: Sink
before(async () => {
  service = await startService()
  shop = await service.shop()
  receiver = await startReceiver()
  silent = await startBroken('silence')
  sink = await startSink()
})
after(async () => {
  await sink.close()
  await silent.close()
  await receiver.close()
  await service.close()
})

const workers = new Set<ChildProcess>()
afterEach(async () => {
  await service.query('rollback')
  for (const worker of workers) await kill(worker)
})

test("a new worker finishes a killed worker's jobs within a minute of its start", { timeout: 240_000 }, () =>
  ends(async (killFirst) => {
    await killFirst()
    await startWorker(sink.url)
  }),
)

test("a running worker finishes a killed worker's jobs within a minute", { timeout: 240_000 }, () =>
  ends(async (killFirst) => {
    await startWorker(sink.url)
    await killFirst()
  }),
)

async function ends(replace: (killFirst: () => Promise<void>) => Promise<void>): Promise<void> {
  const { endpointId, packId, importId, photoId } = await ask()
  const mailsBefore = sink.received.length
  const eventsBefore = receiver.received.length
  // The worker waits for the lock on these tables, and its mail server never responds.
  await service.query(`begin;
    lock table webhook_deliveries, evidence_salts, import_rows, review_photos in access exclusive mode`)
  const first = await startWorker(silent.url)
  await until(async () => (await lockedTasks()).length === tasks.length, 'the worker runs every job', 60_000)
  assert.deepEqual(await lockedTasks(), tasks)
  let killedAt = 0
  await replace(async () => {
    await kill(first)
    await service.query('rollback')
    killedAt = performance.now()
  })
  const startedAt = Math.max(killedAt, performance.now())
  const isPackDone = async () => (await shop.api.get(`/evidence/packs/${packId}`)).body.status === 'completed'
  const isImported = async () => (await shop.api.get(`/imports/${importId}`)).body.status === 'completed'
  const isDone = async () => (await leftTasks()).length === 0 && (await isPackDone()) && (await isImported())
  await until(isDone, 'everything is done', withinMs)
  assert.ok(performance.now() - startedAt < withinMs)
  const { rows } = await service.query('select variants from review_photos where id = $1', [photoId])
  assert.notEqual(rows[0]?.variants?.length ?? 0, 0)
  assert.equal(sink.received.length - mailsBefore, 1)
  await until(() => receiver.received.length > eventsBefore, 'the replayed event arrives', 30_000)
  const { data } = (await shop.api.get(`/outbound-webhooks/${endpointId}/deliveries`)).body
  assert.equal(data.filter((each: { cause: string }) => each.cause === 'replay').length, 1)
}

type Asked = { endpointId: string; packId: string; importId: string; photoId: string }

async function ask(): Promise<Asked> {
  const mug = await addProduct(shop)
  const webhook = await shop.api.post('/outbound-webhooks', { url: receiver.url, events: ['review.created'] })
  assert.equal(webhook.status, 201, webhook.text)
  const since = new Date().toISOString()
  const review = await post(shop.api, mug, { authorEmail: `${newId()}@customer.example` })
  await service.runJobs()
  const photoId = await addPhoto(review.id)
  const file = await upload(
    shop.api,
    looxFile(3, (i) => ({ body: `${photoId} ${i}` })),
  )
  assert.equal(file.status, 202, file.text)
  const replay = await shop.api.post(`/outbound-webhooks/${webhook.body.id}/replay`, { since })
  assert.equal(replay.status, 202, replay.text)
  const pack = await shop.api.post('/evidence/packs', {})
  assert.equal(pack.status, 202, pack.text)
  const reset = await service.anonymous.post('/auth/request-password-reset', { email: shop.ownerEmail })
  assert.equal(reset.status, 202, reset.text)
  return { endpointId: webhook.body.id, packId: pack.body.id, importId: file.body.id, photoId }
}

async function addPhoto(reviewId: string): Promise<string> {
  const { db, services } = service.service
  const storageKey = newPhotoKey(shop.storeEnvId, new Date())
  await services.storage.put(storageKey, await photo(900, 600).webp().toBuffer())
  await db.store(shop, 'write', (tx) => addPhotos(tx, reviewId, [{ storageKey, width: 900, height: 600 }]))
  return readPhotoKey(storageKey)?.photoId ?? ''
}

const tasksThat = async (condition: string): Promise<string[]> => {
  const { rows } = await service.query(
    `select distinct task_identifier as task from graphile_worker.jobs where task_identifier = any ($1) and ${condition} order by 1`,
    [tasks],
  )
  return rows.map(({ task }) => task)
}
const lockedTasks = () => tasksThat('locked_at is not null')
const leftTasks = async () => (await tasksThat('true')).filter((task) => !resumable.includes(task))

async function startWorker(smtpUrl: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'worker'], {
    env: {
      ...process.env,
      SECRET_KEY: process.env.TEST_SECRET_KEY,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.service.services.config.dataDir,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      SMTP_URL: smtpUrl,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  workers.add(worker)
  let said = ''
  worker.stderr?.on('data', (chunk) => {
    said += chunk
  })
  await until(() => said.includes('working on jobs') || worker.exitCode !== null, 'the worker works', 60_000)
  assert.equal(worker.exitCode, null, said)
  return worker
}

async function kill(worker: ChildProcess): Promise<void> {
  workers.delete(worker)
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exited
}
