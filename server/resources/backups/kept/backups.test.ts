import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { Decrypter } from 'age-encryption'
import { Client } from 'pg'
import { readRange } from '#platform/pages/send-file.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { readArchive, readArchiveLines } from '../archives.testing.ts'
import { decrypted } from '../restore/decrypt.ts'
import { download, made } from './backups.testing.ts'

let shop: Shop
let other: Shop
const service = provideService({}, async () => {
  shop = await service.shop('Acme')
  other = await service.shop('Other')
  await shop.api.put('/products', [{ platformProductId: 'p1', title: 'Kettle', url: 'https://shop.example.com/p' }])
  const review = {
    platformProductId: 'p1',
    rating: 5,
    body: 'Holds its heat.',
    authorName: 'Jo',
    authorEmail: 'jo@customer.example',
  }
  for (let i = 0; i < 3; i++) await shop.api.post('/reviews', { ...review, authorEmail: `jo${i}@customer.example` })
})

const findFileKey = async (id: string): Promise<string> =>
  (await service.query('select file_key from backups where id = $1', [id])).rows[0]?.file_key
const pathOf = (key: string) => join(service.service.services.config.dataDir, 'files', key)
const remove = async (id: string) => {
  assert.equal((await shop.api.delete(`/backups/${id}`)).status, 204)
  await service.runJobs()
}

test('a backup equals the archive and is verified, and its link needs no credentials', async () => {
  const backup = await made(service, shop.api)
  assert.deepEqual(
    [backup.status, backup.origin, backup.target, backup.encrypted, backup.verification?.status, backup.error],
    ['completed', 'manual', 'service', false, 'ok', null],
  )
  const { status, content, headers } = await download(service, backup.downloadUrl as string)
  assert.equal(status, 200, content.toString('latin1'))
  assert.deepEqual([headers['content-type'], headers['accept-ranges']], ['application/zip', 'bytes'])
  assert.match(String(headers['content-disposition']), /filename="evident-acme-.*\.zip"/)
  assert.equal(content.length, backup.bytes)
  assert.equal(createHash('sha256').update(content).digest('hex'), backup.sha256)
  const archive = await readArchive(content)
  assert.equal(readArchiveLines(archive).length, backup.rows)
  assert.equal(readArchiveLines(archive).filter(({ table }) => table === 'reviews').length, 3)
  assert.ok(Math.abs(Date.parse(backup.expiresAt as string) - Date.parse(backup.createdAt) - 30 * day) < 1000)
  await remove(backup.id)
})

test('a key gets a backup without addresses, and no link to a backup with addresses', async () => {
  const ofKey = await made(service, shop.api)
  assert.equal(ofKey.addresses, false)
  const text = (await download(service, ofKey.downloadUrl as string)).content
  assert.ok(!JSON.stringify(readArchiveLines(await readArchive(text))).includes('@customer.example'))
  const owner = await shop.signedIn()
  const ofOwner = await made(service, owner)
  assert.equal(ofOwner.addresses, true)
  const full = await readArchive((await download(service, ofOwner.downloadUrl as string)).content)
  assert.ok(JSON.stringify(readArchiveLines(full)).includes('@customer.example'))
  const seenByKey = (await shop.api.get(`/backups/${ofOwner.id}`)).body
  assert.deepEqual([seenByKey.status, seenByKey.downloadUrl], ['completed', null])
  const listed = (await shop.api.get('/backups')).body.data as { id: string; downloadUrl: string | null }[]
  assert.equal(listed.find(({ id }) => id === ofOwner.id)?.downloadUrl, null)
  await remove(ofKey.id)
  await remove(ofOwner.id)
})

