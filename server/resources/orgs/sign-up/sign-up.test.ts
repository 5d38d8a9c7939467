import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { type Answer, day, provideService, startService } from '#test/service.ts'
import { auditLines, findUser, mailsTo } from '../../account/account.testing.ts'
import { maxSwiftMails } from './rules.ts'

const service = provideService({ env: { SIGN_UP: 'open' } })

const refusal = ({ status, body }: Answer) => [status, body?.code]
let people = 0
const asked = (more: object = {}) => ({
  ...{ name: 'Sam Kent', email: `sam${++people}@acme.example`, password: 'seven-blue-kettles' },
  ...{ organization: 'Acme', store: 'Acme Shop', origin: 'https://acme.example' },
  ...more,
})
const signUp = (body: object, headers?: Record<string, string>) =>
  service.anonymous.post('/auth/sign-up', body, headers)
const parseToken = ({ body }: Answer) => /\/admin\/sign-up\/([\w-]+)$/.exec(body.confirmUrl)?.[1] ?? ''
const secret = 'seven-blue-kettles'
const confirm = (token: string, more: object = {}) =>
  service.anonymous.post(`/auth/sign-up/${token}`, { password: secret, ...more })
const entered = async (email: string, password: string) =>
  (await service.anonymous.post('/auth/sign-in/email', { email, password })).status

test('sign-up is closed by default, and closing it disables earlier links', async () => {
  const closed = await startService({ beside: service })
  try {
    assert.deepEqual(refusal(await closed.anonymous.post('/auth/sign-up', asked())), [403, 'sign_up_closed'])
    assert.equal((await closed.anonymous.get('/auth/installation')).body.signUp, false)
    const token = parseToken(await signUp(asked()))
    assert.deepEqual(refusal(await closed.anonymous.post(`/auth/sign-up/${token}`, { password: secret })), [
      403,
      'sign_up_closed',
    ])
    assert.equal((await service.anonymous.get('/auth/installation')).body.signUp, true)
  } finally {
    await closed.close()
  }
})

