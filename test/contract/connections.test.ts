// All stores share the connections, so a transaction must leave no state of its store on a connection, however the
// transaction ends.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDb, type Db, type StoreTx, type StreamTx } from '#platform/db/db.ts'
import { Pipeline } from '#platform/db/pipeline.ts'
import { sql } from '#platform/db/query.ts'
import { maxStreams } from '#platform/db/stream-slots.ts'
import { createClock } from '#platform/process/clock.ts'
import { createLog } from '#platform/process/log.ts'
import { newId } from '#platform/values/ids.ts'
import { isOnCitus } from '#test/database.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { insertTenant, tenantTables } from '#test/tenant-rows.ts'

const poolSize = 3

let service: TestService
let shop: Shop
let db: Db
let superuser: Client
before(async () => {
  service = await startService()
  shop = await service.shop()
  superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  const { config } = service.service.services
  const log = createLog('silent')
  db = createDb({
    url: service.databaseUrl,
    secretKey: config.secretKey,
    clock: createClock(),
    log,
    poolSize,
    isDistributed: isOnCitus(),
  })
})
after(async () => {
  await superuser.end()
  await db.close()
  await service.close()
})

const inStore = <T>(storeEnvId: string, work: (tx: StoreTx) => Promise<T>, extra: object = {}) =>
  db.store({ storeEnvId, organizationId: newId() }, 'read', work, extra)

const settings = sql<{ store: string | null; organization: string | null }>`
  select nullif(current_setting('app.store_env_id', true), '') as store,
         nullif(current_setting('app.organization_id', true), '') as organization`

/** Reads the settings of every connection of the pool. Two queries for each connection run in parallel. */
async function leftovers(): Promise<string[]> {
  const asked = Array.from({ length: poolSize * 2 }, () => db.ask(settings))
  return (await Promise.all(asked)).flatMap(([row]) => Object.values(row ?? {})).filter((value) => value !== null)
}

test('a transaction leaves no tenant on its connection, however the transaction ended', async () => {
  const failure = new Error('the work failed')
  const endings: Record<string, (tx: StoreTx) => Promise<unknown>> = {
    'it committed': (tx) => tx.all(settings),
    'the work threw': (tx) => tx.all(settings).then(() => Promise.reject(failure)),
    'a statement failed': (tx) => tx.all(sql`select 1 / 0`),
    'a savepoint was undone': (tx) => tx.savepoint(() => tx.all(sql`select 1 / 0`)).catch(() => tx.all(settings)),
    'nobody waited for the statement': async (tx) => void tx.all(settings).catch(() => {}),
    'nobody waited for one that failed': async (tx) => void tx.all(sql`select 1 / 0`).catch(() => {}),
    'it changed the tenant': (tx) => tx.all(sql`select app.set_tenant(${newId()}, ${newId()})`),
  }
  for (const [ending, work] of Object.entries(endings)) {
    for (const extra of [{}, { snapshot: true }, ...(ending.startsWith('a s') ? [] : [{ oneQuery: true }])])
      await Promise.all(Array.from({ length: poolSize * 2 }, () => inStore(newId(), work, extra).catch(() => {})))
    assert.deepEqual(await leftovers(), [], ending)
  }
})

test('a stream sees only its own store, however earlier uses of its connection ended', async () => {
  const rows = sql<{ n: number }>`select n from generate_series(1, 100) n`
  const endings: Record<string, (tx: StreamTx) => Promise<unknown>> = {
    'it was read to its end': (tx) => Array.fromAsync(tx.stream(rows, 10)),
    'it was left half-way': async (tx) => {
      for await (const batch of tx.stream(rows, 10)) if (batch) break
    },
    'its reader threw': async (tx) => {
      for await (const batch of tx.stream(rows, 10)) throw new Error(`nobody wants ${batch.length}`)
    },
    'a statement failed': (tx) => tx.all(sql`select 1 / 0`),
  }
  for (const [ending, work] of Object.entries(endings)) {
    const stores = Array.from({ length: maxStreams.ofKind }, () => newId())
    const open = () => stores.map((storeEnvId) => db.stream('export', { storeEnvId, organizationId: newId() }))
    await Promise.all(open().map((stream) => stream.read(work).catch(() => {})))
    const seen = await Promise.all(open().map((stream) => stream.read((tx) => tx.all(settings))))
    assert.deepEqual(
      seen.map(([row]) => row?.store),
      stores,
      ending,
    )
    assert.deepEqual(await leftovers(), [], ending)
  }
})

test('the tenant setting of a transaction is the id of its own store', async () => {
  const storeEnvId = newId()
  const [row] = await inStore(storeEnvId, (tx) => tx.all(settings))
  assert.equal(row?.store, storeEnvId)
  const [only] = await inStore(storeEnvId, (tx) => tx.all(settings), { oneQuery: true })
  assert.equal(only?.store, storeEnvId)
})