test('with a passphrase the backup is an age file, and the passphrase is deleted afterwards', async () => {
  const passphrase = 'ein Käse im Mondschein'
  const backup = await made(service, shop.api, { passphrase })
  assert.deepEqual([backup.status, backup.encrypted, backup.verification?.status], ['completed', true, 'ok'])
  const { content, headers } = await download(service, backup.downloadUrl as string)
  assert.equal(headers['content-type'], 'application/age')
  assert.match(String(headers['content-disposition']), /\.zip\.age"/)
  assert.equal(content.subarray(0, 21).toString(), 'age-encryption.org/v1')
  const opened = await buffer(Readable.from(decrypted(Readable.from([content]), passphrase)))
  assert.equal(readArchiveLines(await readArchive(opened)).length, backup.rows)
  await assert.rejects(buffer(Readable.from(decrypted(Readable.from([content]), 'another one'))), /passphrase/)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  assert.deepEqual(Buffer.from(await decrypter.decrypt(new Uint8Array(content))), opened)
  const { rows } = await service.query('select passphrase from backups where id = $1', [backup.id])
  assert.equal(rows[0].passphrase, null)
  for (const [given, expected] of [
    [undefined, 'ok'],
    [passphrase, 'ok'],
    ['a wrong passphrase', 'failed'],
  ] as const) {
    const asked = await shop.api.post(`/backups/${backup.id}/verify`, given && { passphrase: given })
    assert.deepEqual([asked.status, asked.body.status, asked.body.verification], [202, 'running', null])
    await service.runJobs()
    const { status, verification } = (await shop.api.get(`/backups/${backup.id}`)).body
    assert.deepEqual([status, verification.status], ['completed', expected], verification.problem)
  }
  await shop.api.post(`/backups/${backup.id}/verify`, { passphrase: 'a wrong passphrase' })
  await shop.api.post(`/backups/${backup.id}/verify`)
  await service.runJobs()
  const repeated = (await shop.api.get(`/backups/${backup.id}`)).body
  assert.equal(repeated.verification.status, 'failed', 'the passphrase of the first request is used')
  await remove(backup.id)
})

test('a changed byte, a truncated file and a missing file are detected', async () => {
  const backup = await made(service, shop.api)
  const path = pathOf(await findFileKey(backup.id))
  const whole = (await download(service, backup.downloadUrl as string)).content
  const verify = async () => {
    await shop.api.post(`/backups/${backup.id}/verify`)
    await service.runJobs()
    return (await shop.api.get(`/backups/${backup.id}`)).body.verification
  }
  assert.equal((await verify()).status, 'ok')
  for (const at of [0, 30, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] as number) ^ 1
    writeFileSync(path, changed)
    const { status, problem } = await verify()
    assert.deepEqual([status, typeof problem], ['failed', 'string'], `byte ${at}`)
  }
  writeFileSync(path, whole.subarray(0, -1))
  assert.match((await verify()).problem, /Size mismatch/)
  writeFileSync(path, Buffer.concat([whole, Buffer.from('x')]))
  assert.match((await verify()).problem, /Size mismatch/)
  rmSync(path)
  assert.match((await verify()).problem, /missing/)
  assert.equal((await download(service, backup.downloadUrl as string)).status, 404)
  await remove(backup.id)
})

test('a link expires after 15 minutes or with its backup, and opens only that file', async () => {
  const backup = await made(service, shop.api)
  const url = backup.downloadUrl as string
  const token = new URL(url).pathname.slice('/backups/'.length)
  for (let i = 0; i < token.length; i += 7) {
    if (token[i] === '/') continue
    const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
    assert.equal((await download(service, url.replace(token, changed))).status, 404, `character ${i}`)
  }
  service.advance(14 * 60_000)
  assert.equal((await download(service, url)).status, 200)
  service.advance(61_000)
  assert.equal((await download(service, url)).status, 404)
  const again = (await shop.api.get(`/backups/${backup.id}`)).body.downloadUrl
  const key = await findFileKey(backup.id)
  await remove(backup.id)
  assert.equal((await download(service, again)).status, 404)
  assert.equal(await service.service.services.storage.exists(key), false)
})

