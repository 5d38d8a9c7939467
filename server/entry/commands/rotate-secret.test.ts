import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { canConnect } from '#platform/db/can-connect.ts'
import { compile, sql } from '#platform/db/query.ts'
import { deriveLogin, groups, parseConnection } from '#platform/db/roles.ts'
import { type Config, loadConfig } from '#platform/process/config.ts'
import { createSecrets, type Secrets } from '#platform/process/secrets.ts'
import { newId } from '#platform/values/ids.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { buildInsert, insertTenant, makeRow, tenantTables } from '#test/tenant-rows.ts'
import { sealedColumns } from '../areas.ts'
import { openExclusively, startDatabase } from '../database.ts'
import { composeService } from '../service.ts'
import { rotateSecret } from './rotate-secret.ts'
import { setup } from './setup.ts'

let database: TestDatabase
let owner: Client
let dataDir: string
const stores: string[] = []
const quiet = () => {}

before(async () => {
  database = await createEmptyDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'evident-rotate-'))
  const service = composeService(config(), database.url, await startDatabase(config(), quiet))
  for (const name of ['One', 'Two']) stores.push((await setup(service, makeShop(name))).storeEnvId)
  await service.close()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
  await fill()
})
after(async () => {
  await owner.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const makeShop = (name: string) => ({
  org: name,
  owner: `${name.toLowerCase()}@example.com`,
  password: 'seven-blue-kettles',
  store: name,
  origins: ['https://shop.example.com'],
})

const config = (more: Record<string, string> = {}): Config =>
  loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...more })

const secretKey = () => config().secretKey

async function fill(): Promise<void> {
  const tables = await tenantTables(owner)
  const secrets = createSecrets(secretKey())
  for (const store of stores) {
    const rows = await insertTenant(owner, tables, store, store)
    const endpoints = tables.find(({ name }) => name === 'webhook_endpoints')
    assert.ok(endpoints)
    for (let i = 0; i < 250; i++) {
      const { text, values = [] } = compile(
        buildInsert(endpoints.name, { ...makeRow(endpoints, store, store, rows), id: newId() }),
      )
      await owner.query(text, [...values])
    }
  }
  await owner.query(
    `insert into single_sign_on (organization_id, id, issuer, client_id, client_secret, secret_last4, created_at, updated_at)
     select o.id, gen_random_uuid(), 'https://login.example', 'client', '', '', now(), now() from organizations o`,
  )
  await owner.query(
    `insert into evidence_keys (id, public_key, seed, valid_from, valid_until)
     values (gen_random_uuid(), '', '', now(), now()), (gen_random_uuid(), '', '', now(), null)`,
  )
  for (const { table, column, id, owning, whose, context } of await sealedRows()) {
    const sealed = secrets.seal(`secret of ${id}`, context)
    await owner.query(`update ${table} set ${column} = $1 where ${owning} = $2 and id = $3`, [sealed, whose, id])
  }
}

async function sealedRows() {
  const found = []
  for (const { table, column, contextOf, of } of sealedColumns) {
    const owning = { organization: 'organization_id', service: `''`, store: 'store_env_id' }[of ?? 'store']
    const { rows } = await owner.query(`select ${owning} as whose, id, ${column} as sealed from ${table}`)
    for (const { whose, id, sealed } of rows)
      found.push({ table, column, owning, whose, id, sealed, context: contextOf(whose, id) })
  }
  return found
}

async function countOpen(secrets: Secrets): Promise<number> {
  const rows = await sealedRows()
  return rows.filter(({ sealed, context, id }) => {
    try {
      return secrets.open(sealed, context) === `secret of ${id}`
    } catch {
      return false
    }
  }).length
}

const canLogIn = (key: string) =>
  Promise.all(groups.map((group) => canConnect(parseConnection(database.url, deriveLogin(group, key)))))

const tokenKeyWith = async () => (await startDatabase(config(), quiet)).tokenKey

test('a rotation encrypts all secrets again, disables old database logins and preserves issued links', async () => {
  const [former, all] = [secretKey(), (await sealedRows()).length]
  copyFileSync(join(dataDir, 'secret-key'), join(dataDir, 'former-key'))
  const before = createSecrets(former, await tokenKeyWith())
  assert.equal(await countOpen(before), all)
  assert.deepEqual(await rotateSecret(config(), quiet), { resealed: all, unreadable: 0 })
  assert.notEqual(secretKey(), former)
  assert.equal(statSync(join(dataDir, 'secret-key')).mode & 0o777, 0o600)
  const after = createSecrets(secretKey(), await tokenKeyWith())
  assert.equal(await countOpen(after), all)
  assert.equal(await countOpen(before), 0)
  assert.equal(
    after.tokenFor('suppressed address jane@x.example'),
    before.tokenFor('suppressed address jane@x.example'),
  )
  assert.notEqual(after.operatorTokenFor('metrics'), before.operatorTokenFor('metrics'))
  assert.deepEqual(await canLogIn(former), [false, false, false, false])
  assert.deepEqual(await canLogIn(secretKey()), [true, true, true, true])
})

