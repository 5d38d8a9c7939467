import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { createSecrets } from '#platform/process/secrets.ts'
import { newId } from '#platform/values/ids.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { findSuppressed, recordSoftBounce, suppress, tidy } from './commands.ts'
import type { Scope } from './schema.ts'

const service = provideService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })
let shop: Shop

beforeEach(async () => {
  shop = await service.shop()
})

const inStore = <T>(work: (tx: StoreTx) => Promise<T>, of: Shop = shop) => service.service.db.store(of, 'write', work)
const secrets = () => service.service.services.secrets
const findSkip = async (email: string, scope: Scope | 'transactional' = 'review_requests', of: Shop = shop) =>
  (await inStore((tx) => findSuppressed(tx, secrets(), [email], scope), of)).get(email)
const listReasons = async (email: string) => {
  const { body } = await shop.api.get(`/email-suppressions?email=${encodeURIComponent(email)}`)
  return body.data.map((row: { reason: string }) => row.reason)
}

test('an address that is added by hand gets no mail of any kind', async () => {
  const added = await shop.api.post('/email-suppressions', {
    email: ' Jane.Doe@Bücher.Example ',
    note: 'asked by phone',
  })
  assert.equal(added.status, 201)
  assert.deepEqual(
    [added.body.scope, added.body.reason, added.body.source, added.body.note, added.body.emailLast4],
    ['all', 'manual', 'api', 'asked by phone', '.doe'],
  )
  for (const scope of ['review_requests', 'loyalty', 'sequences', 'transactional'] as const)
    assert.equal(await findSkip('jane.doe@xn--bcher-kva.example', scope), 'customer_suppressed', scope)
  assert.equal(await findSkip('JANE.DOE@bücher.example'), 'customer_suppressed')
  assert.equal(await findSkip('janedoe@bücher.example'), undefined)
})

test('adding an address again updates its row; another scope or reason creates a new row', async () => {
  const one = await shop.api.post('/email-suppressions', { email: 'a@x.example' })
  const again = await shop.api.post('/email-suppressions', { email: 'A@X.example' })
  assert.deepEqual([again.status, again.body], [200, one.body])
  const noted = await shop.api.post('/email-suppressions', { email: 'a@x.example', note: 'said so twice' })
  assert.deepEqual([noted.status, noted.body.id, noted.body.note], [200, one.body.id, 'said so twice'])
  assert.equal((await shop.api.post('/email-suppressions', { email: 'a@x.example', scope: 'loyalty' })).status, 201)
  assert.equal((await shop.api.post('/email-suppressions', { email: 'a@x.example', reason: 'complaint' })).status, 201)
  assert.equal((await shop.api.get('/email-suppressions?email=a@x.example&includeTotal=true')).body.pagination.total, 3)
})

test('the reasons `bounce` and `unsubscribed` are stored as `hard_bounce` and `unsubscribe`', async () => {
  for (const [reason, kept, skip] of [
    ['bounce', 'hard_bounce', 'customer_suppressed'],
    ['unsubscribed', 'unsubscribe', 'customer_unsubscribed'],
  ] as const) {
    const added = await shop.api.post('/email-suppressions', { email: `${reason}@x.example`, reason })
    assert.deepEqual([added.status, added.body.reason], [201, kept])
    assert.equal(await findSkip(`${reason}@x.example`), skip)
  }
})

test('parallel calls add an address once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.api.post('/email-suppressions', { email: 'crowd@x.example' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
})

test('a narrower scope stops only mails of that scope', async () => {
  await shop.api.post('/email-suppressions', { email: 'a@x.example', scope: 'loyalty', reason: 'unsubscribe' })
  assert.equal(await findSkip('a@x.example', 'loyalty'), 'customer_unsubscribed')
  assert.equal(await findSkip('a@x.example', 'review_requests'), undefined)
  assert.equal(await findSkip('a@x.example', 'transactional'), undefined)
})

test('a suppression overrides an unsubscription; deleting the suppression preserves the unsubscription', async () => {
  await shop.api.post('/email-suppressions', { email: 'a@x.example', reason: 'unsubscribe' })
  assert.equal(await findSkip('a@x.example'), 'customer_unsubscribed')
  const manual = await shop.api.post('/email-suppressions', { email: 'a@x.example', scope: 'review_requests' })
  assert.equal(await findSkip('a@x.example'), 'customer_suppressed')
  assert.equal((await shop.api.delete(`/email-suppressions/${manual.body.id}`)).status, 204)
  assert.equal(await findSkip('a@x.example'), 'customer_unsubscribed')
  assert.equal((await shop.api.delete(`/email-suppressions/${manual.body.id}`)).status, 404)
})

