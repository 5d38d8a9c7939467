import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { atCompletion, type Killing, startKilling, waitingFor } from '#resources/connectors/shops/killed.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { readArchive, readArchiveLines } from '../archives.testing.ts'
import { download } from './backups.testing.ts'

const reviews = 300

let service: TestService
let killing: Killing
let shop: Shop
before(async () => {
  service = await startService()
  killing = startKilling(service, { job: 'backups.write', roundMs: 60_000, env: {} })
  shop = await service.shop('Acme')
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  const file = Array.from({ length: reviews }, (_, i) =>
    JSON.stringify({
      product_id: 'mug',
      rating: 1 + (i % 5),
      body: `Number ${i}.`,
      name: 'Jo',
      email: `jo${i}@x.example`,
      review_date: '2026-01-02',
    }),
  )
  const sent = await shop.api.post('/imports/reviews', file.join('\n'), { 'content-type': 'application/x-ndjson' })
  assert.equal(sent.status, 202, sent.text)
  await service.runJobs()
})
after(async () => {
  await killing.close()
  await service.close()
})

const find = async (id: string) => (await shop.api.get(`/backups/${id}`)).body
function listFiles(): string[] {
  const folder = join(service.service.services.config.dataDir, 'files', 'backups', shop.storeEnvId)
  return existsSync(folder) ? readdirSync(folder) : []
}

test('a backup whose process is killed at any point is completed by the next process', {
  timeout: 400_000,
}, async () => {
  const asked = await shop.api.post('/backups', {})
  assert.equal(asked.status, 202, asked.text)
  const { id } = asked.body
  for (const [what, moment] of [
    ['it reads the first table', waitingFor(service.databaseUrl, 'lock table products in access exclusive mode')],
    ['it reads the reviews', waitingFor(service.databaseUrl, 'lock table reviews in access exclusive mode')],
    ['it writes down that it is made', atCompletion(service.databaseUrl, 'backups')],
  ] as const) {
    await killing.killAt(what, moment)
    const { status, downloadUrl } = await find(id)
    assert.ok(['queued', 'running'].includes(status) && downloadUrl === null, `${what}: ${status}`)
  }
  assert.ok(listFiles().length >= 1, 'the last of them had written its file')
  await killing.workUntil('the backup', async () => (await find(id)).status === 'completed')
  const backup = await find(id)
  assert.deepEqual([backup.verification.status, backup.error], ['ok', null])
  const { content } = await download(service, backup.downloadUrl)
  assert.deepEqual([content.length, createHash('sha256').update(content).digest('hex')], [backup.bytes, backup.sha256])
  const lines = readArchiveLines(await readArchive(content))
  assert.equal(lines.length, backup.rows)
  assert.equal(lines.filter(({ table }) => table === 'reviews').length, reviews)
  assert.equal((await shop.api.delete(`/backups/${id}`)).status, 204)
  await service.runJobs()
  assert.deepEqual(listFiles(), [])
})
