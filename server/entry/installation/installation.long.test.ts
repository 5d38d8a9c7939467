import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { listTables, quoted } from '#platform/db/all-tables.ts'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { createStorage } from '#platform/files/storage/create-storage.ts'
import { type Config, loadConfig } from '#platform/process/config.ts'
import { readStorageAddress } from '#platform/values/storage-address.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'
import { commands } from '../commands.ts'
import { composeService } from '../service.ts'
import { backupInstallation } from './backup.ts'
import { restoreInstallation } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'evident-installation-'))
const quiet = () => {}
const passphrase = 'seven blue kettles sing'
const photoKey = (store: string) =>
  `photos/${store}/01a20936-8768-7859-9b29-0d8fa08b14da-0123456789abcdef0123456789abcdef.webp`
let filled: FilledShop
let plain: string
let sealed: string
const databases: TestDatabase[] = []
before(async () => {
  filled = await fillShop()
  const { service } = filled
  const { config, storage } = service.service.services
  await storage.put(photoKey(filled.shop.storeEnvId), Buffer.from('a picture\n\u2028'))
  const client = new Client(service.databaseUrl)
  await client.connect()
  // Characters that would break JSON or lines.
  await client.query(
    `update products set title = $1 where platform_product_id = (select min(platform_product_id) from products)`,
    ['line\nbreak \u2028 "quote" \\ 😀 \u0001'],
  )
  await client.query(`select graphile_worker.add_job('waiting', '{"a" : 1.50}', run_at => '2099-01-01')`)
  await client.end()
  const from = { url: service.databaseUrl, storage, config, say: quiet }
  plain = (await backupInstallation(folder, from)).file
  sealed = (await backupInstallation(join(folder, 'sealed.zip'), { ...from, passphrase })).file
})
after(async () => {
  await filled?.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Place = { url: string; config: Config }
async function emptyPlace(
  env: Record<string, string> = { SECRET_KEY: process.env.TEST_SECRET_KEY ?? '' },
): Promise<Place> {
  const database = await createEmptyDatabase()
  databases.push(database)
  return {
    url: database.url,
    config: loadConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')), LOG_LEVEL: 'silent', ...env }),
  }
}
async function restore(file: string, { url, config }: Place, secret?: string) {
  const storage = createStorage(readStorageAddress(config.storageUrl))
  return restoreInstallation(file, { url, storage, config, passphrase: secret, say: quiet })
}

async function readContents(url: string): Promise<Record<string, string>> {
  const client = new Client(url)
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
  const found: Record<string, string> = {}
  for (const table of await listTables(client)) {
    const { rows } = await client.query(`select to_json(t)::text as row from ${quoted(table, client)} t`)
    const texts = rows.map(({ row }) => row as string).sort()
    found[`${table.schema}.${table.name}`] =
      `${texts.length} ${createHash('sha256').update(texts.join('\n')).digest('hex')}`
  }
  await client.end()
  return found
}

test('every row and every file is restored, and the service continues with them', async () => {
  const place = await emptyPlace()
  const { rows, files } = await restore(plain, place)
  assert.ok(rows > 500 && files > 0)
  const [was, is] = [await readContents(filled.service.databaseUrl), await readContents(place.url)]
  assert.deepEqual(is, was)
  for (const table of ['public.reviews', 'auth.account', 'app.token_key', 'graphile_worker._private_jobs'])
    assert.match(is[table] ?? '', /^[1-9]/, `${table} has rows`)
  const { shop } = filled
  const storage = createStorage(readStorageAddress(place.config.storageUrl))
  assert.equal((await buffer(storage.read(photoKey(shop.storeEnvId)))).toString(), 'a picture\n\u2028')
  // Encrypted values can be decrypted, callers are recognized, and the queue accepts new jobs.
  const { tokenKey } = await migrate({ url: place.url, secretKey: place.config.secretKey, log: quiet })
  assert.ok(tokenKey)
  const service = composeService(place.config, place.url, { poolSize: 2, tokenKey })
  assert.equal(
    service.services.secrets.tokenFor('links'),
    filled.service.service.services.secrets.tokenFor('links'),
    'links in mails that were sent stay good',
  )
  await service.db.workerPool.query(`select graphile_worker.add_job('another', '{}')`)
  await service.close()
})

test('a backup of a database that is older than the baseline can be restored', async () => {
  const replaced = readFileSync(new URL('../../../test/support/baseline/replaced-migrations.txt', import.meta.url))
  const migrations = String(replaced).trim().split('\n')
  const { databaseUrl, service } = filled.service
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query("delete from schema_migrations where name < '0371'")
  await client.query(
    `insert into schema_migrations (name, sha256)
     select split_part(line, ' ', 1), split_part(line, ' ', 2) from unnest($1::text[]) as line`,
    [migrations],
  )
  await client.end()
  const { config, storage } = service.services
  const { file } = await backupInstallation(join(folder, 'replaced.zip'), {
    url: databaseUrl,
    storage,
    config,
    say: quiet,
  })
  const place = await emptyPlace()
  await restore(file, place)
  assert.deepEqual(await readContents(place.url), await readContents(databaseUrl))
  await migrate({ url: databaseUrl, secretKey: config.secretKey, log: assert.fail })
})

test('a backup is restored only into an empty installation; existing data stays unchanged', async () => {
  const place = await emptyPlace()
  await restore(plain, place)
  const was = await readContents(place.url)
  await assert.rejects(restore(plain, place), /not empty/)
  assert.deepEqual(await readContents(place.url), was)
})

test('a restore with another SECRET_KEY is refused, and one with the correct key can follow', async () => {
  const place = await emptyPlace({ SECRET_KEY: 'another-secret-key-of-thirty-two-letters' })
  await assert.rejects(restore(plain, place), /SECRET_KEY does not match the backup/)
  const client = new Client(place.url)
  await client.connect()
  assert.equal((await client.query('select from organizations')).rowCount, 0)
  await client.query('delete from app.token_key')
  await client.end()
})

test('a backup contains the key only with a passphrase, which is then enough to restore', async () => {
  const key = filled.service.service.services.config.secretKey
  assert.ok(!readFileSync(plain).includes(key) && !readFileSync(sealed).includes(key))
  await assert.rejects(restore(plain, await emptyPlace({}), passphrase), /contains no SECRET_KEY/)
  await assert.rejects(restore(sealed, await emptyPlace({}), 'a wrong passphrase'), /passphrase/)
  const place = await emptyPlace({})
  await restore(sealed, place, passphrase)
  assert.equal(readFileSync(place.config.secretKeyPath as string, 'utf8'), key)
})

test('a changed byte or a truncated file is found before anything is written', async () => {
  const whole = readFileSync(plain)
  const place = await emptyPlace()
  // Changes a bit in a header that ZIP readers ignore, in compressed content, the list, the directory, and the seal itself.
  const manifest = whole.lastIndexOf('manifest.json', whole.length - 200)
  const places = [
    4,
    6,
    10,
    60,
    whole.length / 3,
    whole.length / 2,
    manifest - 20,
    manifest,
    whole.length - 90,
    whole.length - 2,
  ]
  for (const at of places.map(Math.floor)) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] as number) ^ 4
    const file = join(folder, `changed-${at}.zip`)
    writeFileSync(file, changed)
    await assert.rejects(restore(file, place), Error, `byte ${at}`)
  }
  writeFileSync(join(folder, 'short.zip'), whole.subarray(0, -100))
  await assert.rejects(restore(join(folder, 'short.zip'), place), Error)
  assert.ok((await restore(plain, place)).rows > 0, 'the place is still empty')
})

