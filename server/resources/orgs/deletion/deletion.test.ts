import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Client } from 'pg'
import { photoFolders } from '#platform/files/images/keys.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { insertTenant, tenantTables } from '#test/tenant-rows.ts'
import { jobs } from '../../../entry/areas.ts'
import { accessTicket } from '../../../entry/commands/support.ts'
import { auditLines, mailsTo } from '../../account/account.testing.ts'
import { join } from '../orgs.testing.ts'
import { storageFolders } from './rules.ts'

const service = provideService()

async function closing(name?: string): Promise<Shop> {
  const shop = await service.shop(name)
  const owner = await shop.signedIn()
  const current = (await owner.get('/orgs/current')).body
  const asked = await owner.post('/orgs/deletion', { confirm: current.name, password: shop.password })
  assert.equal(asked.status, 202, asked.text)
  return shop
}

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]
const refused = [403, 'organization_closing']

test('an owner requests deletion by name and password; everyone sees the date, owners get mail', async () => {
  const shop = await service.shop('Töpferei Larkmoor')
  const owner = await shop.signedIn()
  const admin = await join(service, shop, 'ADMIN')
  const right = { confirm: 'Töpferei Larkmoor', password: shop.password }
  assert.deepEqual(code(await owner.post('/orgs/deletion', { ...right, password: 'not it' })), [401, 'password_wrong'])
  assert.deepEqual(code(await owner.post('/orgs/deletion', { ...right, confirm: 'Topferei Larkmoor' })), [
    400,
    'validation_failed',
  ])
  assert.deepEqual(code(await admin.api.post('/orgs/deletion', right)), [403, 'owner_required'])
  assert.deepEqual(code(await shop.api.post('/orgs/deletion', right)), [403, 'user_session_required'])
  assert.equal((await owner.get('/orgs/current')).body.closing, false)
  const asked = await owner.post('/orgs/deletion', right)
  assert.equal(asked.status, 202, asked.text)
  const inDays = (Date.parse(asked.body.deletesAt) - service.service.clock.nowMs()) / day
  assert.ok(inDays > 29.9 && inDays <= 30, String(inDays))
  const { closing, deletesAt } = (await shop.api.get('/orgs/current')).body
  assert.deepEqual([closing, deletesAt], [true, asked.body.deletesAt])
  await service.runJobs()
  assert.equal(
    (await mailsTo(service, shop.ownerEmail)).filter((text) => text.includes('requested the deletion')).length,
    1,
  )
  assert.equal((await auditLines(shop, 'organization.deletion_requested')).length, 1)
})

test('right after the deletion request, an organization can read and export, but not write', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  // Uses the key first, so this process has cached it.
  for (let i = 0; i < 3; i++) assert.equal((await shop.api.get('/reviews')).status, 200)
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'mug' }])).status, 200)
  const { name } = (await owner.get('/orgs/current')).body
  assert.equal((await owner.post('/orgs/deletion', { confirm: name, password: shop.password })).status, 202)
  for (const api of [shop.api, owner]) {
    for (const path of [
      '/reviews',
      '/products',
      '/account/stores',
      '/reviews/export?format=csv',
      '/reviews/export?format=jsonl',
    ])
      assert.equal((await api.get(path)).status, 200, path)
    assert.deepEqual(code(await api.put('/products', [{ platformProductId: 'mug', title: 'Later' }])), refused)
    assert.deepEqual(code(await api.patch('/orgs/current', { name: 'Later' })), refused)
  }
  assert.deepEqual(code(await owner.post('/api-keys', { name: 'x' })), refused)
  assert.deepEqual(code(await owner.post('/account/stores', { name: 'x', origins: [] })), refused)
  assert.deepEqual(code(await owner.post('/account/users/invite', { email: 'a@b.example', role: 'MEMBER' })), refused)
  assert.deepEqual(code(await owner.post('/orgs/deletion', { confirm: name, password: shop.password })), refused)
  assert.deepEqual(code(await (await shop.as('VIEWER')).put('/products', [])), [403, 'role_read_only'])
  // Calls about the person's own account still work.
  assert.equal((await owner.patch('/account/profile', { name: 'Ada' })).status, 200)
  assert.equal((await shop.api.get('/products')).body.data[0].title, null)
})

