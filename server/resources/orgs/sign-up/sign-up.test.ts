// Signing up by oneself: closed unless opened, proven by the mailbox, and silent about who has an account here.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { type Answer, day, startService, type TestService } from '#test/service.ts'
import { auditLines, mailsTo, userOf } from '../../account/account.testing.ts'

let service: TestService
before(async () => {
  service = await startService({ env: { SIGN_UP: 'open' } })
})
after(() => service.close())

const refusal = ({ status, body }: Answer) => [status, body?.code]
let people = 0
const asked = (more: object = {}) => ({
  ...{ name: 'Sam Kent', email: `sam${++people}@acme.example`, password: 'seven-blue-kettles' },
  ...{ organization: 'Acme', store: 'Acme Shop', origin: 'https://acme.example' },
  ...more,
})
const signUp = (body: object, headers?: Record<string, string>) =>
  service.anonymous.post('/auth/sign-up', body, headers)
const tokenOf = ({ body }: Answer) => /\/admin\/sign-up\/([\w-]+)$/.exec(body.confirmUrl)?.[1] ?? ''
const confirm = (token: string) => service.anonymous.post(`/auth/sign-up/${token}`)

test('unless it is opened nobody signs up, and a link of before opens nothing', async () => {
  const closed = await startService({ beside: service })
  try {
    assert.deepEqual(refusal(await closed.anonymous.post('/auth/sign-up', asked())), [403, 'sign_up_closed'])
    assert.equal((await closed.anonymous.get('/auth/installation')).body.signUp, false)
    const token = tokenOf(await signUp(asked()))
    assert.deepEqual(refusal(await closed.anonymous.post(`/auth/sign-up/${token}`)), [403, 'sign_up_closed'])
    assert.equal((await service.anonymous.get('/auth/installation')).body.signUp, true)
  } finally {
    await closed.close()
  }
})

test('nothing is made before the link is used; then all that setup makes', async () => {
  const body = asked({ email: 'Sam.Kent@Acme.Example' })
  const answer = await signUp(body)
  assert.equal(answer.status, 202, answer.text)
  assert.deepEqual(Object.keys(answer.body).sort(), ['confirmUrl', 'status'])
  await service.runJobs()
  const [mail] = await mailsTo(service, 'sam.kent@acme.example')
  assert.ok(mail?.includes(answer.body.confirmUrl))
  assert.equal(await userOf(service, 'sam.kent@acme.example'), undefined)
  const token = tokenOf(answer)
  const open = await service.anonymous.get(`/auth/sign-up/${token}`)
  assert.deepEqual([open.status, open.body.organization, open.body.email], [200, 'Acme', 'sam.kent@acme.example'])
  const made = await confirm(token)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(Object.keys(made.body).sort(), ['apiKey', 'organizationId', 'ownerEmail', 'storeEnvId'])
  const { apiKey, storeEnvId, organizationId } = made.body
  const api = service.with({ authorization: `Bearer ${apiKey}`, 'x-store-env-id': storeEnvId })
  assert.equal((await api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])).status, 200)
  const signedIn = await service.anonymous.post('/auth/sign-in/email', { email: body.email, password: body.password })
  assert.equal(signedIn.status, 200)
  assert.equal(signedIn.body.user.emailVerified, false, 'shown in the answer, the link proves no mailbox')
  const cookie = [signedIn.headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')
  const [organization] = (await service.with({ cookie }).get('/account/organizations')).body.data
  assert.deepEqual([organization.id, organization.role, organization.name], [organizationId, 'OWNER', 'Acme'])
  for (const again of [await confirm(token), await service.anonymous.get(`/auth/sign-up/${token}`)])
    assert.deepEqual(refusal(again), [409, 'link_used'])
})

test('of many uses of a link at once one makes something', async () => {
  const token = tokenOf(await signUp(asked()))
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
})

test('a second use finds the person that the first is making either whole or not at all', async () => {
  const token = tokenOf(await signUp(asked()))
  const holder = new Client({ connectionString: service.databaseUrl })
  await holder.connect()
  const waiting = async () =>
    (await holder.query('select pid from pg_locks where not granted and relation = $1::regclass', ['auth.account']))
      .rowCount ?? 0
  try {
    await holder.query('begin')
    await holder.query('lock table auth.account in exclusive mode')
    const first = confirm(token)
    while ((await waiting()) < 1) await setImmediate()
    const second = confirm(token)
    const isAnswered = second.then(() => true)
    while ((await waiting()) < 2 && !(await Promise.race([isAnswered, setImmediate(false)]))) {}
    await holder.query('commit')
    const answers = [refusal(await first), refusal(await second)].sort()
    assert.deepEqual(answers, [
      [201, undefined],
      [409, 'link_used'],
    ])
  } finally {
    await holder.end()
  }
})