test('a backup file is complete or missing, readable by its owner only, and never replaces a file', async () => {
  assert.equal(statSync(plain).mode & 0o777, 0o600)
  const { config, storage } = filled.service.service.services
  const from = { url: filled.service.databaseUrl, storage, config, say: quiet }
  await assert.rejects(backupInstallation(plain, from), /already exists/)
  await assert.rejects(backupInstallation(join(folder, 'missing', 'x.zip'), from), /No such folder/)
  const broken = { ...storage, open: async () => assert.fail('the disk is gone') }
  await assert.rejects(backupInstallation(join(folder, 'broken.zip'), { ...from, storage: broken }), /disk is gone/)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('broken')),
    [],
  )
})

test('the runbook names existing commands and options', () => {
  const runbook = readFileSync(new URL('../../../docs/runbooks/operating.md', import.meta.url), 'utf8')
  const named = [...runbook.matchAll(/evident (backup|restore) \/\S+((?: --[\w-]+ \S+)*)/g)]
  assert.deepEqual([...new Set(named.map(([, name]) => name))].sort(), ['backup', 'restore'])
  for (const [, name = '', options = ''] of named)
    for (const [, option = ''] of options.matchAll(/--([\w-]+)/g))
      assert.ok(option in (commands[name]?.options ?? {}), option)
})