test('two prepared statements with one name cause an error, and the wrong one never runs', async () => {
  const texts = ['select 1 as one', 'select 2 as two']
  for (const together of [true, false]) {
    const client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
    const send = async (some: string[]) => {
      const pipeline = new Pipeline(some.map((text) => ({ name: 'same', text })))
      client.query(pipeline)
      return pipeline.done
    }
    if (!together) await send(texts.slice(0, 1))
    await assert.rejects(send(together ? texts : texts.slice(1)), { code: '42P05' })
    await client.end()
  }
})

test('200 tenants that share three connections never see rows of each other', async () => {
  const products = (await tenantTables(superuser)).filter(({ name }) => name === 'products')
  const stores = Array.from({ length: 200 }, () => newId())
  for (const store of stores) await insertTenant(superuser, products, store, store)
  const titles = (tx: StoreTx) => tx.all<{ title: string }>(sql`select title from products`)
  const visit = (store: string, i: number) => [
    inStore(store, titles, { oneQuery: true }),
    // Other transactions run between the two statements.
    inStore(store, async (tx) => {
      await titles(tx)
      await new Promise(setImmediate)
      return titles(tx)
    }),
    inStore(store, async (tx) => {
      if (i % 2) await tx.all(sql`select 1 / 0`)
      throw new Error((await titles(tx)).map(({ title }) => title).join())
    }).catch((error: Error) => [{ title: i % 2 ? store : error.message }]),
  ]
  const seen: string[][] = []
  // Runs ten stores in parallel, because a call that waits five seconds for a connection gets an error.
  for (let from = 0; from < stores.length; from += 10) {
    const visits = stores.slice(from, from + 10).flatMap(visit)
    seen.push(...(await Promise.all(visits)).map((rows) => rows.map(({ title }) => title)))
  }
  assert.deepEqual(
    seen,
    stores.flatMap((store) => [[store], [store], [store]]),
  )
})

/** Holds `lock`, for which the call has to wait, until the waiting connections have been killed. */
async function killWaiting(lock: string, call: () => Promise<{ status: number; text: string }>) {
  await superuser.query('begin')
  await superuser.query(lock)
  let isAnswered = false
  const answer = call().finally(() => {
    isAnswered = true
  })
  for (let killed = 0; killed === 0 && !isAnswered; ) {
    // Inside a transaction, pg_stat_activity shows its first snapshot, which lacks connections opened later.
    await superuser.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await superuser.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and usename like 'evident\\_app%'`)
    killed = rowCount ?? 0
  }
  await superuser.query('rollback')
  return answer
}

test('a killed connection gives its call a 503, and the next call works', async () => {
  const { signedIn, api } = shop
  const owner = await signedIn()
  const calls = {
    'a read in one round trip': () => api.get('/billing/subscription'),
    'a read in several': () => api.get('/account/organizations'),
    'a write': () => owner.post('/account/users/invite', { email: 'new@example.com', role: 'VIEWER' }),
  }
  const locks: Record<string, string> = { 'a write': 'lock table invitations in access exclusive mode' }
  for (const [what, call] of Object.entries(calls)) {
    const killed = await killWaiting(locks[what] ?? 'lock table api_keys in access exclusive mode', call)
    assert.deepEqual([killed.status, JSON.parse(killed.text).code], [503, 'database_unavailable'], what)
    const next = await call()
    assert.ok(next.status < 300, `${what}: ${next.text}`)
  }
})

test('a statement that waits too long for a lock gets a 429 that says when to retry', async () => {
  await superuser.query('begin')
  await superuser.query('lock table products in access exclusive mode')
  try {
    const waiting = inStore(newId(), async (tx) => {
      await tx.all(sql`set local lock_timeout = '20ms'`)
      return tx.all(sql`select title from products`)
    })
    await assert.rejects(waiting, { status: 429, code: 'rate_limited', headers: { 'retry-after': '2' } })
  } finally {
    await superuser.query('rollback')
  }
})

test('killing every connection, busy or idle, fails only the calls in flight', async () => {
  const burst = () => Promise.all(Array.from({ length: 12 }, () => shop.api.get('/billing/subscription')))
  await burst()
  const during = burst()
  await superuser.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename like 'evident\\_%' and pid <> pg_backend_pid()`)
  for (const { status } of await during) assert.ok(status === 200 || status === 503, String(status))
  // The sockets close a moment after the server reports the kill. Every later call must succeed.
  const works = async () => (await burst()).every(({ status }) => status === 200)
  for (let tries = 50; !(await works()); tries--) assert.ok(tries > 0, 'the pool does not recover')
})
