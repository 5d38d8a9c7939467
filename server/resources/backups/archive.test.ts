import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { verifyFile } from '#resources/evidence/verify/verify.mjs'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'
import { photo } from '#test/pictures.ts'
import type { Shop, TestService } from '#test/service.ts'
import { areas } from '../../entry/areas.ts'
import { type Archive, asKey, asOwner, fetchArchive, readArchive, readArchiveLines } from './archives.testing.ts'
import { openArchive } from './restore/open-archive.ts'

let filled: FilledShop
let service: TestService
let shop: Shop
let other: Shop
before(async () => {
  filled = await fillShop({ tidy: false })
  ;({ service, shop } = filled)
  other = await service.shop('Næst & Søn')
  await other.api.put('/products', [{ platformProductId: 'foreign', title: 'Of another', url: 'https://a.example/p' }])
  await addSamePhotoTwice()
})
after(() => filled.close())

async function addSamePhotoTwice() {
  const { storage, clock } = service.service.services
  const content = await photo().webp().toBuffer()
  const [first, second] = (await shop.api.get('/reviews?limit=2')).body.data
  for (const { id } of [first, second]) {
    const storageKey = newPhotoKey(shop.storeEnvId, clock.now())
    await storage.put(storageKey, content)
    await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, [{ storageKey, width: 64, height: 48 }]))
  }
}

test('the archive has every row and photo, with the hashes that its manifest lists', async () => {
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const { manifest, files, fileName } = archive
  assert.match(fileName, /^evident-acme-2026-\d\d-\d\d\.zip$/)
  const { format, schemaVersion, addresses, store } = manifest
  assert.deepEqual([format, schemaVersion, addresses], ['evident-archive', 1, true])
  assert.deepEqual([store.id, store.name], [shop.storeEnvId, 'Acme'])
  assert.deepEqual(
    manifest.files.map(({ path }) => path).sort(),
    [...files.keys()].filter((path) => path !== 'manifest.json').sort(),
  )
  for (const { path, bytes, sha256 } of manifest.files) {
    const content = files.get(path) as Buffer
    assert.equal(content.length, bytes, path)
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, path)
  }
  const lines = readArchiveLines(archive)
  for (const { table } of areas.archive.flatMap(({ tables }) => tables)) {
    const { rows } = await service.query(`select count(*)::int as n from ${table} where store_env_id = $1`, [
      shop.storeEnvId,
    ])
    assert.equal(lines.filter((line) => line.table === table).length, rows[0].n, table)
  }
  for (const table of ['reviews', 'orders', 'products', 'loyalty_journal', 'review_photos'])
    assert.ok(
      lines.some((line) => line.table === table),
      `the walk leaves something in ${table}`,
    )
  assert.ok(!JSON.stringify(lines).includes('foreign'), 'nothing of another store')
})

test('an archived row equals the row in the database, to the last digit', async () => {
  const lines = readArchiveLines(await fetchArchive(service, await asOwner(service, shop)))
  for (const { tables } of areas.archive)
    for (const { table, without = [], made = {} } of tables) {
      const { rows } = await service.query(`select to_jsonb(t)::text as row from ${table} t where store_env_id = $1`, [
        shop.storeEnvId,
      ])
      const kept = rows.map(({ row }) => {
        const { store_env_id: _, ...rest } = JSON.parse(row) as Record<string, unknown>
        return Object.fromEntries(
          Object.entries(rest).filter(([column]) => ![...without, ...Object.keys(made)].includes(column)),
        )
      })
      const texts = (all: readonly unknown[]) => all.map((each) => JSON.stringify(each)).sort()
      assert.deepEqual(texts(lines.filter((line) => line.table === table).map(({ row }) => row)), texts(kept), table)
    }
})

test('each photo is archived once, and the manifest lists every storage key that rows have for it', async () => {
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const pictures = archive.manifest.files.filter(({ path }) => path.startsWith('media/'))
  // One photo belongs to two reviews, and another to a gallery.
  assert.deepEqual(pictures.map(({ keys = [] }) => keys.length).sort(), [1, 2])
  const named = readArchiveLines(archive).flatMap(({ row }) => (row.storage_key ? [row.storage_key as string] : []))
  assert.deepEqual(pictures.flatMap(({ keys = [] }) => keys).sort(), named.toSorted())
  for (const { path, sha256, keys = [] } of pictures) {
    assert.match(path, new RegExp(`^media/${sha256}\\.(webp|jpg|png)$`))
    const stored = await buffer(service.service.services.storage.read(keys[0] as string))
    assert.ok(archive.files.get(path)?.equals(stored), path)
  }
})