test('a part of the file can be requested, so that an interrupted download can resume', async () => {
  const backup = await made(service, shop.api)
  const url = backup.downloadUrl as string
  const whole = (await download(service, url)).content
  const size = whole.length
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=5-${size + 100}`, 5, size - 1],
  ] as const) {
    const part = await download(service, url, { range })
    assert.deepEqual([part.status, part.headers['content-range']], [206, `bytes ${from}-${to}/${size}`], range)
    assert.ok(part.content.equals(whole.subarray(from, to + 1)), range)
  }
  assert.equal((await download(service, url, { range: `bytes=${size}-` })).status, 416)
  assert.equal((await download(service, url, { range: 'bytes=0-1,3-4' })).status, 200)
  assert.equal((await download(service, url, { range: 'bytes=0-1', 'if-range': '"other"' })).status, 200)
  const head = await service.app.inject({ method: 'HEAD', url: new URL(url).pathname })
  assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, String(size), ''])
  await remove(backup.id)
})

test('ranges follow RFC 9110, and a malformed range returns the whole file', () => {
  assert.deepEqual(readRange('bytes=5-3', 10), undefined)
  assert.deepEqual(readRange('items=0-1', 10), undefined)
  assert.deepEqual(readRange('bytes=-', 10), undefined)
  assert.deepEqual(readRange('bytes=-0', 10), 'none')
  assert.deepEqual(readRange('bytes=-99', 10), { start: 0, end: 9 })
})

test('one of several parallel backups starts, and the others are refused', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.api.post('/backups')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409, 409])
  for (const { status, body } of answers) if (status === 409) assert.equal(body.code, 'backup_running')
  assert.equal((await other.api.post('/backups')).status, 202, 'another store is not concerned')
  const { id } = answers.find(({ status }) => status === 202)?.body ?? {}
  assert.equal((await shop.api.post(`/backups/${id}/verify`)).body.code, 'backup_not_completed')
  await remove(id)
  assert.equal((await shop.api.get(`/backups/${id}`)).status, 404)
  await remove((await made(service, shop.api)).id)
})

test('another store sees no backup, roles are required, and invalid bodies are refused', async () => {
  const backup = await made(service, shop.api)
  assert.equal((await other.api.get(`/backups/${backup.id}`)).status, 404)
  assert.equal((await other.api.delete(`/backups/${backup.id}`)).status, 404)
  assert.equal((await other.api.post(`/backups/${backup.id}/verify`)).status, 404)
  assert.ok(!(await other.api.get('/backups')).text.includes(backup.id))
  const viewer = await shop.as('VIEWER')
  const member = await shop.as('MEMBER')
  for (const each of [viewer, member]) {
    const { status, body } = await each.get(`/backups/${backup.id}`)
    assert.deepEqual([status, body.status, body.downloadUrl], [200, 'completed', null])
  }
  assert.ok((await shop.api.get(`/backups/${backup.id}`)).body.downloadUrl)
  for (const [method, path] of [
    ['POST', '/backups'],
    ['DELETE', `/backups/${backup.id}`],
    ['POST', `/backups/${backup.id}/verify`],
  ] as const)
    assert.equal((await member.call(method, path)).body.code, 'role_insufficient', `${method} ${path}`)
  for (const passphrase of ['', 'short', 'x'.repeat(1025), 'line\nbreak is refused', 12345678])
    assert.equal((await shop.api.post('/backups', { passphrase })).status, 400, JSON.stringify(passphrase))
  await remove(backup.id)
})

test('a manual backup is deleted after 30 days; a backup whose job was lost resumes', async () => {
  const backup = await made(service, shop.api)
  const key = await findFileKey(backup.id)
  service.advance(29 * day)
  await service.service.services.storage.exists(key)
  const job = async () => {
    await service.query(`select graphile_worker.add_job('backups.sweep')`)
    await service.runJobs()
  }
  await job()
  assert.equal((await shop.api.get(`/backups/${backup.id}`)).status, 200)
  service.advance(day + 60_000)
  assert.equal((await shop.api.get(`/backups/${backup.id}`)).body.downloadUrl, null)
  await job()
  assert.equal((await shop.api.get(`/backups/${backup.id}`)).status, 404)
  assert.equal(await service.service.services.storage.exists(key), false)
  const lost = (await shop.api.post('/backups')).body.id
  await service.query(`delete from graphile_worker._private_jobs`)
  service.advance(2 * 3_600_000)
  await job()
  assert.equal((await shop.api.get(`/backups/${lost}`)).body.status, 'completed')
  await remove(lost)
})

test("lower plans have no access to backups; a lapsed store has its last plan's rights", async () => {
  const paying = await startService({ env: { BILLING: 'manual' } })
  let client: Client | undefined
  try {
    const small = await paying.shop('Small')
    client = new Client(paying.databaseUrl)
    await client.connect()
    const set = (plan: string, status: string, ends: string) =>
      client?.query(
        `update subscriptions set plan = $1, status = $2, trial_ends_at = null, current_period_ends_at = now() + $3::interval where store_env_id = $4`,
        [plan, status, ends, small.storeEnvId],
      )
    const answers = async () =>
      Promise.all(
        [
          ['GET', '/backups'],
          ['GET', `/backups/${backup.id}`],
          ['GET', '/backups/schedule'],
          ['GET', '/backups/target'],
          ['POST', `/backups/${backup.id}/verify`],
          ['POST', '/backups'],
        ].map(async ([method, path]) => (await small.api.call(method as string, path as string)).status),
      )
    await set('scale', 'active', '20 days')
    const backup = await made(paying, small.api)
    await set('growth', 'active', '20 days')
    assert.deepEqual(await answers(), [403, 403, 403, 403, 403, 403])
    assert.equal((await small.api.get('/backups')).body.requiredPlan, 'scale')
    assert.equal((await small.api.get('/backups/archive')).status, 200, 'the archive needs no plan')
    await set('scale', 'cancelled', '-20 days')
    assert.deepEqual(await answers(), [200, 200, 200, 200, 202, 202])
  } finally {
    await client?.end()
    await paying.close()
  }
})
