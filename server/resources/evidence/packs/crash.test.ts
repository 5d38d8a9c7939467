import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { atCompletion, type Killing, startKilling, waitingFor } from '#resources/connectors/shops/killed.testing.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { verifyFile } from '../verify/verify.mjs'

let service: TestService
let killing: Killing
let shop: Shop
before(async () => {
  service = await startService()
  killing = startKilling(service, { job: 'evidence.write_pack', roundMs: 60_000, env: {} })
  shop = await service.shop('Acme')
  const mug = await addProduct(shop)
  for (let i = 0; i < 5; i++) await post(shop.api, mug, { authorEmail: `c${i}@customer.example` })
  await service.runJobs()
})
after(async () => {
  await killing.close()
  await service.close()
})

const find = async (id: string) => (await shop.api.get(`/evidence/packs/${id}`)).body
const countHeads = async (): Promise<number> =>
  (await service.query('select from evidence_heads where store_env_id = $1', [shop.storeEnvId])).rowCount ?? 0
function listFiles(): string[] {
  const folder = join(service.service.services.config.dataDir, 'files', 'packs', shop.storeEnvId)
  return existsSync(folder) ? readdirSync(folder) : []
}

test('a pack whose process is killed at any point is completed by the next process', {
  timeout: 400_000,
}, async () => {
  const asked = await shop.api.post('/evidence/packs', {})
  assert.equal(asked.status, 202, asked.text)
  const { id } = asked.body
  for (const [what, moment] of [
    ['it reads the heads', waitingFor(service.databaseUrl, 'lock table evidence_heads in access exclusive mode')],
    ['it reads the reviews', waitingFor(service.databaseUrl, 'lock table evidence_salts in access exclusive mode')],
    ['it writes down that it is made', atCompletion(service.databaseUrl, 'evidence_packs')],
  ] as const) {
    await killing.killAt(what, moment)
    const { status, downloadUrl } = await find(id)
    assert.ok(['queued', 'running'].includes(status) && downloadUrl === null, `${what}: ${status}`)
    assert.equal(await countHeads(), 0, `${what}: a head without a pack`)
  }
  assert.ok(listFiles().length >= 1, 'the last of them had written its file')
  await killing.workUntil('the pack', async () => (await find(id)).status === 'completed')
  const pack = await find(id)
  assert.equal(await countHeads(), 1)
  const { rawPayload } = await service.app.inject(new URL(pack.downloadUrl).pathname)
  assert.deepEqual(
    [rawPayload.length, createHash('sha256').update(rawPayload).digest('hex')],
    [pack.bytes, pack.sha256],
  )
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  try {
    const file = join(folder, 'pack.zip')
    writeFileSync(file, rawPayload)
    const { data } = JSON.parse((await service.app.inject('/evidence/keys')).payload)
    const { ok, problems, reviews } = await verifyFile(file, { keys: [data[0].publicKey] })
    assert.deepEqual([ok, problems, reviews], [true, [], 5])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