test('an archive that a key requests has no personal addresses, and no archive has secrets', async () => {
  const ofKey = await fetchArchive(service, asKey(shop))
  const ofOwner = await fetchArchive(service, await asOwner(service, shop))
  assert.equal(ofKey.manifest.addresses, false)
  const text = (archive: Archive) =>
    readArchiveLines(archive)
      .map((line) => JSON.stringify(line))
      .join('\n')
  assert.match(text(ofOwner), /@customer\.example/)
  const addresses = text(ofKey).match(/[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? []
  assert.deepEqual(addresses, [])
  const { rows: secrets } = await service.query(
    `select encode(secret, 'hex') as hex from webhook_endpoints where store_env_id = $1
     union all select token from review_feeds where store_env_id = $1
     union all select encode(digest, 'hex') from api_keys where organization_id = $2`,
    [shop.storeEnvId, shop.organizationId],
  )
  assert.ok(secrets.length > 1)
  for (const { hex } of secrets) assert.ok(!text(ofOwner).includes(hex), 'a secret left')
  for (const word of ['password', 'credential', 'api_key', 'secret'])
    for (const { row } of readArchiveLines(ofOwner))
      assert.ok(!Object.keys(row).some((column) => column.includes(word)), `${word} is a column of the archive`)
})

test('the restore and the verifier detect any changed byte', async () => {
  const { content } = await fetchArchive(service, asKey(shop))
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const path = join(folder, 'archive.zip')
  const names = areas.archive.map(({ area }) => area)
  const isRestorable = () =>
    openArchive(path, names).then(
      (archive) => {
        archive.close()
        return true
      },
      () => false,
    )
  const isVerified = () =>
    verifyFile(path).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    writeFileSync(path, content)
    assert.deepEqual([await isRestorable(), await isVerified()], [true, true])
    for (const at of [
      5,
      11,
      Math.floor(content.length / 2),
      content.length - 110,
      content.length - 80,
      content.length - 1,
    ]) {
      const changed = Buffer.from(content)
      changed[at] = (changed[at] as number) ^ 1
      writeFileSync(path, changed)
      assert.deepEqual([await isRestorable(), await isVerified()], [false, false], `byte ${at}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('archives are for admins only, logged, and available on every plan', async () => {
  for (const role of ['VIEWER', 'MEMBER'] as const) {
    const { status, body } = await (await shop.as(role)).get('/backups/archive')
    assert.deepEqual([status, body.code], [403, 'role_insufficient'])
  }
  assert.equal((await (await shop.as('ADMIN', ['reviews'])).get('/backups/archive')).body.code, 'scope_denied')
  assert.equal((await service.anonymous.get('/backups/archive')).status, 401)
  const { rows } = await service.query(
    `select details from audit_log where action = 'archive.exported' and store_env_id = $1 order by at desc limit 1`,
    [shop.storeEnvId],
  )
  assert.equal(typeof rows[0].details.addresses, 'boolean')
  const { fileName, manifest } = await fetchArchive(service, asKey(other))
  assert.match(fileName, /^evident-n-st-s-n-/)
  assert.equal(manifest.store.name, 'Næst & Søn')
})

test('aborted downloads free their slot, and missing pictures are omitted', async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as { port: number }
  const headers = await asOwner(service, shop)
  const url = `http://127.0.0.1:${port}/api/v1/backups/archive`
  /** A slot is freed a moment after the transaction has ended. */
  const begin = async (signal?: AbortSignal) => {
    for (;;) {
      const answer = await fetch(url, { headers, ...(signal && { signal }) })
      if (answer.status !== 429) return answer
      await answer.body?.cancel()
    }
  }
  for (let i = 0; i < 8; i++) {
    const stop = new AbortController()
    assert.equal((await begin(stop.signal)).status, 200)
    stop.abort()
  }
  const keysIn = ({ manifest }: Archive) => manifest.files.flatMap(({ keys = [] }) => keys)
  const readWhole = async () => readArchive(Buffer.from(await (await begin()).arrayBuffer()))
  const [gone = '', ...kept] = keysIn(await readWhole())
  await service.service.services.storage.remove(gone)
  assert.ok(kept.length > 0)
  assert.deepEqual(keysIn(await readWhole()), kept)
})
