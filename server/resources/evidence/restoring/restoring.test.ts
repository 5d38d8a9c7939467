import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { asKey, asOwner, fetchArchive } from '#resources/backups/archives.testing.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { closeDay } from '../heads/commands.ts'
import { ensureKey } from '../heads/key-commands.ts'
import { verifyFile } from '../verify/verify.mjs'

let service: TestService
let shop: Shop
let folder: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-'))
  service = await startService()
  shop = await service.shop()
  const mug = await addProduct(shop)
  for (const [i, status] of ['approved', 'rejected', 'spam'].entries()) {
    const { id } = await post(shop.api, mug, { authorEmail: `r${i}@customer.example`, body: `Body ${i} ✓` })
    assert.equal((await shop.api.put(`/reviews/${id}`, { status })).status, 200)
  }
  const { id } = await post(shop.api, mug, { authorEmail: 'gone@customer.example' })
  assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
  await sign()
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

async function sign(of = shop) {
  const { db, services } = service.service
  await ensureKey(db, services.secrets)
  const stopping = new AbortController().signal
  await closeDay({ db, secrets: services.secrets, now: services.clock.now(), stopping }, of)
}

const saveArchive = (content: Buffer) => {
  const path = join(folder, 'store.zip')
  writeFileSync(path, content)
  return path
}

test('an archive contains the ledger, and passes verification', async () => {
  const archive = await fetchArchive(service, asKey(shop))
  const { data } = JSON.parse((await service.app.inject('/evidence/keys')).payload)
  const report = await verifyFile(saveArchive(archive.content), { keys: [data[0].publicKey] })
  assert.deepEqual(report, {
    ok: true,
    problems: [],
    kind: 'archive',
    store: shop.storeEnvId,
    entries: 13,
    heads: 1,
    reviews: 3,
  })
  const other = await verifyFile(saveArchive(archive.content), { keys: [Buffer.alloc(32, 7).toString('base64')] })
  assert.deepEqual([other.ok, other.problems.length], [false, 1])
})

test("a restored store's ledger begins with the old ledger's root, then the reviews", async () => {
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const head = (await shop.api.get('/evidence/heads')).body.data[0]
  const to = await service.shop('Anew')
  const sent = await service.app.inject({
    method: 'POST',
    url: '/api/v1/imports/archive',
    headers: { ...asKey(to), 'content-type': 'application/zip' },
    payload: archive.content,
  })
  assert.equal(sent.statusCode, 202, sent.payload)
  await service.runJobs()
  const entries = (await to.api.get('/evidence/entries?limit=100')).body.data.reverse()
  assert.deepEqual(
    [entries[0].type, entries[0].data, entries[0].review],
    ['restored', { store: shop.storeEnvId, size: 13, root: head.rootHash }, null],
  )
  assert.deepEqual(
    entries.slice(1).map(({ type, by }: never) => [type, (by as { via: string }).via]),
    [1, 2, 3].flatMap(() => [
      ['submitted', 'system'],
      ['verified', 'system'],
      ['moderated', 'system'],
    ]),
  )
  await sign(to)
  const again = await fetchArchive(service, asKey(to))
  assert.equal((await verifyFile(saveArchive(again.content))).ok, true)
})

test("a deleted organization's last head, which covers all entries, remains available", async () => {
  const leaving = await service.shop('Leaving')
  await post(leaving.api, await addProduct(leaving))
  const owner = await leaving.signedIn()
  const { name } = (await owner.get('/orgs/current')).body
  assert.equal((await owner.post('/orgs/deletion', { confirm: name, password: leaving.password })).status, 202)
  const page = (path: string) => service.app.inject(`/evidence/${leaving.storeEnvId}${path}`)
  assert.equal((await page('/heads')).statusCode, 200)
  service.advance(31 * day)
  const removal = jobs.find(({ id }) => id === 'orgs.remove_closed')
  assert.ok(removal)
  const { db, services } = service.service
  const context = { db, services, stopping: new AbortController().signal }
  await perform(removal, context, {})
  const checkpoint = await page('/checkpoint')
  assert.equal(checkpoint.statusCode, 410)
  assert.match(checkpoint.payload, new RegExp(`^evident/${leaving.storeEnvId}\n2\n`))
  for (const path of ['', '/heads', '/consistency?from=1&to=2', `/reviews/${leaving.storeEnvId}`]) {
    const gone = await page(path)
    assert.deepEqual(
      [gone.statusCode, gone.json().code, gone.json().checkpoint],
      [410, 'store_deleted', checkpoint.payload],
    )
  }
  await perform(removal, context, {})
  assert.equal((await page('/checkpoint')).payload, checkpoint.payload)
})
