import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, beforeEach, test } from 'node:test'
import { type S3Server, startS3 } from '#test/fakes/s3-server.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { readArchive, readArchiveLines } from '../archives.testing.ts'
import { download, made } from '../kept/backups.testing.ts'
import type { Backup } from '../kept/schema.ts'
import { decrypted } from '../restore/decrypt.ts'

let shop: Shop
let s3: S3Server
const service = provideService({ now: new Date('2026-11-20T12:00:00Z') }, async () => {
  s3 = await startS3('backups-bucket')
})
beforeEach(async () => {
  await service.query('update backup_schedules set enabled = false')
  shop = await service.shop()
  const review = {
    platformProductId: 'p1',
    rating: 5,
    body: 'Holds its heat.',
    authorName: 'Jo',
    authorEmail: 'jo@customer.example',
  }
  await shop.api.put('/products', [{ platformProductId: 'p1', title: 'Kettle', url: 'https://shop.example.com/p' }])
  await shop.api.post('/reviews', review)
})
after(() => s3?.close())

const daily = { enabled: true, frequency: 'daily', hour: 3, keep: 3, target: 'service' } as const
const scheduled = async (): Promise<Backup[]> => (await shop.api.get('/backups?limit=100')).body.data
async function pass(days: number) {
  for (let i = 0; i < days; i++) {
    service.advance(day)
    await service.tick()
  }
}
const place = () => ({
  endpoint: `http://127.0.0.1:${s3.port}`,
  region: 'eu-test-1',
  bucket: 'backups-bucket',
  prefix: 'shop/one',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalr/XUtn+FEMI',
})

test('a schedule is off until set, shows its next run, and hides its passphrase', async () => {
  const { body } = await shop.api.get('/backups/schedule')
  assert.deepEqual(
    [body.enabled, body.frequency, body.hour, body.keep, body.target, body.encrypted, body.nextAt],
    [false, 'daily', 3, 7, 'service', false, null],
  )
  await pass(2)
  assert.deepEqual(await scheduled(), [])
  const set = await shop.api.put('/backups/schedule', { ...daily, passphrase: 'a sentence of some length' })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual([set.body.enabled, set.body.encrypted], [true, true])
  assert.ok(Date.parse(set.body.nextAt) > service.service.clock.nowMs())
  assert.ok(!set.text.includes('sentence'))
  assert.ok(!(await shop.api.get('/backups/schedule')).text.includes('sentence'))
  const { rows } = await service.query(
    `select encode(passphrase, 'escape') as text from backup_schedules where store_env_id = $1`,
    [shop.storeEnvId],
  )
  assert.ok(!rows[0].text.includes('sentence'))
  assert.equal((await shop.api.put('/backups/schedule', daily)).body.encrypted, true, 'left out it stays')
  assert.equal((await shop.api.put('/backups/schedule', { ...daily, passphrase: null })).body.encrypted, false)
  for (const wrong of [
    { hour: 24 },
    { hour: -1 },
    { keep: 0 },
    { keep: 91 },
    { frequency: 'hourly' },
    { target: 'ftp' },
  ])
    assert.equal((await shop.api.put('/backups/schedule', { ...daily, ...wrong })).status, 400, JSON.stringify(wrong))
})

test('one backup is made per day, the newest stay, and manual backups are untouched', async () => {
  const manual = await made(service, shop.api)
  await shop.api.put('/backups/schedule', daily)
  await pass(6)
  const all = await scheduled()
  const own = all.filter(({ origin }) => origin === 'scheduled')
  assert.deepEqual(
    own.map(({ status }) => status),
    ['completed', 'completed', 'completed'],
  )
  assert.ok(own.every(({ expiresAt, addresses }) => expiresAt === null && !addresses))
  const days = own.map(({ createdAt }) => createdAt.slice(0, 10))
  assert.equal(new Set(days).size, 3)
  assert.ok(all.some(({ id }) => id === manual.id))
  const { rows } = await service.query('select count(*)::int as n from backups where store_env_id = $1', [
    shop.storeEnvId,
  ])
  assert.equal(rows[0].n, 4)
  await shop.api.put('/backups/schedule', { ...daily, enabled: false })
  await pass(2)
  assert.equal((await scheduled()).length, 4)
})

test("the operator's job makes each due backup once", async () => {
  await shop.api.put('/backups/schedule', daily)
  service.advance(day)
  for (let i = 0; i < 3; i++) {
    await service.query(`select graphile_worker.add_job('backups.sweep')`)
    await service.runJobs()
  }
  assert.equal((await scheduled()).length, 1)
})