test('the answer is the same for an address that has an account; its person is told, and nothing can be made of it', async () => {
  const shop = await service.shop()
  const known = await signUp(asked({ email: shop.ownerEmail }))
  const unknown = await signUp(asked())
  assert.deepEqual([known.status, Object.keys(known.body)], [unknown.status, Object.keys(unknown.body)])
  await service.runJobs()
  const mail = (await mailsTo(service, shop.ownerEmail)).at(-1) ?? ''
  assert.match(mail, /There is an account of this address already/)
  assert.doesNotMatch(mail, /sign-up\//)
  assert.deepEqual(refusal(await confirm(tokenOf(known))), [404, 'not_found'])
  assert.equal((await auditLines(shop, 'store.created')).length, 1)
})

test('of two sign-ups with one address the first that is confirmed is the person', async () => {
  const body = asked()
  const [first, second] = [
    tokenOf(await signUp(body)),
    tokenOf(await signUp({ ...body, password: 'nine-green-ladders' })),
  ]
  assert.equal((await confirm(second)).status, 201)
  assert.deepEqual(refusal(await confirm(first)), [404, 'not_found'])
  const entered = await service.anonymous.post('/auth/sign-in/email', {
    email: body.email,
    password: 'nine-green-ladders',
  })
  assert.equal(entered.status, 200)
})

test('at most three are open for an address, and a link ends after a day', async () => {
  const body = asked()
  const tokens = []
  for (let i = 0; i < 5; i++) tokens.push(tokenOf(await signUp(body)))
  await service.runJobs()
  assert.equal((await mailsTo(service, body.email)).length, 3)
  assert.deepEqual(refusal(await confirm(tokens[4] ?? '')), [404, 'not_found'])
  const late = tokenOf(await signUp(asked()))
  service.advance(day)
  assert.deepEqual(refusal(await confirm(late)), [404, 'not_found'])
  assert.deepEqual(refusal(await confirm('x'.repeat(43))), [404, 'not_found'])
})

test('weak passwords, wrong origins, blank names and strangers’ pages are refused, and a password is kept nowhere', async () => {
  for (const [more, path] of [
    [{ password: 'password123' }, '/password'],
    [{ password: 'short' }, '/password'],
    [{ origin: 'http://acme.example' }, '/origin'],
    [{ origin: 'javascript:alert(1)' }, '/origin'],
    [{ name: ' ' }, '/name'],
    [{ organization: '\u202e' }, '/organization'],
    [{ email: 'nobody' }, '/email'],
    [{ affiliateCode: 'nobodys' }, '/affiliateCode'],
  ] as const) {
    const answer = await signUp(asked(more))
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path], answer.text)
  }
  assert.deepEqual(refusal(await signUp(asked(), { origin: 'https://evil.example' })), [403, 'origin_forbidden'])
  const secret = 'eleven-red-teapots'
  await signUp(asked({ password: secret }))
  const rows = await service.service.db.system('read', (tx) =>
    tx.all<{ row: string }>(sql.raw('select to_jsonb(s)::text as row from sign_ups s')),
  )
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ row }) => !row.includes(secret)))
})

test('a code, or the cookie of a link, says who brought them; the code goes first', async () => {
  const shops = [await service.shop('First'), await service.shop('Second')]
  for (const [i, shop] of shops.entries())
    assert.equal((await (await shop.signedIn()).post('/affiliates/me', { code: `code-${i}` })).status, 201)
  const cookie = { cookie: 'evident_ref=code-1' }
  const followed = async (headers?: Record<string, string>) =>
    (await service.anonymous.get('/auth/installation', headers)).body.affiliateCode
  assert.deepEqual(
    [await followed(), await followed(cookie), await followed({ cookie: 'evident_ref=nobodys' })],
    [null, 'code-1', null],
  )
  await confirm(tokenOf(await signUp(asked({ organization: 'By cookie' }), cookie)))
  await confirm(tokenOf(await signUp(asked({ organization: 'By code', affiliateCode: 'CODE-0' }), cookie)))
  const brought = await Promise.all(
    shops.map(async (shop) => (await (await shop.signedIn()).get('/affiliates/referrals')).body.data),
  )
  assert.deepEqual(
    brought.map((list) => list.map(({ organization, state }: Record<string, string>) => [organization, state])),
    [[['By code', 'signed_up']], [['By cookie', 'signed_up']]],
  )
})
