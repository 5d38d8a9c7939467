import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { type Sink, startSink } from '#resources/email/sending/sink.testing.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { resetLink } from '../../../entry/commands/recovery.ts'
import { auditLines, findUser, mailsTo, tokenIn } from '../account.testing.ts'

const service = provideService()
let shop: Shop

const next = 'another good password'
const ask = (email: string, headers = {}) => service.anonymous.post('/auth/request-password-reset', { email }, headers)
const reset = (token: string, newPassword = next) =>
  service.anonymous.post('/auth/reset-password', { token, newPassword })
const signIn = (email: string, password: string) => service.anonymous.post('/auth/sign-in/email', { email, password })

async function tokenFor(email: string, typed = email): Promise<string> {
  await ask(typed)
  await service.runJobs()
  return tokenIn((await mailsTo(service, email)).findLast((text) => text.includes('/reset-password/')))
}

test('a mailed link resets a password once, and every session ends', async () => {
  shop = await service.shop()
  const email = shop.ownerEmail
  const open = await shop.signedIn()
  const token = await tokenFor(email, email.toUpperCase())
  const answer = await service.anonymous.get(`/auth/reset-password/${token}`)
  assert.equal(answer.body.email, email)
  const both = await Promise.all([reset(token), reset(token)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await open.get('/account/stores')).status, 401)
  assert.equal((await signIn(email, shop.password)).status, 401)
  assert.equal((await signIn(email, next)).status, 200)
  for (const used of [await service.anonymous.get(`/auth/reset-password/${token}`), await reset(token)]) {
    assert.deepEqual([used.status, used.body.code], [409, 'link_used'])
    assert.ok(!JSON.stringify(used.body).includes(email), 'nothing of whom it was for')
  }
  await service.runJobs()
  assert.match((await mailsTo(service, email)).at(-1) ?? '', /password of your account .* was changed/)
})

test('the response and the queued job are the same with and without an account', async () => {
  shop = await service.shop()
  const answers = [await ask(shop.ownerEmail), await ask('nobody-at-all@example.com')]
  for (const { status, body } of answers) assert.deepEqual([status, body], [202, { status: 'accepted' }])
  const { rows } = await service.service.db.workerPool.query(
    `select j.payload::jsonb - 'email' - 'nonce' as payload from graphile_worker._private_jobs j`,
  )
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[0], rows[1])
  await service.runJobs()
  assert.deepEqual(await mailsTo(service, 'nobody-at-all@example.com'), [])
})

test('a link expires after an hour, or when another link of the same person is used', async () => {
  shop = await service.shop()
  const [first, second] = [await tokenFor(shop.ownerEmail), await tokenFor(shop.ownerEmail)]
  assert.notEqual(first, second)
  assert.equal((await reset(first)).status, 200)
  assert.equal((await reset(second)).status, 404)
  const late = await tokenFor(shop.ownerEmail)
  service.advance(3_600_000)
  assert.equal((await reset(late)).status, 404)
  assert.equal((await reset('x'.repeat(43))).status, 404)
})

test('a refused password does not use up the link', async () => {
  shop = await service.shop()
  const token = await tokenFor(shop.ownerEmail)
  for (const weak of ['short', 'password123', shop.ownerEmail]) {
    const { status, body } = await reset(token, weak)
    assert.deepEqual([status, body.details[0].path], [400, '/newPassword'], weak)
  }
  assert.equal((await reset(token)).status, 200)
})

test('a person has at most three valid links, so that strangers cannot fill a mailbox', async () => {
  shop = await service.shop()
  for (let i = 0; i < 6; i++) await ask(shop.ownerEmail)
  await service.runJobs()
  assert.equal((await mailsTo(service, shop.ownerEmail)).length, 3)
})