test('a sign-up creates nothing until its link is used; the link creates a complete account', async () => {
  const body = asked({ email: 'Sam.Kent@Acme.Example' })
  const answer = await signUp(body)
  assert.equal(answer.status, 202, answer.text)
  assert.deepEqual(Object.keys(answer.body).sort(), ['confirmUrl', 'status'])
  await service.runJobs()
  const [mail] = await mailsTo(service, 'sam.kent@acme.example')
  assert.ok(mail?.includes(answer.body.confirmUrl))
  assert.equal(await findUser(service, 'sam.kent@acme.example'), undefined)
  const token = parseToken(answer)
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

test('one of many concurrent uses of a link succeeds', async () => {
  const token = parseToken(await signUp(asked()))
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
})

test('a second, concurrent use of a link waits for the complete account and gets 409', async () => {
  const token = parseToken(await signUp(asked()))
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

test('an existing account gets the same response, a mail, and no change', async () => {
  const shop = await service.shop()
  const known = await signUp(asked({ email: shop.ownerEmail }))
  const unknown = await signUp(asked())
  assert.deepEqual([known.status, Object.keys(known.body)], [unknown.status, Object.keys(unknown.body)])
  await service.runJobs()
  const mail = (await mailsTo(service, shop.ownerEmail)).at(-1) ?? ''
  assert.match(mail, /An account with this address already exists/)
  assert.doesNotMatch(mail, /sign-up\//)
  assert.deepEqual(refusal(await confirm(parseToken(known))), [404, 'not_found'])
  assert.equal((await auditLines(shop, 'store.created')).length, 1)
})

test('a click on a stranger’s sign-up never creates an account with the stranger’s password', async () => {
  const body = asked({ password: 'the-stranger-knows-this' })
  const link = `/auth/sign-up/${parseToken(await signUp(body))}`
  for (const sent of [undefined, {}, { password: '' }, { password: 'short' }, { password: null }]) {
    const { status, body: answer, text } = await service.anonymous.post(link, sent)
    assert.deepEqual([status, answer.details?.[0]?.path], [400, '/password'], text)
  }
  assert.equal(await findUser(service, body.email), undefined)
  const made = await service.anonymous.post(link, { password: 'only-the-victim-knows' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [await entered(body.email, body.password), await entered(body.email, 'only-the-victim-knows')],
    [401, 200],
  )
})

test("strangers cannot block the sign-up of an address's owner", async () => {
  const stranger = asked({ organization: 'Evil', password: 'the-stranger-knows-this' })
  const older = []
  for (let i = 0; i < 8; i++) older.push(parseToken(await signUp(stranger)))
  const own = parseToken(await signUp({ ...stranger, organization: 'Own', password: secret }))
  await service.runJobs()
  const mail = (await mailsTo(service, stranger.email)).at(-1) ?? ''
  assert.ok(mail.includes(own))
  // The newest link replaces the older ones.
  for (const token of older) assert.deepEqual(refusal(await confirm(token)), [404, 'not_found'])
  assert.equal((await service.anonymous.get(`/auth/sign-up/${own}`)).body.organization, 'Own')
  assert.equal((await confirm(own)).status, 201)
})

test('after many sign-ups of one address, one delayed mail has the newest link', async () => {
  const body = asked()
  let newest = ''
  for (let i = 0; i < 15; i++) newest = parseToken(await signUp(body))
  await service.runJobs()
  const soon = await mailsTo(service, body.email)
  assert.ok(soon.length <= maxSwiftMails && !soon.at(-1)?.includes(newest), String(soon.length))
  // The queue uses the database's clock.
  await service.service.db.workerPool.query(
    'select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs where run_at > now()',
  )
  await service.runJobs()
  const later = await mailsTo(service, body.email)
  assert.equal(later.length, soon.length + 1)
  assert.ok(later.at(-1)?.includes(newest))
})

test('the mail of a sign-up contains no text of the caller', async () => {
  const words = { name: 'Win a prize', organization: 'evil.example', store: 'Click evil', affiliateCode: undefined }
  const unknown = asked(words)
  const shop = await service.shop()
  await signUp(unknown)
  await signUp({ ...asked(words), email: shop.ownerEmail })
  await service.runJobs()
  for (const email of [unknown.email, shop.ownerEmail]) {
    const mail = (await mailsTo(service, email)).at(-1) ?? ''
    assert.doesNotMatch(mail, /prize|evil/i)
  }
})

test("the person corrects a stranger's details on the link's page", async () => {
  const body = asked({ name: 'Stranger', organization: 'Evil', store: 'Evil Shop', origin: 'https://evil.example' })
  const token = parseToken(await signUp(body))
  const { body: shown } = await service.anonymous.get(`/auth/sign-up/${token}`)
  assert.deepEqual([shown.name, shown.organization], ['Stranger', 'Evil'])
  const own = { name: 'Sam Kent', organization: 'Acme', store: 'Acme Shop', origin: 'https://acme.example' }
  for (const [more, path] of [
    [{ origin: 'javascript:alert(1)' }, '/origin'],
    [{ organization: '\u202e' }, '/organization'],
    [{ name: ' ' }, '/name'],
  ] as const) {
    const answer = await confirm(token, more)
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path], answer.text)
  }
  const made = await confirm(token, own)
  assert.equal(made.status, 201, made.text)
  const { apiKey, storeEnvId } = made.body
  const api = service.with({ authorization: `Bearer ${apiKey}`, 'x-store-env-id': storeEnvId })
  const [store] = (await api.get('/account/stores')).body.data
  assert.deepEqual([store.name, store.origins], ['Acme Shop', ['https://acme.example']])
  assert.equal((await findUser(service, body.email))?.name, 'Sam Kent')
})

test('a link expires after a day', async () => {
  const late = parseToken(await signUp(asked()))
  service.advance(day)
  assert.deepEqual(refusal(await confirm(late)), [404, 'not_found'])
  assert.deepEqual(refusal(await confirm('x'.repeat(43))), [404, 'not_found'])
})

test('weak passwords, foreign origins and blank names are refused; no password is stored', async () => {
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
  const known = 'eleven-red-teapots'
  await signUp(asked({ password: known }))
  const rows = await service.service.db.system('read', (tx) =>
    tx.all<{ row: string }>(sql.raw('select to_jsonb(s)::text as row from sign_ups s')),
  )
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ row }) => !row.includes(known) && row.includes('"password_hash": null')))
})

test("an affiliate code or a link's cookie names the affiliate, and the code has precedence", async () => {
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
  await confirm(parseToken(await signUp(asked({ organization: 'By cookie' }), cookie)))
  await confirm(parseToken(await signUp(asked({ organization: 'By code', affiliateCode: 'CODE-0' }), cookie)))
  const brought = await Promise.all(
    shops.map(async (shop) => (await (await shop.signedIn()).get('/affiliates/referrals')).body.data),
  )
  assert.deepEqual(
    brought.map((list) => list.map(({ organization, state }: Record<string, string>) => [organization, state])),
    [[['By code', 'signed_up']], [['By cookie', 'signed_up']]],
  )
})
