// These tests try an attack: somebody accepts an invitation to another person's address, so that the account later
// counts as that person's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { sql } from '#platform/db/query.ts'
import { type Sink, startSink } from '#resources/email/sending/sink.testing.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { setup } from '../../../entry/commands/setup.ts'
import { findUser, mailsTo, tokenIn } from '../account.testing.ts'

let sink: Sink
let live: TestService
let local: TestService
let shop: Shop
before(async () => {
  sink = await startSink()
  live = await startService({ env: { SMTP_URL: sink.url } })
  local = await startService()
  shop = await live.shop('Live')
})
after(async () => {
  await live.close()
  await local.close()
  await sink.close()
})

const password = 'a long enough password'

const accept = (service: TestService, token: string, given: object = { name: 'Vera', password }) =>
  service.anonymous.post(`/auth/invitations/${token}/accept`, given)

async function linkSentTo(email: string): Promise<string> {
  await live.runJobs()
  const mail = sink.received.findLast(({ to }) => to === email)
  return tokenIn((await PostalMime.parse(mail?.raw ?? '')).text)
}

test('where the service sends mail, only the mail contains the link', async () => {
  const owner = await shop.signedIn()
  const email = 'only@example.com'
  const invited = await owner.post('/account/users/invite', { email, role: 'ADMIN' })
  assert.equal(invited.status, 201, invited.text)
  assert.deepEqual(Object.keys(invited.body).sort(), ['email', 'expiresAt', 'id', 'role', 'status'])
  const { rows: queued } = await live.service.db.workerPool.query(
    'select payload::text from graphile_worker._private_jobs',
  )
  const token = await linkSentTo(email)
  assert.ok(token.length >= 32)
  const log = await owner.get('/account/audit-log?limit=100')
  const users = await owner.get('/account/users')
  const mailbox = await owner.get('/email/mailbox')
  for (const text of [JSON.stringify(queued), log.text, users.text, mailbox.text, invited.text])
    assert.ok(!text.includes(token))
})

test('an address is verified by a mailed link, but not by a link that the inviter sees', async () => {
  const owner = await shop.signedIn()
  await owner.post('/account/users/invite', { email: 'proven@example.com', role: 'VIEWER' })
  assert.equal((await accept(live, await linkSentTo('proven@example.com'))).status, 200)
  assert.equal((await findUser(live, 'proven@example.com'))?.emailVerified, true)

  const inviter = await (await local.shop('Local')).signedIn()
  const { acceptUrl } = (await inviter.post('/account/users/invite', { email: 'kept@example.com', role: 'VIEWER' }))
    .body
  assert.equal((await accept(local, tokenIn(acceptUrl))).status, 200)
  assert.equal((await findUser(local, 'kept@example.com'))?.emailVerified, false)
})

test('a link that the inviter saw verifies no address, even after mail is configured', async () => {
  const inviter = await (await local.shop('Later')).signedIn()
  const { acceptUrl } = (await inviter.post('/account/users/invite', { email: 'later@example.com', role: 'VIEWER' }))
    .body
  const restarted = await startService({
    beside: local,
    env: { SMTP_URL: sink.url, SECRET_KEY: local.service.services.config.secretKey },
  })
  try {
    assert.equal((await accept(restarted, tokenIn(acceptUrl))).status, 200)
    assert.equal((await findUser(local, 'later@example.com'))?.emailVerified, false)
  } finally {
    await restarted.close()
  }
})

test('setup cannot take over an existing account: another password changes nothing', async () => {
  const inviter = await (await local.shop('Attacker')).signedIn()
  const { acceptUrl } = (await inviter.post('/account/users/invite', { email: 'boss@victim.example', role: 'VIEWER' }))
    .body
  assert.equal(
    (await accept(local, tokenIn(acceptUrl), { name: 'Boss', password: 'known to the attacker' })).status,
    200,
  )
  const request = { org: 'Victim', owner: 'Boss@victim.example', store: 'V', origins: ['https://v.example'] }
  await assert.rejects(setup(local.service, { ...request, password: 'what the operator chose' }), /Nothing was created/)
  await assert.rejects(setup(local.service, { ...request, password: '' }), /Nothing was created/)
  const organizations = await local.service.db.system('read', (tx) =>
    tx.all(sql`select from organizations where name = 'Victim'`),
  )
  assert.equal(organizations.length, 0)
  // The operator can repair this: a link for choosing a new password locks the attacker out.
  await local.anonymous.post('/auth/request-password-reset', { email: 'boss@victim.example' })
  await local.runJobs()
  const [mail] = (await mailsTo(local, 'boss@victim.example')).slice(-1)
  const newPassword = 'what the operator chose'
  assert.equal((await local.anonymous.post('/auth/reset-password', { token: tokenIn(mail), newPassword })).status, 200)
  const made = await setup(local.service, { ...request, password: newPassword })
  assert.equal(made.ownerEmail, 'boss@victim.example')
  const old = await local.anonymous.post('/auth/sign-in/email', {
    email: 'boss@victim.example',
    password: 'known to the attacker',
  })
  assert.equal(old.status, 401)
})