test('even cached pages, forms, feeds and invitations of a closing organization close immediately', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  const { body: feed } = await shop.api.post('/products/review-feed')
  const feedPath = new URL(feed.url).pathname
  const { body: invited } = await owner.post('/account/users/invite', { email: 'late@example.com', role: 'MEMBER' })
  const invitation = `/auth/invitations/${String(invited.acceptUrl).split('/').at(-1)}`
  for (let i = 0; i < 2; i++) assert.equal((await shop.storefront.get('/storefront/config')).status, 200)
  assert.equal((await service.anonymous.get(feedPath)).status, 200)
  const { name } = (await owner.get('/orgs/current')).body
  await owner.post('/orgs/deletion', { confirm: name, password: shop.password })
  for (const path of ['config', 'reviews?platformProductId=mug', 'summary?platformProductIds=mug'])
    assert.deepEqual(code(await shop.storefront.get(`/storefront/${path}`)), refused, path)
  assert.deepEqual(code(await shop.storefront.post('/storefront/reviews', {})), refused)
  assert.equal((await service.anonymous.get(feedPath)).status, 403)
  const joining = await service.anonymous.post(`${invitation}/accept`, {
    name: 'Late',
    password: 'a long enough password',
  })
  assert.deepEqual(code(joining), refused)
  assert.equal((await owner.delete('/orgs/deletion')).status, 204)
  for (const path of ['config', 'reviews?platformProductId=mug'])
    assert.equal((await shop.storefront.get(`/storefront/${path}`)).status, 200, path)
  assert.equal((await service.anonymous.get(feedPath)).status, 200, 'at the same address')
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])).status, 200)
})

test('only an owner can undo a deletion, and only once', async () => {
  const shop = await closing()
  const owner = await shop.signedIn()
  assert.deepEqual(code(await shop.api.delete('/orgs/deletion')), [403, 'user_session_required'])
  assert.equal((await owner.delete('/orgs/deletion')).status, 204)
  assert.equal((await owner.delete('/orgs/deletion')).status, 404)
  assert.deepEqual((await owner.get('/orgs/current')).body.deletesAt, null)
  assert.equal((await auditLines(shop, 'organization.deletion_undone')).length, 1)
})

test('a closing organization does not affect calls of other organizations', async () => {
  const [ours] = [await closing(), await service.shop()]
  const other = await service.shop()
  assert.equal((await other.api.put('/products', [{ platformProductId: 'mug' }])).status, 200)
  assert.equal((await ours.api.put('/products', [{ platformProductId: 'mug' }])).status, 403)
})

const removal = jobs.find(({ id }) => id === 'orgs.remove_closed')
const contextNow = () => ({
  db: service.service.db,
  services: service.service.services,
  stopping: new AbortController().signal,
})
const remove = (context = contextNow()) => perform(removal as never, context, {})

async function owned<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(service.databaseUrl)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const countLeftRows = ({ storeEnvId, organizationId }: Shop) =>
  owned(async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(`
      select c.oid::regclass::text as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname in ('store_env_id', 'organization_id')
       order by 1, 2`)
    const left: string[] = []
    // The last head of a ledger is not deleted, because others may compare it with an earlier head.
    for (const { table, column } of rows.filter((each) => each.table !== 'ended_ledgers')) {
      const id = column === 'store_env_id' ? storeEnvId : organizationId
      const found = await client.query(`select from ${table} where ${column} = $1`, [id])
      if (found.rowCount) left.push(`${table}: ${found.rowCount}`)
    }
    return left
  })

async function filled(): Promise<Shop> {
  const shop = await closing()
  await owned(async (client) => {
    const tables = await tenantTables(client)
    await insertTenant(client, tables, shop.storeEnvId, 'rows of the one that goes')
  })
  const { storage } = service.service.services
  for (const folder of ['photos', 'catalogue', 'imports', 'restores'])
    await storage.put(`${folder}/${shop.storeEnvId}/${crypto.randomUUID()}`, Buffer.from('x'))
  return shop
}

