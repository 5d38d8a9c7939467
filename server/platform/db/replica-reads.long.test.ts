// Two processes read from a real streaming replica of PostgreSQL 15, whose replay the tests pause.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { hasPostgres15, type Postgres15, type Replica15, startPostgres15 } from '#test/postgres-15.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { migrate } from './migrating/migrate.ts'

suite('reads from a replica', { skip: hasPostgres15() ? false : 'no PostgreSQL 15' }, () => {
  let server: Postgres15
  let replica: Replica15
  let a: TestService
  let b: TestService
  let shop: Shop
  let atB: Api
  const databaseUrl = () => server.superuserUrl
  const onReplica = async <Row>(text: string): Promise<Row[]> => {
    const client = new Client(replica.superuserUrl)
    await client.connect()
    return client.query(text).then(({ rows }) => client.end().then(() => rows as Row[]))
  }
  const pauseReplay = async () => {
    await onReplica('select pg_wal_replay_pause()')
    await until(
      async () =>
        (await onReplica<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]?.state === 'paused',
      'replay is paused',
    )
  }
  const resumeReplay = () => onReplica('select pg_wal_replay_resume()')

  before(async () => {
    server = await startPostgres15()
    const secretKey = process.env.TEST_SECRET_KEY ?? ''
    await migrate({ url: databaseUrl(), secretKey, log: () => {} })
    replica = await server.startReplica()
    const env = { DATABASE_URL: databaseUrl(), DATABASE_READ_URL: replica.superuserUrl }
    a = await startService({ env, beside: { databaseUrl: databaseUrl() } })
    b = await startService({ env, beside: { databaseUrl: databaseUrl() } })
    shop = await a.shop()
    await shop.api.put('/products', [{ platformProductId: 'kettle', title: 'Kettle' }])
    atB = b.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${shop.adminKey}` })
  })
  after(async () => {
    await b?.close()
    await a?.close()
    server?.stop()
  })

  const storefrontOf = (service: TestService) =>
    service.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
  let asked = 0
  /** Uses a different limit for each page, so that no page is cached. */
  const shown = async (service: TestService, id: string) => {
    const { status, text } = await storefrontOf(service).get(
      `/storefront/reviews?platformProductId=kettle&limit=${50 + (asked++ % 40)}`,
    )
    assert.equal(status, 200, text)
    return text.includes(id)
  }
  const create = async (name: string) => {
    const review = { platformProductId: 'kettle', rating: 5, body: `Boils, says ${name}.`, authorName: name }
    const { body } = await shop.api.post('/reviews', { ...review, authorEmail: `${name}@customer.example` })
    return body.id as string
  }
  const approved = async (name: string) => {
    const id = await create(name)
    await shop.api.put(`/reviews/${id}`, { status: 'approved' })
    return id
  }
  /** Number of scans of the table, from the replica's statistics. These show a scan about a second later. */
  const scans = async (table: string) =>
    Number(
      (
        await onReplica<{ scans: string }>(
          `select sum(seq_scan + coalesce(idx_scan, 0)) as scans from pg_stat_user_tables where relname = '${table}'`,
        )
      )[0]?.scans,
    )
  const untilUsed = async (table: string, read: () => Promise<unknown>) => {
    const start = await scans(table)
    await until(async () => {
      await read()
      return (await scans(table)) > start
    }, `the replica reads ${table}`)
  }
  const useStorefront = (service: TestService) =>
    untilUsed('reviews', () => storefrontOf(service).get(`/storefront/reviews?q=word${asked++}`))

  test('storefront pages, reports and exports are read from the replica', async () => {
    await approved('ada')
    await useStorefront(a)
    await untilUsed('analytics_coverage', () => shop.api.get('/analytics/reviews'))
    await untilUsed('reviews', () => shop.api.get('/reviews/export'))
    const before = await scans('loyalty_journal')
    for (let i = 0; i < 10; i++) await shop.api.get('/loyalty/journal/export')
    assert.equal(await scans('loyalty_journal'), before, 'points are read from the primary')
  })

  const removals: Record<string, (id: string, email: string) => Promise<{ status: number; text: string }>> = {
    rejected: (id) => shop.api.put(`/reviews/${id}`, { status: 'rejected', rejectReason: 'privacy' }),
    deleted: (id) => shop.api.delete(`/reviews/${id}`),
    erased: (_id, email) => shop.api.post('/customers/erase', { email }),
  }
  for (const [removal, remove] of Object.entries(removals)) {
    test(`a ${removal} review is never returned again by a stale replica`, async () => {
      const id = await approved(`author-${removal}`)
      for (const service of [a, b]) await until(() => shown(service, id), 'the review is shown')
      for (const service of [a, b]) await useStorefront(service)
      await pauseReplay()
      try {
        const { status, text } = await remove(id, `author-${removal}@customer.example`)
        assert.ok(status < 300, text)
        assert.equal(await shown(a, id), false, 'the writing process')
        await until(async () => !(await shown(b, id)), 'the other process got the announcement')
        for (let i = 0; i < 100; i++) for (const service of [a, b]) assert.equal(await shown(service, id), false)
      } finally {
        await resumeReplay()
      }
      for (let i = 0; i < 100; i++) for (const service of [a, b]) assert.equal(await shown(service, id), false)
    })
  }

  test("a caller's export includes its own writes while the replica is behind", async () => {
    await useStorefront(a)
    await pauseReplay()
    try {
      const id = await create('bo')
      const { text } = await shop.api.get('/reviews/export')
      assert.match(text, /Boils, says bo/)
      assert.ok(id)
    } finally {
      await resumeReplay()
    }
  })

  test('the next report refuses a revoked key, although the replica still has it', async () => {
    const { body: key } = await (await shop.signedIn()).post('/api-keys', { name: 'till', role: 'VIEWER' })
    const asKey = b.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${key.secret ?? key.key}` })
    assert.equal((await asKey.get('/analytics/reviews')).status, 200)
    await pauseReplay()
    try {
      await (await shop.signedIn()).delete(`/api-keys/${key.id}`)
      assert.equal((await asKey.get('/analytics/reviews')).status, 401)
    } finally {
      await resumeReplay()
    }
  })

  test('reads go to the primary while the replica is down, and to the replica afterwards', async () => {
    const id = await approved('cy')
    replica.stop()
    for (let i = 0; i < 30; i++) {
      assert.equal(await shown(a, id), true)
      assert.equal((await atB.get('/analytics/reviews')).status, 200)
    }
    assert.match((await shop.api.get('/reviews/export')).text, /Boils, says cy/)
    replica.start()
    await useStorefront(a)
  })
})