test('setup refuses a weak password and creates nothing', async () => {
  const request = { org: 'Weak', owner: 'weak@example.com', store: 'V', origins: ['https://v.example'] }
  for (const weak of ['short', 'password123', 'Manchester2026!', 'weak@example.com', 'aaaaaaaaaaaa'])
    await assert.rejects(setup(local.service, { ...request, password: weak }), /Nothing was created/, weak)
  assert.equal(await findUser(local, 'weak@example.com'), undefined)
})

test('an open invitation shows inviter, organization and role; other links reveal nothing', async () => {
  const there = await local.shop('Named')
  const inviter = await there.signedIn()
  const invited = await inviter.post('/account/users/invite', { email: 'told@example.com', role: 'MEMBER' })
  const token = tokenIn(invited.body.acceptUrl)
  const answer = (await local.anonymous.get(`/auth/invitations/${token}`)).body
  assert.deepEqual(answer, {
    organization: 'Named',
    invitedBy: 'owner-named',
    email: 'told@example.com',
    role: 'MEMBER',
    expiresAt: invited.body.expiresAt,
    hasAccount: false,
  })
  await local.runJobs()
  const [mail = ''] = await mailsTo(local, 'told@example.com')
  for (const secret of ['Named', 'owner-named', 'told@example.com', token]) assert.ok(mail.includes(secret), mail)
  await accept(local, token)
  assert.equal((await local.anonymous.get(`/auth/invitations/${token}`)).status, 409)
  assert.equal((await local.anonymous.get(`/auth/invitations/${'x'.repeat(43)}`)).status, 404)
})

test('a new person needs a valid name and password; refusals do not use up links', async () => {
  const inviter = await (await local.shop('Choosy')).signedIn()
  const invited = await inviter.post('/account/users/invite', { email: 'fussy@example.com', role: 'MEMBER' })
  const token = tokenIn(invited.body.acceptUrl)
  const refused: [object, string][] = [
    [{ password }, '/name'],
    [{ name: '\u202e\u0007', password }, '/name'],
    [{ name: 'x'.repeat(81), password }, '/name'],
    [{ name: 'Fussy', password: 'password123' }, '/password'],
    [{ name: 'Fussy', password: 'short' }, '/password'],
    [{ name: 'Fussy', password: 'fussy@example.com' }, '/password'],
  ]
  for (const [given, path] of refused) {
    const { status, body, text } = await accept(local, token, given)
    assert.deepEqual([status, body.details?.[0]?.path], [400, path], text)
  }
  assert.equal((await accept(local, token, { name: '  Fussy\u202eOne ', password })).status, 200)
  assert.equal((await findUser(local, 'fussy@example.com'))?.name, 'FussyOne')
})

test("guesses of an invited person's password are delayed like those at sign-in", async () => {
  const [ours, theirs] = [await local.shop(), await local.shop()]
  const inviter = await ours.signedIn()
  const invited = await inviter.post('/account/users/invite', { email: theirs.ownerEmail, role: 'MEMBER' })
  const token = tokenIn(invited.body.acceptUrl)
  const answers = []
  // Freezes the clock, because the wait after the fifth failure is only a second long.
  const go = freezeClock(local, local.service.clock.nowMs())
  for (let i = 0; i < 7; i++) answers.push((await accept(local, token, { password: `guess number ${i}` })).status)
  go()
  assert.deepEqual(answers, [401, 401, 401, 401, 401, 429, 429])
})