test('a due deletion deletes all table rows, files, keys, and people without another organization', async () => {
  const staying = await service.shop()
  const shop = await filled()
  const both = await join(service, staying, 'MEMBER')
  const { body: invited } = await (await staying.signedIn()).get('/account/users')
  assert.ok(invited.data.length === 2)
  const before = await countLeftRows(staying)
  assert.ok((await countLeftRows(shop)).length > 30, 'every table has something of it')
  await remove()
  assert.ok((await countLeftRows(shop)).length > 30, 'not before its time')
  service.advance(30 * day)
  try {
    await remove()
  } finally {
    service.advance(-30 * day)
  }
  assert.deepEqual(await countLeftRows(shop), [])
  const { storage, users } = service.service.services
  for (const folder of ['photos', 'catalogue', 'imports', 'restores'])
    assert.deepEqual(await storage.list(`${folder}/${shop.storeEnvId}/`, { limit: 10 }), [])
  assert.equal(await users.findByEmail(shop.ownerEmail), undefined)
  assert.deepEqual(code(await shop.api.get('/reviews')), [401, 'api_key_invalid'])
  assert.equal((await shop.storefront.get('/storefront/config')).status, 403)
  assert.deepEqual(await countLeftRows(staying), before)
  assert.equal((await both.api.get('/account/users')).status, 200)
})