test('a suppression affects only its own store, and no other store can delete it', async () => {
  const mine = await shop.api.post('/email-suppressions', { email: 'shared@x.example' })
  const other = await service.shop()
  assert.equal(await findSkip('shared@x.example', 'all', other), undefined)
  assert.deepEqual((await other.api.get('/email-suppressions?email=shared@x.example')).body.data, [])
  assert.equal((await other.api.delete(`/email-suppressions/${mine.body.id}`)).status, 404)
  assert.equal(await findSkip('shared@x.example'), 'customer_suppressed')
})

test('keys see a masked address, signed-in people the full address, and nobody a hash', async () => {
  await shop.api.post('/email-suppressions', { email: 'jane.doe@x.example' })
  const byKey = await shop.api.get('/email-suppressions')
  assert.ok(!byKey.text.includes('jane.doe'))
  assert.equal(byKey.body.data[0].emailLast4, '.doe')
  const byOwner = await (await shop.signedIn()).get('/email-suppressions')
  assert.equal(byOwner.body.data[0].email, 'jane.doe@x.example')
  assert.ok(!/hash/i.test(byOwner.text))
})

test('the list is paged, filtered by scope, reason and address', async () => {
  for (let i = 0; i < 5; i++)
    await shop.api.post('/email-suppressions', { email: `n${i}@x.example`, scope: i % 2 ? 'loyalty' : 'all' })
  const page = await shop.api.get('/email-suppressions?limit=2&includeTotal=true')
  assert.deepEqual([page.body.data.length, page.body.pagination.total, page.body.pagination.hasMore], [2, 5, true])
  const seen = new Set(page.body.data.map((row: { id: string }) => row.id))
  let { nextCursor } = page.body.pagination
  while (nextCursor) {
    const next = await shop.api.get(`/email-suppressions?limit=2&cursor=${nextCursor}`)
    for (const row of next.body.data) seen.add(row.id)
    nextCursor = next.body.pagination.nextCursor
  }
  assert.equal(seen.size, 5)
  assert.equal((await shop.api.get('/email-suppressions?scope=loyalty')).body.data.length, 2)
  assert.equal((await shop.api.get('/email-suppressions?reason=complaint&includeTotal=true')).body.pagination.total, 0)
  assert.equal((await shop.api.get('/email-suppressions?email=N3@X.example')).body.data.length, 1)
})

test('an error for an invalid address names the field', async () => {
  for (const email of ['nobody', 'a@b', 'a@b@c.co', 'a b@c.co', 'a@b.co\r\nbcc: x@y.z', '<a@b.co>']) {
    const { status, body } = await shop.api.post('/email-suppressions', { email })
    assert.deepEqual([status, body.details?.[0]?.path], [400, '/email'], email)
  }
  for (const reason of ['soft_bounce', 'import', 'spam'])
    assert.equal((await shop.api.post('/email-suppressions', { email: 'a@b.co', reason })).status, 400)
})

test('an import adds each address once, reports invalid addresses, and can be repeated safely', async () => {
  const addresses = ['a@x.example', 'A@x.example ', 'broken', 'ü@müller.example', '', 'b@x.example']
  const report = await shop.api.post('/email-suppressions/import', {
    addresses,
    scope: 'review_requests',
    reason: 'unsubscribe',
  })
  assert.equal(report.status, 200)
  assert.deepEqual(
    { ...report.body, errors: report.body.errors.map((error: { index: number }) => error.index) },
    {
      received: 6,
      created: 3,
      unchanged: 1,
      failed: 2,
      errors: [2, 4],
    },
  )
  assert.equal(await findSkip('ü@müller.example'), 'customer_unsubscribed')
  const again = await shop.api.post('/email-suppressions/import', {
    addresses,
    scope: 'review_requests',
    reason: 'unsubscribe',
  })
  assert.deepEqual([again.body.created, again.body.unchanged], [0, 4])
  const many = Array.from({ length: 1000 }, (_, i) => `n${i}@x.example`)
  assert.equal((await shop.api.post('/email-suppressions/import', { addresses: many })).body.created, 1000)
  assert.equal((await shop.api.post('/email-suppressions/import', { addresses: [...many, 'c@x.example'] })).status, 400)
})

