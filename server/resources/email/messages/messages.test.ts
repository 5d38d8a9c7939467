import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { day, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { markBounced, markComplained, sendTest } from '../commands.ts'
import { confirmation, listMessages, queue, request, startMail } from '../email.testing.ts'

const { service, witness } = await startMail()
let shop: Shop
beforeEach(async () => {
  shop = await service.shop()
})

const fail = async (id: string) =>
  witness.query(`update email_messages set state = 'failed', reason = 'refused', settled_at = due_at where id = $1`, [
    id,
  ])

test('the log filters by state, template, category, order and address, newest first', async () => {
  const orderId = newId()
  const [a, b, c] = await queue(
    service,
    shop,
    request({ orderId }),
    confirmation({ to: { email: 'Other@Example.com' } }),
    request({ category: 'loyalty' }),
  )
  await service.runJobs()
  const ids = async (query: string) => {
    const { status, body } = await shop.api.get(`/email/messages${query}`)
    assert.equal(status, 200)
    return body.data.map(({ id }: { id: string }) => id).sort()
  }
  const all = [a?.id, b?.id, c?.id].sort()
  assert.deepEqual(await ids(''), all)
  assert.deepEqual(await ids('?state=sent'), all)
  assert.deepEqual(await ids('?state=failed'), [])
  assert.deepEqual(await ids('?template=review_confirmation'), [b?.id])
  assert.deepEqual(await ids('?category=loyalty'), [c?.id])
  assert.deepEqual(await ids(`?orderId=${orderId}`), [a?.id])
  assert.deepEqual(await ids('?email=oTHER%40example.com'), [b?.id])
  const first = await shop.api.get('/email/messages?limit=2&includeTotal=true')
  assert.equal(first.body.pagination.total, 3)
  const second = await shop.api.get(`/email/messages?limit=2&cursor=${first.body.pagination.nextCursor}`)
  assert.deepEqual([...first.body.data, ...second.body.data].map(({ id }) => id).sort(), all)
})

test('a signed-in person sees the full address, and a key sees four characters of it', async () => {
  const [queued] = await queue(service, shop, request())
  const own = await (await shop.signedIn()).get(`/email/messages/${queued?.id}`)
  const key = await shop.api.get(`/email/messages/${queued?.id}`)
  assert.equal(own.body.recipient, 'jane.doe@example.com')
  assert.equal(key.body.recipient, undefined)
  assert.equal(key.body.recipientLast4, '.doe')
  assert.doesNotMatch(key.text, /jane/)
})

test("another shop's messages cannot be read, listed or retried", async () => {
  const [queued] = await queue(service, shop, request())
  await fail(queued?.id ?? '')
  const other = await service.shop()
  assert.equal((await other.api.get(`/email/messages/${queued?.id}`)).status, 404)
  assert.equal((await other.api.post(`/email/messages/${queued?.id}/retry`)).status, 404)
  assert.deepEqual((await other.api.get('/email/messages')).body.data, [])
  await service.service.db.store(other, 'write', (tx) => markBounced(tx, queued?.id ?? '', tx.now, 'hard'))
  assert.equal((await listMessages(witness, shop))[0]?.state, 'failed')
  assert.equal((await shop.api.get(`/email/messages/${queued?.id}`)).body.bouncedAt, null)
  await service.runJobs()
})

test('only failed messages can be retried', async () => {
  const [queued] = await queue(service, shop, request())
  const id = queued?.id ?? ''
  for (const state of ['queued', 'sending', 'sent', 'skipped', 'unknown']) {
    await witness.query('update email_messages set state = $2 where id = $1', [id, state])
    assert.equal((await shop.api.post(`/email/messages/${id}/retry`)).status, 409, state)
  }
  await fail(id)
  assert.equal((await (await shop.as('VIEWER')).post(`/email/messages/${id}/retry`)).status, 403)
  assert.equal((await shop.api.post(`/email/messages/${id}/retry`)).status, 202)
  await service.runJobs()
  assert.equal((await shop.api.get(`/email/messages/${id}`)).body.state, 'sent')
})

test('parallel retries send a message once', async () => {
  const [queued] = await queue(service, shop, request())
  await fail(queued?.id ?? '')
  const answers = await Promise.all([1, 2, 3].map(() => shop.api.post(`/email/messages/${queued?.id}/retry`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409])
  await service.runJobs()
  const { rows } = await witness.query('select count(*)::int as n from mailbox where store_env_id = $1', [
    shop.storeEnvId,
  ])
  assert.equal(rows[0].n, 1)
})

test('the log shows a bounce and a complaint with the time of the first report', async () => {
  const [queued] = await queue(service, shop, request())
  await service.runJobs()
  const id = queued?.id ?? ''
  const [early, late] = [new Date('2026-11-21T11:00:00Z'), new Date('2026-11-22T11:00:00Z')]
  await service.service.db.store(shop, 'write', async (tx) => {
    await markBounced(tx, id, early, 'hard')
    await markBounced(tx, id, late, 'soft')
    await markComplained(tx, id, early)
    await markComplained(tx, id, late)
  })
  const { body } = await shop.api.get(`/email/messages/${id}`)
  assert.deepEqual([body.bouncedAt, body.bounce, body.complainedAt], [early.toISOString(), 'hard', early.toISOString()])
  assert.equal(body.state, 'sent')
})

test('a test mail is sent without the checks of any area', async () => {
  const { db, services } = service.service
  const { key: _, ...message } = request({ template: 'review_reply', requestId: newId() })
  await db.store(shop, 'write', (tx) => sendTest(tx, services.secrets, message))
  await service.runJobs()
  assert.equal((await listMessages(witness, shop))[0]?.state, 'sent')
})

test('an erased person appears in no message and no mailbox', async () => {
  await queue(service, shop, request(), confirmation({ to: { email: 'other@example.com' } }))
  await service.runJobs()
  assert.equal((await shop.api.post('/customers/erase', { email: 'Jane.Doe@example.com' })).status, 200)
  const rows = await listMessages(witness, shop)
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    ['other@example.com'],
  )
  const { rows: kept } = await witness.query('select recipient from mailbox where store_env_id = $1', [shop.storeEnvId])
  assert.deepEqual(kept, [{ recipient: 'other@example.com' }])
})

test("messages are deleted after 400 days, and a failed message's content after 30 days", async () => {
  const clean = async () => {
    const job = jobs.find(({ id }) => id === 'email.clean')
    assert.ok(job)
    const { db, services } = service.service
    await perform(job, { db, services, stopping: new AbortController().signal }, {})
  }
  const [queued] = await queue(service, shop, request())
  const id = queued?.id ?? ''
  await fail(id)
  await service.runJobs()
  service.advance(29 * day)
  await clean()
  assert.ok((await listMessages(witness, shop))[0]?.data)
  service.advance(2 * day)
  await clean()
  assert.equal((await listMessages(witness, shop))[0]?.data, null)
  assert.equal((await shop.api.post(`/email/messages/${id}/retry`)).status, 409)
  service.advance(368 * day)
  await clean()
  assert.equal((await listMessages(witness, shop)).length, 1)
  service.advance(2 * day)
  await clean()
  assert.equal((await listMessages(witness, shop)).length, 0)
})
