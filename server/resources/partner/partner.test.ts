import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { enterAsPerson } from '#platform/auth/claims.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { type Answer, type Api, day, provideService, type Shop, startService } from '#test/service.ts'
import { auditLines } from '../account/account.testing.ts'

let merchant: Shop
let agency: Shop
let owner: Api
let agent: Api
const service = provideService({}, async () => {
  merchant = await service.shop('Merchant')
  agency = await service.shop('Agency')
  owner = await merchant.signedIn()
  agent = await agency.signedIn()
})
afterEach(() => service.service.db.system('write', (tx) => tx.run(sql`delete from partner_grants`)))

const refusal = ({ status, body }: Answer) => [status, body?.code]
const inStore = (storeEnvId = merchant.storeEnvId) => ({ 'x-store-env-id': storeEnvId })
const offer = async (more: object = {}) => {
  const answer = await owner.post('/partner/grants', { organizationId: agency.organizationId, role: 'ADMIN', ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as { id: string; role: string; state: string; acceptedAt: string | null }
}
const accept = async ({ id }: { id: string }, by = agent) => {
  const answer = await by.post(`/partner/grants/${id}/accept`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { id: string; role: string; state: string; acceptedAt: string | null }
}
const give = async (more: object = {}) => accept(await offer(more))
const end = async ({ id }: { id: string }, by = owner) => {
  const answer = await by.delete(`/partner/grants/${id}`)
  assert.equal(answer.status, 204, answer.text)
}
const reading = (by = agent) => by.get('/reviews', inStore())
async function makePerson({ organizationId }: Shop, role: string, email = `${newId()}@example.com`): Promise<Api> {
  const password = 'correct horse battery'
  const person = await service.service.services.users.create({ email, name: email, password, emailVerified: true })
  await service.service.db.system('write', (tx) =>
    tx.run(sql`
      insert into memberships (id, organization_id, user_id, email, name, role, created_at)
      values (${newId()}, ${organizationId}, ${person.id}, ${email}, ${email}, ${role}, now())`),
  )
  return merchant.signedIn(email, password)
}

test("a partner's people find the store, work in it, and lose access when the grant ends", async () => {
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'])
  const grant = await give()
  const stores = (await agent.get('/account/stores?includeTotal=true')).body
  const [theirs] = stores.data.filter(({ via }: { via: string | null }) => via === 'partner')
  assert.deepEqual([theirs.id, theirs.role, theirs.organizationName], [merchant.storeEnvId, 'ADMIN', 'Merchant'])
  assert.deepEqual([stores.data.length, stores.pagination.total], [2, 2])
  assert.equal(stores.data.find(({ id }: { id: string }) => id === agency.storeEnvId).via, null)
  assert.equal((await reading()).status, 200)
  const put = await agent.put('/products', [{ platformProductId: 'mug', title: 'Mug' }], inStore())
  assert.equal(put.status, 200, put.text)
  await end(grant)
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'])
  assert.equal((await agent.get('/account/stores')).body.data.length, 1)
})

test('an offer gives access to nothing until an owner of the partner accepts', async () => {
  const offered = await offer()
  assert.deepEqual([offered.state, offered.acceptedAt], ['offered', null])
  const isOpen = async () => [
    (await reading()).status,
    (await agent.put('/products', [{ platformProductId: 'mug' }], inStore())).status,
    (await agent.get('/account/stores?includeTotal=true')).body.pagination.total,
  ]
  assert.deepEqual(await isOpen(), [403, 403, 1])
  const [seen] = (await agent.get('/partner/grants?direction=received')).body.data
  assert.deepEqual([seen.id, seen.state, seen.from.name], [offered.id, 'offered', 'Merchant'])
  const active = await accept(offered)
  assert.equal(active.state, 'active')
  assert.ok(Math.abs(Date.parse(active.acceptedAt ?? '') - service.service.clock.nowMs()) < 60_000)
  assert.deepEqual(await isOpen(), [200, 200, 2])
  assert.deepEqual(await accept(offered), active, 'accepted again it stays as it is')
  await end(offered)
})

test('only a signed-in owner of the partner can accept an offer, and the giver cannot', async () => {
  const { id } = await offer()
  const path = `/partner/grants/${id}/accept`
  assert.deepEqual(refusal(await owner.post(path)), [404, 'not_found'])
  assert.deepEqual(refusal(await (await (await service.shop()).signedIn()).post(path)), [404, 'not_found'])
  assert.deepEqual(refusal(await (await makePerson(agency, 'ADMIN')).post(path, {}, inStore(agency.storeEnvId))), [
    403,
    'owner_required',
  ])
  assert.deepEqual(refusal(await agency.api.post(path)), [403, 'user_session_required'])
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'])
  assert.deepEqual(refusal(await agent.post(`/partner/grants/${newId()}/accept`)), [404, 'not_found'])
})

test('either side ends an offer, which cannot be accepted afterwards', async () => {
  for (const by of [agent, owner]) {
    const offered = await offer()
    await end(offered, by)
    assert.deepEqual(refusal(await agent.post(`/partner/grants/${offered.id}/accept`)), [404, 'not_found'])
    assert.deepEqual((await agent.get('/partner/grants?direction=received')).body.data, [])
  }
})

test('an expired offer cannot be accepted', async () => {
  const offered = await offer({ expiresAt: new Date(service.service.clock.nowMs() + day).toISOString() })
  service.advance(day)
  assert.deepEqual(refusal(await agent.post(`/partner/grants/${offered.id}/accept`)), [409, 'conflict'])
  await owner.patch(`/partner/grants/${offered.id}`, { expiresAt: null })
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'], 'a change by the giver accepts nothing')
  assert.equal((await accept(offered)).state, 'active')
})

test('a second grant to an active partner needs no acceptance; former partners must accept again', async () => {
  const first = await offer()
  assert.equal((await offer()).state, 'offered', 'an offer alone makes nobody a partner')
  await accept(first)
  assert.equal((await offer({ role: 'VIEWER' })).state, 'active')
  const other = await service.shop()
  const byOther = await (await other.signedIn()).post('/partner/grants', {
    organizationId: agency.organizationId,
    role: 'ADMIN',
  })
  assert.equal(byOther.body.state, 'offered', 'the partner of one is not the partner of all')
  for (const { id } of (await owner.get('/partner/grants')).body.data) await end({ id })
  assert.equal((await offer()).state, 'offered')
})

test("until an offer is accepted, the giver's required second factor does not apply", async () => {
  const setRequired = (isRequired: boolean) =>
    service.service.db.system('write', (tx) =>
      tx.run(sql`update organizations set two_factor_required = ${isRequired} where id = ${merchant.organizationId}`),
    )
  await offer()
  await setRequired(true)
  try {
    assert.equal((await agent.get('/account/stores')).status, 200)
    assert.equal((await agent.get('/reviews', inStore(agency.storeEnvId))).status, 200)
  } finally {
    await setRequired(false)
  }
})

test('both audit logs have the offer, its acceptance, change and end', async () => {
  const acts = (line: Awaited<ReturnType<typeof auditLines>>[number] | undefined) => {
    const { name, organization } = (line?.actor ?? {}) as { name?: string; organization?: string }
    return [name, organization, line?.target?.name]
  }
  const { id } = await offer()
  await accept({ id })
  await owner.patch(`/partner/grants/${id}`, { role: 'VIEWER' })
  await end({ id }, agent)
  const byMerchant = {
    here: ['owner-merchant', undefined, 'Agency'],
    there: ['owner-merchant', 'Merchant', 'Merchant'],
  }
  const byAgency = { here: ['owner-agency', 'Agency', 'Agency'], there: ['owner-agency', undefined, 'Merchant'] }
  for (const [action, { here, there }] of [
    ['partner.grant_created', byMerchant],
    ['partner.grant_accepted', byAgency],
    ['partner.grant_updated', byMerchant],
    ['partner.grant_ended', byAgency],
  ] as const) {
    assert.deepEqual(acts((await auditLines(merchant, action))[0]), here, `${action} at the merchant`)
    const [line] = await auditLines(agency, action)
    assert.deepEqual(acts(line), there, `${action} at the agency`)
    assert.equal((line as unknown as { target: { id: string } }).target.id, id)
    assert.equal(line?.address === null, there === byMerchant.there, 'no address of people of another organization')
  }
})

test('both sides see and can end a grant, and only the giver can change it', async () => {
  const { id } = await give()
  const given = (await owner.get('/partner/grants')).body.data
  const received = (await agent.get('/partner/grants?direction=received')).body.data
  assert.deepEqual([given[0].direction, given[0].to.name], ['given', 'Agency'])
  assert.deepEqual(
    [received[0].direction, received[0].from.name, received[0].to.name],
    ['received', 'Merchant', 'Agency'],
  )
  assert.deepEqual((await agent.get('/partner/grants?direction=given')).body.data, [])
  assert.deepEqual(refusal(await agent.patch(`/partner/grants/${id}`, { role: 'ADMIN' })), [404, 'not_found'])
  const changed = await owner.patch(`/partner/grants/${id}`, { role: 'VIEWER' })
  assert.deepEqual([changed.status, changed.body.role], [200, 'VIEWER'])
  assert.deepEqual(refusal(await agent.post('/orders/clear', {}, inStore())), [403, 'role_read_only'])
  const stranger = await (await service.shop()).signedIn()
  assert.deepEqual(refusal(await stranger.delete(`/partner/grants/${id}`)), [404, 'not_found'])
  await end({ id }, agent)
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'])
  const [line] = await auditLines(merchant, 'partner.grant_ended')
  assert.deepEqual(
    [line?.actor.type, (line?.actor as { organization?: string } | undefined)?.organization],
    ['user', 'Agency'],
    JSON.stringify(line),
  )
})

test("people have the lesser of their own role and the grant's", async () => {
  const grant = await give({ role: 'MEMBER' })
  const viewer = await makePerson(agency, 'VIEWER')
  const review = {
    platformProductId: 'mug',
    rating: 5,
    body: 'Good.',
    authorName: 'Jane',
    authorEmail: 'jane@customer.example',
  }
  assert.deepEqual(refusal(await viewer.post('/reviews', review, inStore())), [403, 'role_read_only'])
  assert.equal((await agent.post('/reviews', review, inStore())).status, 201)
  assert.deepEqual(refusal(await agent.post('/orders/clear', {}, inStore())), [403, 'role_insufficient'])
  await end(grant)
})

test('a grant gives no access to billing, keys, members, log or grants of the organization', async () => {
  const grant = await give()
  const closed: [string, string][] = [
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['GET', '/account/users'],
    ['POST', '/account/users/invite'],
    ['GET', '/account/audit-log'],
    ['POST', '/account/stores'],
    ['PATCH', `/account/stores/${merchant.storeEnvId}`],
    ['GET', `/account/stores/${merchant.storeEnvId}/storefront-secret`],
    ['GET', '/partner/grants'],
    ['POST', '/partner/grants'],
    ['DELETE', `/partner/grants/${grant.id}`],
    ['POST', `/partner/grants/${grant.id}/accept`],
    ['POST', '/support/tickets'],
  ]
  for (const [method, path] of closed)
    assert.deepEqual(
      refusal(await agent.call(method, path, {}, inStore())),
      [403, 'delegated_access'],
      `${method} ${path}`,
    )
  for (const path of ['checkout', 'change-plan', 'cancel', 'portal', 'payment-methods/client-token'])
    assert.deepEqual(refusal(await agent.post(`/billing/${path}`, {}, inStore())), [403, 'owner_required'], path)
  assert.deepEqual(refusal(await agent.get('/billing/invoices', inStore())), [403, 'owner_required'])
  // The person's own account stays available in every store.
  assert.equal((await agent.get('/account/sessions', inStore())).status, 200)
  const key = await service.with({ authorization: `Bearer ${agency.adminKey}`, ...inStore() }).get('/reviews')
  assert.deepEqual(refusal(key), [403, 'store_env_forbidden'], 'a key inherits nothing')
  await end(grant)
})

test("the merchant's log records the partner's changes, with person and partner", async () => {
  const grant = await give()
  await agent.put('/email/settings', { delayDays: 9 }, inStore())
  await agent.put('/products', [{ platformProductId: 'cup', title: 'Cup' }], inStore())
  const [settings] = await auditLines(merchant, 'email_settings.updated')
  const [pushed] = await auditLines(merchant, 'partner.access_used')
  for (const line of [settings, pushed]) {
    const { type, name, ...rest } = (line?.actor ?? {}) as Record<string, string>
    assert.deepEqual([type, name, rest.via, rest.organization], ['user', 'owner-agency', 'partner', 'Agency'])
  }
  assert.deepEqual(pushed?.details, { operation: 'products.upsert', method: 'PUT' })
  await end(grant)
})

test('a grant reaches only the named stores of the giver', async () => {
  const second = (await owner.post('/account/stores', { name: 'Second', origins: [] })).body.id
  for (const storeEnvIds of [[agency.storeEnvId], [merchant.storeEnvId, newId()]])
    assert.deepEqual(
      refusal(
        await owner.post('/partner/grants', { organizationId: agency.organizationId, role: 'ADMIN', storeEnvIds }),
      ),
      [403, 'store_env_forbidden'],
    )
  const grant = await give({ storeEnvIds: [second] })
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'])
  assert.equal((await agent.get('/reviews', inStore(second))).status, 200)
  await owner.patch(`/partner/grants/${grant.id}`, { storeEnvIds: null })
  assert.equal((await reading()).status, 200)
  await end(grant)
})

test("grants to one's own or an unknown organization, or by non-owners or keys, are refused", async () => {
  const body = { organizationId: agency.organizationId, role: 'ADMIN' }
  assert.equal((await owner.post('/partner/grants', { ...body, organizationId: merchant.organizationId })).status, 400)
  assert.deepEqual(refusal(await owner.post('/partner/grants', { ...body, organizationId: newId() })), [
    404,
    'not_found',
  ])
  assert.equal((await owner.post('/partner/grants', { ...body, role: 'OWNER' })).status, 400)
  assert.equal((await owner.post('/partner/grants', { ...body, expiresAt: '2020-01-01T00:00:00Z' })).status, 400)
  const admin = await makePerson(merchant, 'ADMIN')
  assert.deepEqual(refusal(await admin.post('/partner/grants', body)), [403, 'owner_required'])
  assert.deepEqual(refusal(await merchant.api.post('/partner/grants', body)), [403, 'user_session_required'])
})

test("a partner's own partners get no access, and neither do former members", async () => {
  const grant = await give()
  const third = await service.shop('Third')
  const chained = await agent.post('/partner/grants', { organizationId: third.organizationId, role: 'ADMIN' })
  assert.equal(chained.status, 201)
  const outsider = await third.signedIn()
  await accept(chained.body, outsider)
  const passedOn = { organizationId: third.organizationId, role: 'ADMIN', storeEnvIds: [merchant.storeEnvId] }
  assert.deepEqual(refusal(await agent.post('/partner/grants', passedOn)), [403, 'store_env_forbidden'])
  assert.deepEqual(refusal(await reading(outsider)), [403, 'store_env_forbidden'])
  assert.equal((await outsider.get('/reviews', inStore(agency.storeEnvId))).status, 200)
  const leaver = await makePerson(agency, 'ADMIN', 'leaver@example.com')
  assert.equal((await reading(leaver)).status, 200)
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update memberships set active = false where email = 'leaver@example.com'`),
  )
  assert.equal((await reading(leaver)).status, 403)
  await end(grant)
})

test('a grant expires to the millisecond, and can be extended afterwards', async () => {
  const until = new Date(service.service.clock.nowMs() + day).toISOString()
  const grant = await give({ expiresAt: until })
  assert.equal((await reading()).status, 200)
  service.advance(day)
  assert.deepEqual(refusal(await reading()), [403, 'store_env_forbidden'])
  assert.equal((await owner.get('/partner/grants')).body.data[0].expired, true)
  assert.equal(
    (await agent.get('/account/stores')).body.data.some(({ via }: { via: string }) => via),
    false,
  )
  await owner.patch(`/partner/grants/${grant.id}`, { expiresAt: null })
  assert.equal((await reading()).status, 200)
  await end(grant)
})

test('a running export is aborted when the grant ends', async () => {
  const rows = 4_000
  await service.service.db.store(merchant, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source, submitted_at, created_at, updated_at)
      select ${merchant.storeEnvId}::uuid, gen_random_uuid(), p.id, 5, repeat('word ', 800), 'Jane', 'jane' || i || '@customer.example', 'pending', 'api', now(), now(), now()
        from generate_series(1, ${rows}) i, (select id from products where store_env_id = ${merchant.storeEnvId} limit 1) p
      returning 1`),
  )
  const grant = await give()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as { port: number }
  const cookies = await service.service.services.users.signIn(agency.ownerEmail, agency.password)
  const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/reviews/export?format=jsonl`, {
    headers: { cookie, ...inStore(), 'accept-encoding': 'identity' },
  })
  assert.equal(answer.status, 200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  let bytes = (await reader.read()).value?.length ?? 0
  await end(grant)
  await assert.rejects(async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      bytes += value.length
      // Reads slowly, so that the server notices the end of the grant before it has sent all rows.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  assert.ok(bytes < rows * 4_000, `${bytes} bytes`)
})

test('with billing, a grant requires the Scale plan and pauses while Scale has lapsed', async () => {
  const sold = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    const login = async (shop: Shop) => {
      const cookies = await sold.service.services.users.signIn(shop.ownerEmail, shop.password)
      return sold.with({ ...inStore(), cookie: (cookies ?? []).map((each) => each.split(';')[0]).join('; ') })
    }
    const plan = (text: string) =>
      sold.service.db.system('write', (tx) =>
        tx.run(sql`update subscriptions set ${sql.raw(text)} where organization_id = ${merchant.organizationId}`),
      )
    const [by, agentOf] = [await login(merchant), await login(agency)]
    const body = { organizationId: agency.organizationId, role: 'ADMIN' }
    for (const answer of [await by.post('/partner/grants', body), await by.get('/partner/grants')])
      assert.deepEqual([...refusal(answer), answer.body.requiredPlan], [403, 'plan_required', 'scale'])
    assert.equal((await by.get('/partner/grants?direction=received')).status, 200)
    await plan("plan = 'scale', status = 'active'")
    const grant = (await by.post('/partner/grants', body)).body
    await accept(grant)
    assert.equal((await reading(agentOf)).status, 200)
    await plan("status = 'expired'")
    assert.deepEqual(refusal(await reading(agentOf)), [403, 'store_env_forbidden'])
    for (const query of ['', '?direction=given'])
      assert.deepEqual(
        (await by.get(`/partner/grants${query}`)).body.data.map(({ id }: { id: string }) => id),
        [grant.id],
        'what was given can be seen whatever became of the plan',
      )
    assert.deepEqual(refusal(await by.patch(`/partner/grants/${grant.id}`, { role: 'VIEWER' })), [403, 'plan_required'])
    await end(grant, by)
    assert.deepEqual(refusal(await by.get('/partner/grants')), [403, 'plan_required'])
  } finally {
    await sold.close()
  }
})

test("a second factor that either organization requires is needed in the giver's stores", async () => {
  await give()
  const setRequirement = async ({ organizationId }: Shop, isRequired: boolean) =>
    service.service.db.system('write', (tx) =>
      tx.run(sql`update organizations set two_factor_required = ${isRequired} where id = ${organizationId}`),
    )
  const passed = (state: string) =>
    service.service.db.authPool.query(
      `update auth.session set "secondFactor" = $1 where "userId" = (select id from auth."user" where email = $2)`,
      [state, agency.ownerEmail],
    )
  const push = () => agent.put('/products', [{ platformProductId: 'mug', title: 'Mug' }], inStore())
  for (const asking of [merchant, agency]) {
    await setRequirement(asking, true)
    for (const call of [reading, push]) assert.deepEqual(refusal(await call()), [403, 'two_factor_required'])
    const isOwnOpen = (await agent.get('/reviews', inStore(agency.storeEnvId))).status === 200
    assert.equal(isOwnOpen, asking === merchant, 'their own store asks what their own organization does')
    await passed('passed')
    for (const call of [reading, push]) assert.equal((await call()).status, 200)
    await passed('none')
    await setRequirement(asking, false)
  }
  assert.equal((await reading()).status, 200)
})

test('the database and the billing rules agree on when Scale has lapsed', async () => {
  const grant = await give()
  const { db, clock } = service.service
  const now = clock.now()
  const users = await db.system('read', (tx) =>
    tx.all<{ id: string }>(sql`select user_id as id from memberships where email = ${agency.ownerEmail}`),
  )
  const instants = [-15 * day, -14 * day, -14 * day + 1000, -1000, 0, 1000].map((ms) =>
    new Date(now.getTime() + ms).toISOString(),
  )
  for (const plan of ['growth', 'scale'])
    for (const status of ['trialing', 'active', 'past_due', 'cancelled', 'expired'])
      for (const at of [null, ...instants]) {
        await db.system('write', (tx) =>
          tx.run(sql`
            update subscriptions set plan = ${plan}, status = ${status}, trial_ends_at = ${at}, past_due_since = ${at}, current_period_ends_at = ${at}
             where organization_id = ${merchant.organizationId}`),
        )
        const facts = { plan, status, trialEndsAt: at, pastDueSince: at, currentPeriodEndsAt: at }
        const state = decideSubscriptionState(facts, now, 'manual')
        const [row] = await db.ask(
          enterAsPerson(users[0]?.id ?? '', merchant.storeEnvId, null, { now, isBilled: true, vouchedBy: null }),
        )
        assert.equal(row?.store_allowed, state.plan === 'scale' && !state.lapsed, JSON.stringify(facts))
      }
  await end(grant)
})