test('a bucket is tested first, its secret is hidden, and private addresses are refused', async () => {
  const set = await shop.api.put('/backups/target', place())
  assert.equal(set.status, 200, set.text)
  assert.deepEqual([set.body.configured, set.body.prefix, set.body.secretAccessKeySet], [true, 'shop/one/', true])
  assert.ok(!set.text.includes('FEMI'))
  assert.ok(!(await shop.api.get('/backups/target')).text.includes('FEMI'))
  const probed = s3.calls.slice(-3).map((call) => call.split(' ')[0])
  assert.deepEqual(probed, ['PUT', 'GET', 'DELETE'])
  assert.equal(s3.objects.size, 0, 'nothing of the probe is left')
  const { secretAccessKey: _, ...without } = place()
  assert.equal((await shop.api.put('/backups/target', without)).status, 200, 'the secret stays')
  assert.equal((await shop.api.put('/backups/target', { ...without, bucket: 'another-bucket' })).status, 400)
  const wrong = await shop.api.put('/backups/target', { ...place(), secretAccessKey: 'wrong' })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'backup_target_failed'])
  const missing = await shop.api.put('/backups/target', { ...place(), bucket: 'no-such-bucket' })
  assert.equal(missing.body.code, 'backup_target_failed')
  const calls = s3.calls.length
  for (const endpoint of [
    'http://169.254.169.254',
    'http://10.0.0.1',
    'ftp://s3.example.com',
    'https://user:pw@s3.example.com',
    `${place().endpoint}/path`,
    'http://[::ffff:169.254.169.254]',
  ])
    assert.equal((await shop.api.put('/backups/target', { ...place(), endpoint })).status, 400, endpoint)
  assert.equal(s3.calls.length, calls, 'nothing was asked')
  assert.equal((await shop.api.get('/backups/target')).body.bucket, 'backups-bucket', 'what was there stays')
})

test('a bucket at a private address is refused, by address and by name', async () => {
  const strict = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'false' } })
  try {
    const { api } = await strict.shop()
    const calls = s3.calls.length
    for (const endpoint of [place().endpoint, `https://127.0.0.1:${s3.port}`, `https://localhost:${s3.port}`]) {
      const { status, body } = await api.put('/backups/target', { ...place(), endpoint })
      assert.equal(status, 400, endpoint)
      assert.ok(['validation_failed', 'backup_target_failed'].includes(body.code))
    }
    assert.equal(s3.calls.length, calls)
  } finally {
    await strict.close()
  }
})

test('a scheduled backup goes to the bucket encrypted, and can be read from there', async () => {
  assert.equal((await shop.api.put('/backups/schedule', { ...daily, target: 's3' })).body.code, 'backup_target_missing')
  const owner = await shop.signedIn()
  await owner.put('/backups/target', place())
  const passphrase = 'a sentence of some length'
  await owner.put('/backups/schedule', { ...daily, target: 's3', passphrase })
  assert.equal((await shop.api.delete('/backups/target')).status, 409)
  await pass(1)
  const [backup] = (await owner.get('/backups')).body.data as Backup[]
  assert.deepEqual(
    [backup?.status, backup?.target, backup?.encrypted, backup?.addresses, backup?.error],
    ['completed', 's3', true, true, null],
  )
  const [key] = [...s3.objects.keys()]
  assert.match(key as string, new RegExp(`^shop/one/backups/${shop.storeEnvId}/`))
  const { content } = await download(service, backup?.downloadUrl as string)
  const part = await download(service, backup?.downloadUrl as string, { range: 'bytes=10-29' })
  assert.ok(part.status === 206 && part.content.equals(content.subarray(10, 30)))
  const opened = await buffer(Readable.from(decrypted(Readable.from([content]), passphrase)))
  assert.ok(JSON.stringify(readArchiveLines(await readArchive(opened))).includes('jo@customer.example'))
  const stored = s3.objects.get(key as string) as { body: Buffer }
  stored.body = Buffer.from(stored.body.map((byte, i) => (i === 200 ? byte ^ 1 : byte)))
  await shop.api.post(`/backups/${backup?.id}/verify`)
  await service.runJobs()
  assert.equal((await shop.api.get(`/backups/${backup?.id}`)).body.verification.status, 'failed')
  await pass(4)
  assert.equal(s3.objects.size, 3, 'the bucket keeps as many, and the damaged one is gone')
  s3.objects.clear()
})

test('a schedule whose target was changed by a key makes backups without addresses', async () => {
  const owner = await shop.signedIn()
  await owner.put('/backups/target', place())
  await owner.put('/backups/schedule', { ...daily, target: 's3' })
  await shop.api.put('/backups/target', place())
  await pass(1)
  assert.equal((await scheduled())[0]?.addresses, false)
  s3.objects.clear()
})

test('after failures, earlier backups remain, and owners are notified once until a success', async () => {
  const countMails = async () =>
    (await shop.signedIn().then((owner) => owner.get('/email/mailbox?limit=100'))).text.split('The scheduled backup of')
      .length - 1
  await shop.api.put('/backups/target', place())
  await shop.api.put('/backups/schedule', { ...daily, keep: 1, target: 's3' })
  await pass(1)
  const [good] = await scheduled()
  assert.equal(good?.status, 'completed')
  const fail = async () => {
    s3.fail({ status: 403, code: 'AccessDenied' }, { method: 'PUT', times: 4 })
    service.advance(day)
    await service.tick()
    for (let i = 0; i < 5; i++) {
      await service.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
      await service.runJobs()
    }
  }
  await fail()
  const [failed, still] = await scheduled()
  assert.deepEqual([failed?.status, failed?.error?.code, failed?.downloadUrl], ['failed', 'backup_target_failed', null])
  assert.match(failed?.error?.message ?? '', /lacks the permission to write/)
  assert.deepEqual([still?.id, still?.status], [good?.id, 'completed'])
  assert.equal(s3.objects.size, 1)
  assert.ok((await shop.api.get('/backups/schedule')).body.failingSince)
  const sent = await countMails()
  assert.ok(sent > 0)
  await fail()
  assert.equal(await countMails(), sent, 'no second letter')
  await pass(1)
  assert.equal((await scheduled())[0]?.status, 'completed')
  assert.equal((await shop.api.get('/backups/schedule')).body.failingSince, null)
  await fail()
  assert.equal(await countMails(), sent * 2)
  s3.objects.clear()
})