test('a list is CSV or one address per line, and invalid rows are reported', async () => {
  const store = await service.shop()
  const send = (text: string | Buffer, query = '') =>
    store.api.post(`/email-suppressions/import${query}`, text, { 'content-type': 'text/csv; charset=utf-8' })
  const report = await send(
    '\ufeffFirst name;Email Address\nAda;csv-a@x.example\nBo;broken\nCy;"CSV-B@x.example"\n',
    '?scope=review_requests&reason=unsubscribe',
  )
  assert.equal(report.status, 200, report.text)
  assert.deepEqual(report.body, {
    received: 3,
    created: 2,
    unchanged: 0,
    failed: 1,
    errors: [{ index: 1, code: 'invalid_address', message: 'Invalid e-mail address.' }],
  })
  const { data } = (await (await store.signedIn()).get('/email-suppressions')).body
  assert.deepEqual(data.map((row: Record<string, unknown>) => [row.email, row.scope, row.reason]).toSorted(), [
    ['csv-a@x.example', 'review_requests', 'unsubscribe'],
    ['csv-b@x.example', 'review_requests', 'unsubscribe'],
  ])
  const plain = await send('csv-a@x.example\ncsv-c@x.example')
  assert.deepEqual([plain.body.created, plain.body.failed], [2, 0])
  const many = Array.from({ length: 1_001 }, (_, i) => `m${i}@x.example`).join('\n')
  for (const bad of ['', '\n', many, Buffer.from([0xff, 0xfe, 0x41])])
    assert.deepEqual([(await send(bad)).status, (await send(bad)).body.code], [400, 'validation_failed'])
  const other = await store.api.post('/email-suppressions/import', 'a@x.example', { 'content-type': 'text/plain' })
  assert.equal(other.status, 415)
})

test('overlapping lists can be imported in parallel', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `o${i}@x.example`)
  const [one, two] = await Promise.all([
    shop.api.post('/email-suppressions/import', { addresses: many }),
    shop.api.post('/email-suppressions/import', { addresses: many.toReversed() }),
  ])
  assert.deepEqual([one?.status, two?.status, one?.body.created + two?.body.created], [200, 200, 300])
})

test('only an admin or owner can delete a complaint, and the deletion is logged', async () => {
  const { body } = await shop.api.post('/email-suppressions', { email: 'angry@x.example', reason: 'complaint' })
  const refused = await shop.api.delete(`/email-suppressions/${body.id}`)
  assert.deepEqual([refused.status, refused.body.code], [403, 'user_session_required'])
  assert.equal(await findSkip('angry@x.example'), 'customer_suppressed')
  const owner = await shop.signedIn()
  assert.equal((await owner.delete(`/email-suppressions/${body.id}`)).status, 204)
  assert.equal(await findSkip('angry@x.example'), undefined)
  const log = await owner.get('/account/audit-log')
  const line = log.body.data.find((each: { action: string }) => each.action === 'email_suppression.deleted')
  assert.deepEqual([line?.target.id, line?.details.reason], [body.id, 'complaint'])
  assert.ok(!log.text.includes('angry@'))
})

test('an erased person still gets no mail, and the address is unreadable', async () => {
  await shop.api.post('/email-suppressions', {
    email: 'forget.me@x.example',
    reason: 'unsubscribe',
    note: 'forget.me called',
  })
  assert.equal((await shop.api.post('/customers/erase', { email: 'Forget.Me@x.example' })).status, 200)
  assert.equal(await findSkip('forget.me@x.example'), 'customer_unsubscribed')
  const owner = await shop.signedIn()
  const { body, text } = await owner.get('/email-suppressions')
  assert.deepEqual([body.data[0].email, body.data[0].emailLast4, body.data[0].note], [null, null, null])
  assert.ok(!text.includes('forget.me'))
  const { rows } = {
    rows: await inStore((tx) =>
      tx.all<{ row: string }>(
        sql`select to_jsonb(s)::text as row from email_suppressions s where store_env_id = ${tx.storeEnvId}`,
      ),
    ),
  }
  assert.ok(!rows.some(({ row }) => row.includes('forget.me')))
  // A late bounce does not restore an erased address. Adding the address through the API restores it.
  await inStore((tx) => suppress(tx, secrets(), { email: 'forget.me@x.example', scope: 'all', reason: 'unsubscribe' }))
  assert.equal((await owner.get('/email-suppressions')).body.data[0].email, null)
  assert.deepEqual(await listReasons('forget.me@x.example'), ['unsubscribe'])
  await shop.api.post('/email-suppressions', { email: 'forget.me@x.example', reason: 'unsubscribe' })
  assert.equal((await owner.get('/email-suppressions')).body.data[0].email, 'forget.me@x.example')
})

test('after a change of SECRET_KEY, people who unsubscribed still get no mail', async () => {
  await shop.api.post('/email-suppressions', { email: 'kept@x.example', reason: 'unsubscribe' })
  const other = createSecrets('another key of sufficient length 0123456789')
  const found = await inStore((tx) => findSuppressed(tx, other, ['Kept@x.example'], 'all'))
  assert.equal(found.get('Kept@x.example'), 'customer_unsubscribed')
})