test('an interrupted rotation can be continued', async () => {
  const all = (await sealedRows()).length
  const rotated = secretKey()
  copyFileSync(join(dataDir, 'secret-key'), join(dataDir, 'secret-key.next'))
  copyFileSync(join(dataDir, 'former-key'), join(dataDir, 'secret-key'))
  const [row] = await sealedRows()
  assert.ok(row)
  const half = createSecrets(secretKey()).seal(`secret of ${row.id}`, row.context)
  await owner.query(`update ${row.table} set ${row.column} = $1 where id = $2`, [half, row.id])
  assert.deepEqual(await rotateSecret(config(), quiet), { resealed: 1, unreadable: 0 })
  assert.equal(secretKey(), rotated)
  assert.equal(await countOpen(createSecrets(rotated)), all)
})

test('a new key from the environment needs the correct former key; otherwise nothing changes', async () => {
  const [former, all] = [secretKey(), (await sealedRows()).length]
  const [next, wrong] = ['n'.repeat(40), 'w'.repeat(40)]
  await assert.rejects(rotateSecret(config({ SECRET_KEY: next }), quiet), /OLD_SECRET_KEY/)
  await assert.rejects(rotateSecret(config({ SECRET_KEY: next, OLD_SECRET_KEY: wrong }), quiet), /[Nn]either/)
  assert.deepEqual(await canLogIn(former), [true, true, true, true])
  const counts = await rotateSecret(config({ SECRET_KEY: next, OLD_SECRET_KEY: former }), quiet)
  assert.deepEqual(counts, { resealed: all, unreadable: 0 })
  assert.equal(await countOpen(createSecrets(next)), all)
  // The key in the file no longer decrypts anything. The service reports this at start, and a rotation back repairs it.
  assert.equal(await tokenKeyWith(), undefined)
  await rotateSecret(config({ SECRET_KEY: former, OLD_SECRET_KEY: next }), quiet)
  assert.ok(await tokenKeyWith())
})

test('no rotation runs while a service uses the old key', async () => {
  const { url } = await openExclusively(config(), quiet)
  const service = composeService(config(), url)
  try {
    await service.db.ask(sql`select`)
    await assert.rejects(rotateSecret(config(), quiet), /Stop the service first/)
  } finally {
    await service.close()
  }
})

test('a start with another SECRET_KEY disables the former database logins and ends their connections', async () => {
  const former = secretKey()
  const held = new Client(parseConnection(database.url, deriveLogin('evident_app', former)))
  const broken = new Promise((resolve) => held.on('error', resolve))
  await held.connect()
  await startDatabase(config({ SECRET_KEY: 'another key 0123456789 0123456789 0123' }), quiet)
  await broken
  assert.deepEqual(await canLogIn(former), [false, false, false, false])
  await startDatabase(config(), quiet)
  assert.deepEqual(await canLogIn(former), [true, true, true, true])
})

test('other users cannot read the data folder', () => {
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.equal(readFileSync(join(dataDir, 'secret-key'), 'utf8').length, 43)
})

test('every bytea column is sealed and rotated, or listed because it contains no readable secret', async () => {
  const digests = [
    'api_keys.digest',
    'appeal_links.digest',
    'connection_events.person',
    'destination_items.digest',
    'email_soft_bounces.email_hash',
    'evidence_entries.leaf',
    'evidence_heads.root',
    'evidence_keys.public_key',
    'evidence_ledgers.last_leaf',
    'evidence_nodes.hash',
    // The salt is visible to everybody who may see the review, and is deleted with the review.
    'evidence_salts.salt',
    'evidence_trusted_keys.public_key',
    'email_suppressions.email_hash',
    'faq_questions.key',
    'faqs.import_key',
    'gallery_leads.key',
    'gallery_leads.visitor',
    'form_links.digest',
    // The stored response is deleted after a day, and by a rotation.
    'idempotency_keys.answer',
    'idempotency_keys.fingerprint',
    'imports.file_sha256',
    // Stored unencrypted and deleted after a month.
    'inbound_webhooks.body',
    'inbound_webhooks.repeat_key',
    // A rotation does not change the key that hashes people's addresses.
    'shared_review_erasures.author_digest',
    'shared_reviews.author_digest',
    // The code works once, within seven days.
    'review_grants.code_digest',
    'review_networks.digest',
    'inbound_webhook_people.person',
    'invitations.token_digest',
    'moderation_policies.sha256',
    'used_invitations.token_digest',
    'single_sign_on_attempts.browser_digest',
    'single_sign_on_attempts.state_digest',
    'support_tokens.digest',
    'oauth_access_tokens.digest',
    'oauth_clients.previous_secret_digest',
    'oauth_clients.secret_digest',
    'oauth_grants.code_digest',
    'oauth_refresh_tokens.digest',
    'sign_ups.token_digest',
    'orders.fingerprint',
    'categories.fingerprint',
    'products.fingerprint',
    'review_confirmations.digest',
    'review_receipts.digest',
    'review_reports.visitor',
    'review_submissions.key',
    'review_votes.voter',
    'reviews.import_fingerprint',
    'reviews.import_key',
  ]
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'bytea'::regtype order by 1`,
  )
  const known = [...digests, ...sealedColumns.map(({ table, column }) => `${table}.${column}`)].sort()
  assert.deepEqual(
    rows.map(({ name }) => name),
    known,
  )
})
