import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const refused = [
  'http://shop.example.com',
  'http://192.168.1.20:3000',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'ftp://shop.example.com',
  'https://shop.example.com/path',
  'https://user@shop.example.com',
  'https://:secret@shop.example.com',
  'shop.example.com',
  'javascript:alert(1)',
]

test('a store accepts https origins, and plain http only on loopback', async () => {
  const owner = await shop.signedIn()
  for (const origin of refused) {
    const answers = [
      await owner.post('/account/stores', { name: 'New', origins: ['https://ok.example.com', origin] }),
      await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: ['https://ok.example.com', origin] }),
    ]
    for (const { status, body } of answers) {
      assert.deepEqual([status, body.details?.[0].path], [400, '/origins/1'], origin)
      assert.match(body.message, /must be an https origin such as https:\/\/shop\.example\.com/)
    }
  }
  const taken = ['HTTPS://Shop.Example.com:443/', 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080']
  const { status, body } = await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: taken })
  assert.equal(status, 200)
  assert.deepEqual(body.origins, [
    'https://shop.example.com',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:8080',
  ])
})

test('an existing store with a plain http origin is still served', async () => {
  const { storeEnvId, organizationId } = await service.shop()
  await service.service.db.organization(organizationId, 'write', (tx) =>
    tx.run(sql`
      update stores set origins = '{http://old.example.com}', currency = 'QQQ'
       where organization_id = ${tx.organizationId} and id = ${storeEnvId}`),
  )
  const headers = { origin: 'http://old.example.com', 'x-store-env-id': storeEnvId }
  assert.equal((await service.with(headers).get('/storefront/config')).status, 200)
})

test('a currency must be an ISO 4217 code', async () => {
  const owner = await shop.signedIn()
  const { status, body } = await owner.patch(`/account/stores/${shop.storeEnvId}`, { currency: 'QQQ' })
  assert.deepEqual([status, body.details?.[0].path], [400, '/currency'])
  assert.match(body.message, /ISO 4217/)
})

test('`evident setup` refuses an origin without https before it writes anything', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-setup-'))
  const words = ['--org', 'Acme', '--owner', 'owner@acme.example', '--password', 'correct horse battery']
  for (const origin of refused.slice(0, 2)) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['server/entry/cli.ts', 'setup', ...words, '--store', 'Shop', '--origin', origin],
      { encoding: 'utf8', env: { ...process.env, DATA_DIR: dataDir } },
    )
    assert.equal(status, 1, origin)
    assert.equal(stderr.split('\n').length, 2, stderr)
    assert.match(stderr, /^evident: --origin must be an https origin such as https:\/\/shop\.example\.com/)
  }
  rmSync(dataDir, { recursive: true, force: true })
})