test('only a digest of the token is stored, and no queue contains the token', async () => {
  shop = await service.shop()
  await ask(shop.ownerEmail)
  const queued = await service.service.db.workerPool.query('select payload::text from graphile_worker._private_jobs')
  await service.runJobs()
  const token = tokenIn((await mailsTo(service, shop.ownerEmail)).at(-1))
  const stored = await service.service.db.authPool.query('select * from auth.password_reset')
  assert.ok(stored.rows.length > 0)
  for (const text of [JSON.stringify(queued.rows), JSON.stringify(stored.rows)]) assert.ok(!text.includes(token))
})

test('a page of another site cannot request a link', async () => {
  const refused = await ask('somebody@example.com', { origin: 'https://evil.example' })
  assert.deepEqual([refused.status, refused.body.code], [403, 'origin_forbidden'])
})

test("an operator's link does not verify an address", async () => {
  shop = await service.shop()
  const token = tokenIn(await resetLink(service.service, shop.ownerEmail))
  assert.equal((await reset(token)).status, 200)
  assert.equal((await findUser(service, shop.ownerEmail))?.emailVerified, false)
  await assert.rejects(resetLink(service.service, 'nobody@example.com'), /No account has the address/)
})

test('a mailed link verifies an address; local mailboxes hide links of people with several organizations', async () => {
  const sink: Sink = await startSink()
  const live = await startService({ beside: service, env: { SMTP_URL: sink.url } })
  try {
    shop = await service.shop()
    await live.anonymous.post('/auth/request-password-reset', { email: shop.ownerEmail })
    await live.runJobs()
    const mail = sink.received.find(({ to }) => to === shop.ownerEmail)
    const { text } = await PostalMime.parse(mail?.raw ?? '')
    assert.equal(
      (await live.anonymous.post('/auth/reset-password', { token: tokenIn(text), newPassword: next })).status,
      200,
    )
    assert.equal((await findUser(service, shop.ownerEmail))?.emailVerified, true)
  } finally {
    await live.close()
    await sink.close()
  }
  const [one, two] = [await service.shop(), await service.shop()]
  const [ownerOfOne, ownerOfTwo] = [await one.signedIn(), await two.signedIn()]
  const join = async (api: typeof ownerOfOne, email: string, given: object) => {
    const { acceptUrl } = (await api.post('/account/users/invite', { email, role: 'MEMBER' })).body
    const joined = await service.anonymous.post(`/auth/invitations/${tokenIn(acceptUrl)}/accept`, given)
    assert.equal(joined.status, 200, joined.text)
  }
  await join(ownerOfOne, 'both@example.com', { name: 'Both', password: next })
  await join(ownerOfTwo, 'both@example.com', { password: next })
  await ask('both@example.com')
  await ask(one.ownerEmail)
  await service.runJobs()
  const seen = (await ownerOfOne.get('/email/mailbox?limit=100')).body.data
    .filter(({ subject }: { subject: string }) => subject.startsWith('Choose a new password'))
    .map(({ recipient }: { recipient: string }) => recipient)
  assert.deepEqual(seen, [one.ownerEmail])
})

test('requesting a link and choosing a password are logged with address and client', async () => {
  shop = await service.shop()
  const client = { 'user-agent': 'Test browser' }
  await ask(shop.ownerEmail, client)
  await service.runJobs()
  const token = tokenIn((await mailsTo(service, shop.ownerEmail)).at(-1))
  await service.anonymous.post('/auth/reset-password', { token, newPassword: next }, client)
  const later = { ...shop, signedIn: () => shop.signedIn(shop.ownerEmail, next) }
  const [asked] = await auditLines(later, 'password.reset_requested')
  const [chosen] = await auditLines(later, 'password.reset')
  assert.deepEqual([asked?.actor.type, asked?.address, asked?.userAgent], ['visitor', '127.0.0.1', 'Test browser'])
  assert.deepEqual([chosen?.actor.type, chosen?.address, chosen?.userAgent], ['user', '127.0.0.1', 'Test browser'])
})
