import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { day, provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { doctor } from './commands/doctor.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T09:00:00Z') }, async () => {
  shop = await service.shop()
})

const recorded = (of = service) =>
  of.service.db.system('read', (tx) =>
    tx.all<{ peer: string; lastSeenAt: string }>(
      sql`select peer, last_seen_at as "lastSeenAt" from unknown_proxies order by peer`,
    ),
  )
const ask = (of: TestService, peer: string, headers: Record<string, string>) =>
  of.app.inject({ url: '/api/v1/health', remoteAddress: peer, headers })
const forwarded = { 'x-forwarded-for': '198.51.100.7' }

async function kindsFor(of: TestService, by: Shop = shop): Promise<string[]> {
  const cookies = (await of.service.services.users.signIn(by.ownerEmail, by.password)) ?? []
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  const { body } = await of.with({ cookie, 'x-store-env-id': by.storeEnvId }).get('/analytics/attention')
  return body.attention.map(({ kind }: { kind: string }) => kind)
}

async function proxiesFinding(of: TestService): Promise<{ ok: boolean; detail: string }> {
  const lines: string[] = []
  const { log } = console
  console.log = (line: string) => void lines.push(line)
  try {
    const database = { tokenKey: Buffer.alloc(32) } as unknown as Parameters<typeof doctor>[2]
    await doctor(of.service, of.service.services.config, database, { asJson: true, ofCluster: false })
  } finally {
    console.log = log
  }
  const { findings } = JSON.parse(lines.join('\n'))
  return findings.find(({ check }: { check: string }) => check === 'proxies')
}

test('a service without a proxy reports nothing about proxies', async () => {
  assert.equal((await ask(service, '127.0.0.1', {})).statusCode, 200)
  assert.equal((await proxiesFinding(service)).ok, true)
  assert.ok(!(await kindsFor(service)).includes('proxy_unknown'))
})

test('doctor and the home page name an untrusted proxy until TRUSTED_PROXIES contains it', async () => {
  await ask(service, '::ffff:10.0.0.5', forwarded)
  await until(async () => (await recorded()).length > 0, 'the peer')
  assert.deepEqual(
    (await recorded()).map(({ peer }) => peer),
    ['10.0.0.5'],
  )
  const { ok, detail } = await proxiesFinding(service)
  assert.equal(ok, false)
  assert.match(detail, /TRUSTED_PROXIES=10\.0\.0\.5/)
  assert.ok((await kindsFor(service)).includes('proxy_unknown'))
  const admin = await shop.api.get('/analytics/attention')
  assert.ok(!admin.body.attention.some(({ kind }: { kind: string }) => kind === 'proxy_unknown'), 'owners alone')
  const covered = await startService({ beside: service, env: { TRUSTED_PROXIES: '192.0.2.1,10.0.0.0/8' } })
  const other = await startService({ beside: service, env: { TRUSTED_PROXIES: '192.0.2.1' } })
  try {
    assert.equal((await proxiesFinding(covered)).ok, true)
    assert.ok(!(await kindsFor(covered)).includes('proxy_unknown'))
    assert.match((await proxiesFinding(other)).detail, /TRUSTED_PROXIES=192\.0\.2\.1,10\.0\.0\.5/)
  } finally {
    await covered.close()
    await other.close()
  }
})

test('on a service that sells plans, shop owners see no warning about a proxy', async () => {
  const selling = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    assert.ok(!(await kindsFor(selling)).includes('proxy_unknown'))
    assert.equal((await proxiesFinding(selling)).ok, false)
  } finally {
    await selling.close()
  }
})

test('a process records an untrusted proxy once every few minutes, and never a trusted one', async () => {
  const before = await recorded()
  for (let n = 0; n < 5; n++) await ask(service, `10.0.1.${n}`, forwarded)
  const trusting = await startService({ beside: service, env: { TRUSTED_PROXIES: '10.0.0.0/8' } })
  try {
    await ask(trusting, '10.0.0.9', forwarded)
    await ask(trusting, '192.0.2.77', { forwarded: 'for=198.51.100.7' })
    await until(async () => (await recorded()).length > before.length, 'the peer of the other process')
    assert.deepEqual(
      (await recorded()).map(({ peer }) => peer),
      ['10.0.0.5', '192.0.2.77'],
    )
  } finally {
    await trusting.close()
  }
})

test('recording a proxy delays no response, and a failed write fails no call', async () => {
  const [beside, failing] = [await startService({ beside: service }), await startService({ beside: service })]
  const superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  try {
    await superuser.query('begin; lock table unknown_proxies in access exclusive mode')
    assert.equal((await ask(beside, '10.0.0.6', forwarded)).statusCode, 200)
    await superuser.query('alter table unknown_proxies rename to away; commit')
    assert.equal((await ask(failing, '10.0.0.7', forwarded)).statusCode, 200)
    assert.equal((await ask(failing, '10.0.0.7', forwarded)).statusCode, 200)
  } finally {
    await superuser.query('rollback; alter table if exists away rename to unknown_proxies')
    await superuser.end()
    for (const each of [beside, failing]) await each.close()
  }
})

test('a proxy unseen for seven days is no longer shown', async () => {
  service.advance(7 * day)
  assert.equal((await proxiesFinding(service)).ok, true)
  assert.ok(!(await kindsFor(service)).includes('proxy_unknown'))
})