test('many addresses are checked together, each returned as it was given', async () => {
  await shop.api.post('/email-suppressions/import', {
    addresses: Array.from({ length: 500 }, (_, i) => `q${i}@x.example`),
  })
  const asked = Array.from({ length: 1000 }, (_, i) => `Q${i}@x.example`)
  const found = await inStore((tx) => findSuppressed(tx, secrets(), asked, 'sequences'))
  assert.equal(asked.filter((email) => found.has(email)).length, 500)
  assert.equal(found.get('q7@x.example'), 'customer_suppressed')
  assert.equal((await inStore((tx) => findSuppressed(tx, secrets(), [], 'all'))).size, 0)
})

const soft = (email: string, messageId = newId()) =>
  inStore((tx) => recordSoftBounce(tx, secrets(), { email, messageId }))

test('soft bounces on three days suppress an address for two weeks; fewer days never do', async () => {
  const email = 'full@x.example'
  const message = newId()
  for (let i = 0; i < 5; i++) await soft(email, message)
  for (let i = 0; i < 5; i++) await soft(email)
  assert.equal(await findSkip(email), undefined)
  service.advance(day)
  await soft(email, message)
  await soft(email)
  assert.equal(await findSkip(email), undefined)
  service.advance(day)
  await soft(email)
  assert.equal(await findSkip(email), 'customer_suppressed')
  const { body } = await shop.api.get(`/email-suppressions?email=${email}`)
  assert.equal(Date.parse(body.data[0].expiresAt) - Date.parse(body.data[0].createdAt), 14 * day)
  service.advance(14 * day + 60_000)
  assert.equal(await findSkip(email), undefined)
  assert.deepEqual((await shop.api.get(`/email-suppressions?email=${email}`)).body.data, [])
  await service.tick()
  const left = await inStore((tx) =>
    tx.all(sql`select id from email_suppressions where store_env_id = ${tx.storeEnvId}`),
  )
  assert.deepEqual(left, [])
})

test('soft bounces that are far apart are not added up', async () => {
  for (let i = 0; i < 4; i++) {
    await soft('rare@x.example')
    service.advance(31 * day)
  }
  assert.equal(await findSkip('rare@x.example'), undefined)
})

test('another soft suppression extends the first, and never shortens a hard one', async () => {
  const until = (days: number) => new Date(service.service.clock.nowMs() + days * day)
  const rest = (days: number | undefined) =>
    inStore((tx) =>
      suppress(tx, secrets(), {
        email: 'r@x.example',
        scope: 'all',
        reason: 'soft_bounce',
        ...(days && { expiresAt: until(days) }),
      }),
    )
  const expiry = async () => (await shop.api.get('/email-suppressions?email=r@x.example')).body.data[0].expiresAt
  await rest(10)
  const ten = await expiry()
  await rest(3)
  assert.equal(await expiry(), ten)
  await rest(20)
  assert.ok((await expiry()) > ten)
  await rest(undefined)
  assert.equal(await expiry(), null)
  await rest(5)
  assert.equal(await expiry(), null)
})

test('expired rows are deleted, even if a process with a fast clock consumed the wake-up', async () => {
  const left = () =>
    inStore((tx) =>
      tx.first<{ rests: number; bounces: number }>(sql`
        select (select count(*) from email_suppressions where store_env_id = ${tx.storeEnvId}) as rests,
               (select count(*) from email_soft_bounces where store_env_id = ${tx.storeEnvId}) as bounces`),
    )
  const expiresAt = new Date(service.service.clock.nowMs() + day)
  await inStore((tx) =>
    suppress(tx, secrets(), { email: 'r@x.example', scope: 'all', reason: 'soft_bounce', expiresAt }),
  )
  await inStore((tx) => recordSoftBounce(tx, secrets(), { email: 'b@x.example', messageId: newId() }))
  await service.service.db.system('write', (tx) => tx.run(sql`delete from wake_ups`))
  await inStore(tidy)
  assert.deepEqual(await left(), { rests: 1, bounces: 1 })
  service.advance(day + 120_000)
  await service.tick()
  assert.deepEqual(await left(), { rests: 0, bounces: 1 })
  service.advance(61 * day)
  await service.tick()
  assert.deepEqual(await left(), { rests: 0, bounces: 0 })
})

test('a lapsed store can still add a suppression, and a Viewer cannot', async () => {
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${shop.storeEnvId}`),
  )
  assert.equal((await shop.api.post('/email-suppressions', { email: 'a@x.example' })).status, 201)
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.post('/email-suppressions', { email: 'b@x.example' })).body.code, 'role_read_only')
})
