import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { type Job, perform } from '#platform/jobs/jobs.ts'
import { type NameServer, startNameServer } from '#test/fakes/name-server.ts'
import { type FakeProvider, startOpenId } from '#test/fakes/openid.ts'
import { type Answer, type Api, day, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { auditLines, mailsTo } from '../../account/account.testing.ts'
import { join } from '../orgs.testing.ts'
import { configure, enter, prove, secret } from './single-sign-on.testing.ts'

let names: [NameServer, NameServer]
let service: TestService
let provider: FakeProvider
let shop: Shop
let owner: Api
let domain: string
let count = 0
before(async () => {
  names = [await startNameServer(), await startNameServer()]
  service = await startService({ env: { DNS_SERVERS: names.map(({ address }) => address).join(',') } })
})
after(async () => {
  await service.close()
  await Promise.all(names.map((each) => each.close()))
})
beforeEach(async () => {
  provider = await startOpenId()
  shop = await service.shop()
  owner = await shop.signedIn()
  domain = `firm-${++count}.example`
})
afterEach(() => provider.close())

const path = '/orgs/single-sign-on'
const body = (more: object = {}) => ({ issuer: provider.issuer, clientId: 'evident', clientSecret: secret, ...more })
const outcome = ({ status, body: { code } }: Answer) => [status, code]
const hour = 3_600_000

type Record_ = { name: string; value: string }
const publish = ({ name, value }: Record_, servers: readonly NameServer[] = names) => {
  for (const { zone } of servers) zone[name] = { TXT: ['v=spf1 -all', value] }
}
const add = async (by: Api = owner, of = domain) => (await by.post(`${path}/domains`, { domain: of })).body
const verify = (id: string, by: Api = owner) => by.post(`${path}/domains/${id}/verify`)
const findDomainStatus = async (id: string) =>
  (await owner.get(path)).body.domains.find((each: { id: string }) => each.id === id)?.status

test('before its setup, single sign-on shows only the values needed at the provider', async () => {
  const { status, body: settings } = await owner.get(path)
  assert.equal(status, 200)
  assert.deepEqual(settings, {
    ...{ configured: false, issuer: null, clientId: null, clientSecretLast4: null, updatedAt: null },
    ...{ required: false, defaultRole: 'VIEWER', invitedOnly: false, domains: [] },
    callbackUrl: `${service.service.services.origin}/api/v1/auth/single-sign-on/callback`,
  })
  assert.deepEqual(outcome(await owner.delete(path)), [404, 'not_found'])
  assert.deepEqual(outcome(await owner.post(`${path}/test`)), [404, 'not_found'])
})

test('the client secret is stored encrypted, never returned, and never sent to another provider', async () => {
  const saved = await owner.put(path, body())
  assert.equal(saved.body.clientSecretLast4, secret.slice(-4))
  assert.ok(!saved.text.includes(secret) && !(await owner.get(path)).text.includes(secret))
  const rows = await service.service.db.system('read', (tx) =>
    tx.all<{ sealed: Buffer }>(sql`select client_secret as sealed from single_sign_on`),
  )
  assert.ok(rows.every(({ sealed }) => !sealed.includes(secret)))
  const { clientSecret: _, ...without } = body()
  assert.equal((await owner.put(path, { ...without, invitedOnly: true })).body.invitedOnly, true)
  const other = await startOpenId()
  try {
    assert.deepEqual(outcome(await owner.put(path, { ...without, issuer: other.issuer })), [400, 'validation_failed'])
    assert.deepEqual(outcome(await owner.put(path, { ...without, clientId: 'other' })), [400, 'validation_failed'])
    assert.deepEqual(other.calls, [])
  } finally {
    await other.close()
  }
  const lines = await auditLines(shop, 'single_sign_on.updated')
  assert.ok(!JSON.stringify(lines).includes(secret))
  assert.deepEqual(lines[0]?.details, { fields: ['invitedOnly'], issuer: provider.issuer, required: false })
})

test('only signed-in owners can set up single sign-on', async () => {
  const admin = await join(service, shop, 'ADMIN')
  const calls: [string, string, object?][] = [
    ['GET', path],
    ['PUT', path, body()],
    ['DELETE', path],
    ['POST', `${path}/test`],
    ['POST', `${path}/domains`, { domain }],
  ]
  for (const [method, at, sent] of calls) {
    assert.deepEqual(outcome(await admin.api.call(method, at, sent)), [403, 'owner_required'], `${method} ${at}`)
    assert.equal((await shop.api.call(method, at, sent)).status, 403, `${method} ${at} by key`)
  }
})

test('an unusable provider is refused with the reason, and nothing is stored', async () => {
  const wrong: [string, RegExp, () => void][] = [
    ['status', /no discovery document/, () => answer((to) => to.writeHead(404).end())],
    [
      'html',
      /not answer with JSON/,
      () => answer((to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
    ],
    [
      'broken',
      /not answer with JSON/,
      () => answer((to) => to.writeHead(200, { 'content-type': 'application/json' }).end('{')),
    ],
    [
      'huge',
      /too large/,
      () => answer((to) => to.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(1 << 20))),
    ],
    ['redirect', /redirect/, () => answer((to) => to.writeHead(302, { location: '/elsewhere' }).end())],
    ['hang up', /could not be reached/, () => answer((to) => to.destroy())],
    [
      'issuer',
      /differs from the issuer/,
      () => void Object.assign(provider, { document: { issuer: 'https://accounts.example' } }),
    ],
    ['no keys', /without a valid/, () => void Object.assign(provider, { document: { jwks_uri: undefined } })],
    [
      'script',
      /without a valid/,
      () => void Object.assign(provider, { document: { authorization_endpoint: 'javascript:alert(1)' } }),
    ],
    [
      'shared keys',
      /no signature algorithm/,
      () => void Object.assign(provider, { document: { id_token_signing_alg_values_supported: ['HS256', 'none'] } }),
    ],
  ]
  for (const [what, message, arrange] of wrong) {
    provider.answer = undefined
    provider.document = {}
    arrange()
    const refused = await owner.put(path, body())
    assert.deepEqual(outcome(refused), [400, 'validation_failed'], what)
    assert.equal(refused.body.details[0].path, '/issuer', what)
    assert.match(refused.body.details[0].message, message, what)
  }
  for (const issuer of [
    'ftp://login.example',
    'https://user:pass@login.example',
    'https://login.example?x=1',
    'https://login.example/.well-known/openid-configuration',
    'login.example',
  ])
    assert.deepEqual(outcome(await owner.put(path, body({ issuer }))), [400, 'validation_failed'], issuer)
  assert.equal((await owner.get(path)).body.configured, false)
})

const answer = (way: (to: ServerResponse) => unknown) => {
  provider.answer = (to) => void way(to)
}

test('a provider in a private network is called only if the configuration allows it', async () => {
  const strict = await startService({ beside: service, env: { WEBHOOK_ALLOW_PRIVATE: 'false' } })
  try {
    const cookies = await strict.service.services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const api = strict.with({ cookie, 'x-store-env-id': shop.storeEnvId })
    for (const issuer of [provider.issuer, 'https://127.0.0.1:9443', 'https://169.254.169.254', 'https://[::1]'])
      assert.deepEqual(outcome(await api.put(path, body({ issuer }))), [400, 'validation_failed'], issuer)
    assert.deepEqual(provider.calls, [])
  } finally {
    await strict.close()
  }
})

test('a domain is proven only when every name server returns its record', async () => {
  const { id, record, status } = await add()
  assert.equal(status, 'pending')
  assert.equal(record.name, `_evident-sign-on.${domain}`)
  assert.equal((await verify(id)).body.status, 'pending')
  publish({ ...record, value: `${record.value}x` })
  const near = (await verify(id)).body
  assert.deepEqual([near.status, near.found.length], ['pending', 2])
  publish(record, [names[0]])
  assert.equal((await verify(id)).body.status, 'pending')
  names[1].zone[record.name] = 'servfail'
  assert.equal((await verify(id)).body.status, 'pending')
  publish(record)
  const found = (await verify(id)).body
  assert.equal(found.status, 'proven')
  assert.ok(found.provenAt && found.checkedAt)
  assert.equal((await auditLines(shop, 'single_sign_on.domain_proven'))[0]?.target?.name, domain)
  assert.equal((await verify(id)).body.provenAt, found.provenAt)
})

test('public mailbox domains, public suffixes, invalid domains and duplicates are refused', async () => {
  for (const wrong of [
    'gmail.com',
    'mail.outlook.com',
    'co.uk',
    'com',
    '127.0.0.1',
    'localhost',
    'a b',
    'x@y.example',
    'firm.internal',
  ])
    assert.deepEqual(outcome(await owner.post(`${path}/domains`, { domain: wrong })), [400, 'validation_failed'], wrong)
  assert.equal((await owner.post(`${path}/domains`, { domain: ` ${domain.toUpperCase()}. ` })).body.domain, domain)
  assert.deepEqual(outcome(await owner.post(`${path}/domains`, { domain })), [409, 'domain_known'])
  for (let i = 1; i < 20; i++) assert.ok((await add(owner, `d${i}.${domain}`)).id)
  assert.deepEqual(outcome(await owner.post(`${path}/domains`, { domain: `d20.${domain}` })), [409, 'limit_reached'])
})

test('a domain belongs to one organization, even if two prove it concurrently', async () => {
  const other = await service.shop()
  const theirs = await other.signedIn()
  const [mine, second] = [await add(), await add(theirs)]
  assert.notEqual(mine.record.value, second.record.value)
  for (const { zone } of names) zone[mine.record.name] = { TXT: [mine.record.value, second.record.value] }
  const both = await Promise.all([verify(mine.id), verify(second.id, theirs)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const first = { api: owner, id: mine.id }
  const last = { api: theirs, id: second.id }
  const [winner, loser] = both[0]?.status === 200 ? [first, last] : [last, first]
  assert.deepEqual(outcome(await verify(loser.id, loser.api)), [409, 'domain_taken'])
  assert.equal((await winner.api.delete(`${path}/domains/${winner.id}`)).status, 204)
  assert.equal((await verify(loser.id, loser.api)).body.status, 'proven')
  // A call cannot find another organization's domain.
  assert.deepEqual(outcome(await verify(second.id, owner)), [404, 'not_found'])
  assert.deepEqual(outcome(await owner.delete(`${path}/domains/${second.id}`)), [404, 'not_found'])
})

test('a record missing for 72 hours makes the domain unproven, and passwords work again', async () => {
  await configure(owner, provider)
  const id = await prove(owner, names[0], domain).catch(() => undefined)
  assert.equal(id, undefined, 'one of two name servers is not enough')
  const { domains } = (await owner.get(path)).body
  publish(domains[0].record)
  assert.equal((await verify(domains[0].id)).body.status, 'proven')
  provider.person = { sub: 'ida', email: `ida@${domain}`, email_verified: true }
  assert.equal((await enter(service, shop, `ida@${domain}`)).result, null)
  await configure(owner, provider, { required: true })
  for (const { zone } of names) delete zone[domains[0].record.name]
  const look = async (ms: number) => {
    service.advance(ms)
    const check = jobs.find(({ operatorName }) => operatorName === 'sign-on-domains') as Job
    await perform(
      check,
      { db: service.service.db, services: service.service.services, stopping: new AbortController().signal },
      {},
    )
    await service.runJobs()
    return findDomainStatus(domains[0].id)
  }
  assert.equal(await look(day + hour), 'failing')
  assert.equal((await enter(service, shop, `ida@${domain}`)).result, null)
  names[0].zone[domains[0].record.name] = 'silent'
  assert.equal(await look(73 * hour), 'failing', 'a name server that does not answer says nothing')
  delete names[0].zone[domains[0].record.name]
  assert.equal(await look(2 * hour), 'lost')
  assert.equal((await service.anonymous.post('/auth/single-sign-on', { email: `ida@${domain}` })).body.url, null)
  const mails = await mailsTo(service, shop.ownerEmail)
  assert.ok(mails.some((text) => text.includes(domain) && text.includes('72 hours')))
  publish(domains[0].record)
  assert.equal(await look(2 * hour), 'proven')
})

test('single sign-on can be required only with a proven domain', async () => {
  assert.deepEqual(outcome(await owner.put(path, body({ required: true }))), [409, 'domain_not_proven'])
  await add()
  assert.deepEqual(outcome(await owner.put(path, body({ required: true }))), [409, 'domain_not_proven'])
})

test('deleting single sign-on deletes its settings and domains', async () => {
  await configure(owner, provider)
  const { id } = await add()
  assert.ok(id)
  assert.equal((await owner.delete(path)).status, 204)
  const left = await service.service.db.system('read', (tx) =>
    tx.all(sql`
      select organization_id from single_sign_on where organization_id = ${shop.organizationId}
      union all select organization_id from single_sign_on_domains where organization_id = ${shop.organizationId}`),
  )
  assert.deepEqual(left, [])
})