test('every storage folder of a store is emptied', async () => {
  const folders = new Set<string>(photoFolders)
  const writers: string[] = []
  for await (const file of glob('server/**/*.ts')) {
    if (/\.test(ing)?\.ts$/.test(file)) continue
    const text = await readFile(file, 'utf8')
    if (/storage\s*\.put\(/.test(text)) writers.push(file.slice('server/'.length))
    for (const [, folder = ''] of text.matchAll(/`([\w-]+)\/\$\{[\w.]*storeEnvId\}\//g)) folders.add(folder)
  }
  assert.deepEqual([...folders].sort(), [...storageFolders].sort())
  // All files that write to storage. Add a new file here, after you add its folder to deletion/rules.ts.
  assert.deepEqual(writers.sort(), [
    'entry/commands/doctor.ts', // writes a file that belongs to no store, and removes it in the same command
    'entry/installation/restore.ts', // restores every folder of the backup
    'resources/assessments/run-assessment.ts',
    'resources/backups/kept/run-backup.ts',
    'resources/backups/restore/receive.ts',
    'resources/backups/restore/restore-archive.ts',
    'resources/email-branding/logo.ts',
    'resources/evidence/packs/run-pack.ts',
    'resources/imports/photo-commands.ts',
    'resources/imports/upload/receive.ts',
    'resources/products/pictures/commands.ts',
    'resources/reviews/photos/commands.ts',
    'resources/shared-reviews/photos.ts',
  ])
})

test('a member of another organization keeps the account', async () => {
  const staying = await service.shop()
  const shop = await service.shop()
  const invited = await (await staying.signedIn()).post('/account/users/invite', {
    email: shop.ownerEmail,
    role: 'VIEWER',
  })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { password: shop.password })
  const owner = await shop.signedIn()
  const { name } = (await owner.get('/orgs/current')).body
  assert.equal((await owner.post('/orgs/deletion', { confirm: name, password: shop.password })).status, 202)
  service.advance(30 * day)
  try {
    await remove()
  } finally {
    service.advance(-30 * day)
  }
  assert.ok(await service.service.services.users.findByEmail(shop.ownerEmail))
  assert.deepEqual(await countLeftRows(shop), [])
})

test('an interrupted deletion resumes after its last completed transaction', async () => {
  for (const cut of [1, 2, 3, 4, 5, 6, 7]) {
    const shop = await filled()
    const context = contextNow()
    let transactions = 0
    const counted =
      <A extends unknown[], R>(open: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (transactions++ >= cut) throw new Error('killed')
        return open(...args)
      }
    const { db } = context
    const dying = {
      ...context,
      db: { ...db, store: counted(db.store), system: counted(db.system), organization: counted(db.organization) },
    }
    service.advance(30 * day)
    try {
      await remove(dying as never).catch(() => {})
      await remove()
    } finally {
      service.advance(-30 * day)
    }
    assert.deepEqual(await countLeftRows(shop), [], `cut after ${cut}`)
    assert.equal(await service.service.services.users.findByEmail(shop.ownerEmail), undefined)
  }
})

test('a deletion that has begun cannot be undone', async () => {
  const shop = await closing()
  const owner = await shop.signedIn()
  await owned((client) =>
    client.query(`update organizations set deletion_began_at = now() where id = '${shop.organizationId}'`),
  )
  assert.deepEqual(code(await owner.delete('/orgs/deletion')), [409, 'conflict'])
})

test('a partner with a grant cannot write to a closing organization', async () => {
  const [shop, agency] = [await service.shop(), await service.shop()]
  const owner = await shop.signedIn()
  const given = { organizationId: agency.organizationId, role: 'ADMIN' }
  const grant = await owner.post('/partner/grants', given)
  assert.equal((await (await agency.signedIn()).post(`/partner/grants/${grant.body.id}/accept`)).status, 200)
  const partner = service.with({ ...(await signInCookie(agency)), 'x-store-env-id': shop.storeEnvId })
  const push = () => partner.put('/products', [{ platformProductId: 'mug' }])
  assert.equal((await push()).status, 200)
  const { name } = (await owner.get('/orgs/current')).body
  assert.equal((await owner.post('/orgs/deletion', { confirm: name, password: shop.password })).status, 202)
  assert.deepEqual(code(await push()), refused)
  assert.equal((await partner.get('/reviews')).status, 200)
})

test('support staff with existing access can only read a closing organization, until its deletion', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { id } = (await owner.post('/support/tickets', { subject: 'Help', body: 'Where is my feed?' })).body
  assert.equal((await owner.post(`/support/tickets/${id}/access`, { role: 'ADMIN', hours: 72 })).status, 201)
  const { token } = await accessTicket(service.service, id, 'Robin')
  const staff = service.with({ authorization: `Bearer ${token}`, 'x-store-env-id': shop.storeEnvId })
  const push = () => staff.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  assert.equal((await push()).status, 200)
  const { name } = (await owner.get('/orgs/current')).body
  assert.equal((await owner.post('/orgs/deletion', { confirm: name, password: shop.password })).status, 202)
  assert.deepEqual(code(await push()), refused)
  assert.deepEqual(code(await staff.post('/reviews', {})), refused)
  assert.equal((await staff.get('/reviews')).status, 200)
  assert.deepEqual(code(await owner.post(`/support/tickets/${id}/access`, { role: 'ADMIN', hours: 1 })), refused)
  const { uses } = (await owner.get(`/support/tickets/${id}/access`)).body
  assert.deepEqual(
    uses.map(({ operation }: { operation: string }) => operation),
    ['reviews.list', 'products.upsert'],
    'what it reads stands in the log as before; what was refused does not',
  )
  service.advance(30 * day)
  await remove()
  assert.deepEqual(code(await staff.get('/reviews')), [401, 'api_key_invalid'])
})

test('pending mail to people of a deleted organization is dropped without retries', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { name } = (await owner.get('/orgs/current')).body
  const asking = { confirm: name, password: shop.password }
  assert.equal((await owner.post('/orgs/deletion', asking)).status, 202)
  const waiting = async () =>
    (
      await service.service.db.workerPool.query<{ attempts: number }>(
        `select attempts from graphile_worker._private_jobs where payload ->> 'organizationId' = $1`,
        [shop.organizationId],
      )
    ).rows.length
  assert.ok((await waiting()) > 0)
  service.advance(30 * day)
  await remove()
  await service.runJobs()
  assert.equal(await waiting(), 0)
  assert.deepEqual(await mailsTo(service, shop.ownerEmail), [])
})

async function signInCookie({ ownerEmail: email, password }: Shop): Promise<{ cookie: string }> {
  const { headers } = await service.anonymous.post('/auth/sign-in/email', { email, password })
  return {
    cookie: [headers['set-cookie']]
      .flat()
      .map((each) => String(each).split(';')[0])
      .join('; '),
  }
}
