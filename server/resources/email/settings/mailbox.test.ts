import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { confirmation, queue, request } from '../email.testing.ts'
import { emailJobs } from '../jobs.ts'

const service = provideService({ now: new Date('2026-11-21T10:00:00Z') })
let shop: Shop
beforeEach(async () => {
  shop = await service.shop()
})

test("without a mail server, mail is stored unchanged for the store's people", async () => {
  const [queued] = await queue(service, shop, request())
  await service.runJobs()
  const owner = await shop.signedIn()
  const { body } = await owner.get('/email/mailbox')
  assert.equal(body.data.length, 1)
  assert.equal(body.data[0].id, queued?.id)
  const mail = (await owner.get(`/email/mailbox/${queued?.id}`)).body
  assert.equal(mail.recipient, 'jane.doe@example.com')
  assert.ok(mail.html.includes('<') && mail.text.length > 0)
  const names = mail.headers.map(({ name }: { name: string }) => name)
  for (const name of [
    'Message-ID',
    'Date',
    'Return-Path',
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
    'Auto-Submitted',
  ])
    assert.ok(names.includes(name), name)
})

test('keys cannot read the mailbox, because links in mails give access', async () => {
  for (const answer of [
    await shop.api.get('/email/mailbox'),
    await shop.api.delete('/email/mailbox'),
    await (await shop.as('ADMIN', ['email:write'])).get('/email/mailbox'),
  ])
    assert.equal(answer.status, 403)
})

test("a mailbox contains and deletes only its own store's mail", async () => {
  const other = await service.shop()
  const [theirs] = await queue(service, other, request())
  await queue(service, shop, request(), confirmation())
  await service.runJobs()
  const [mine, strangers] = [await shop.signedIn(), await other.signedIn()]
  assert.equal((await mine.get(`/email/mailbox/${theirs?.id}`)).status, 404)
  assert.deepEqual((await mine.delete('/email/mailbox')).body, { removed: 2 })
  assert.deepEqual((await mine.get('/email/mailbox')).body.data, [])
  assert.equal((await strangers.get('/email/mailbox')).body.data.length, 1)
})

test('only owners see invitations in the mailbox', async () => {
  const owner = await shop.signedIn()
  const invite = async (email: string, role: string) => {
    const { body } = await owner.post('/account/users/invite', { email, role })
    const token = String(body.acceptUrl).split('/').at(-1)
    return token ?? ''
  }
  const token = await invite(`admin-${shop.storeEnvId}@example.com`, 'ADMIN')
  await service.runJobs()
  const { body } = await owner.get('/email/mailbox?includeTotal=true')
  assert.equal(body.pagination.total, 1)
  assert.match(body.data[0].subject, /invited/)
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, {
    name: 'Ada',
    password: 'correct horse battery',
  })
  assert.ok(accepted.status < 300)
  const admin = await shop.signedIn(`admin-${shop.storeEnvId}@example.com`)
  assert.deepEqual((await admin.get('/email/mailbox')).body.data, [])
  assert.equal((await admin.get(`/email/mailbox/${body.data[0].id}`)).status, 404)
})

test('local mail to any recipient is deleted after 30 days', async () => {
  const { db, services } = service.service
  await queue(service, shop, request())
  await service.runJobs()
  const { organizationId } = shop
  await services.mail.send({ to: shop.ownerEmail, subject: 'To the owner', text: 'Hello', organizationId })
  const clean = emailJobs([]).find(({ id }) => id === 'email.clean')
  assert.ok(clean)
  const leftAfter = async (days: number) => {
    service.advance(days * day)
    await perform(clean, { db, services, stopping: new AbortController().signal }, {})
    return (await (await shop.signedIn()).get('/email/mailbox')).body.data.length
  }
  assert.equal(await leftAfter(29), 2)
  assert.equal(await leftAfter(2), 0)
})
