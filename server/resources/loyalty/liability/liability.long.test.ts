import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { addByClock } from '#test/queue.ts'
import { provideService, type Shop } from '#test/service.ts'
import { openProgram, order, push } from '../loyalty.testing.ts'
import { countMonths, deleteMonths } from './commands.ts'

const service = provideService({ now: new Date('2026-11-20T12:00:00Z') })

const emails = ['ada', 'bob', 'cy'].map((name) => `${name}@customer.example`)
const lines = 3_000

async function shopWithLines(): Promise<Shop> {
  const shop = await openProgram(service, { timezone: 'UTC' })
  for (const [i, email] of emails.entries()) await push(shop, order(`o${i}`, '10', { email }))
  await addLines(shop, 0)
  return shop
}

const addLines = ({ storeEnvId }: Shop, since: number) =>
  service.query(
    `insert into loyalty_journal (store_env_id, id, member_id, kind, ref, delta, balance, at, created_at)
     select $1, gen_random_uuid(), m.id, (array['order', 'grant', 'redemption', 'expiry', 'reversal', 'program'])[1 + l * 7919 % 6], null,
            case when l % 3 = 0 then -1 else 1 end * (1 + l * 31 % 97), 0,
            timestamptz '2024-11-20Z' + l * interval '6 hours' - interval '10 days' * (l % 4),
            timestamptz '2024-11-20Z' + (l - case when l % 7 = 0 then 1 else 0 end) * interval '6 hours'
       from generate_series($2::int, $2::int + ${lines} - 1) l
       join (select id, row_number() over (order by email) as n from loyalty_members where store_env_id = $1) m on m.n = 1 + l % 3`,
    [storeEnvId, since],
  )

const inStore = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => service.service.db.store(shop, 'write', work)
const count = (shop: Shop, atOnce: number) => inStore(shop, (tx) => countMonths(tx, { readEachTime: 1, atOnce }))
const read = async ({ api }: Shop) => {
  const byDay = await api.get('/analytics/loyalty?from=2024-11-21')
  const byMonth = await api.get('/analytics/loyalty?from=2025-03-15&to=2026-10-14&interval=month')
  assert.deepEqual([byDay.status, byMonth.status], [200, 200], byDay.text)
  assert.ok(byDay.body.total.lines > 0 && byMonth.body.total.lines > 0)
  return { ...(await api.get('/loyalty/liability')).body, byDay: byDay.body, byMonth: byMonth.body }
}

async function requireRight(shop: Shop): Promise<void> {
  const answered = await read(shop)
  assert.ok(answered.months.length > 0)
  await service.query('begin')
  const kept = []
  for (const table of ['loyalty_journal_days', 'loyalty_journal_months', 'loyalty_journal_counts'])
    kept.push({
      table,
      rows: (await service.query(`delete from ${table} where store_env_id = $1 returning *`, [shop.storeEnvId])).rows,
    })
  await service.query('commit')
  assert.deepEqual(answered, await read(shop))
  for (const { table, rows } of kept)
    for (const row of rows)
      await service.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
        JSON.stringify(row),
      ])
}

const kept = async ({ storeEnvId }: Shop) =>
  (await service.query('select count(*)::int as n from loyalty_journal_months where store_env_id = $1', [storeEnvId]))
    .rows[0].n

test('the report is correct while lines are counted, after new lines and in another time zone', async () => {
  const shop = await shopWithLines()
  await requireRight(shop)
  let parts = 0
  for (; await count(shop, 700); parts++) await requireRight(shop)
  assert.ok(parts >= 4 && (await kept(shop)) > 20)
  await requireRight(shop)
  await push(shop, order('new', '99', { email: emails[0] }))
  await requireRight(shop)
  service.advance(3_600_000)
  await count(shop, 700)
  await requireRight(shop)
  const owner = await shop.signedIn()
  const { status } = await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone: 'America/St_Johns' })
  assert.equal(status, 200)
  await requireRight(shop)
  while (await count(shop, 700)) await requireRight(shop)
  await requireRight(shop)
  await shop.api.put('/loyalty/program', { timezone: 'Pacific/Auckland' })
  await requireRight(shop)
  while (await count(shop, 700)) await requireRight(shop)
  await requireRight(shop)
})

test('counted lines are not read again, and a store with few lines has none counted', async () => {
  const shop = await shopWithLines()
  await inStore(shop, (tx) => countMonths(tx))
  assert.equal(await kept(shop), 0)
  await addLines(shop, lines)
  for (let i = 0; i < 3; i++) await addLines(shop, 0)
  await addByClock(service.service, 'loyalty.expire_all')
  await service.runJobs()
  assert.ok((await kept(shop)) > 20, 'counted in the night')
  await requireRight(shop)
  const { outstanding } = await read(shop)
  await service.query(
    `update loyalty_journal_months set delta = delta + 5 where store_env_id = $1 and month = '2025-06'`,
    [shop.storeEnvId],
  )
  assert.equal((await read(shop)).outstanding, outstanding + 5)
  const linesByDay = async () => (await read(shop)).byDay.total.lines
  const linesBefore = await linesByDay()
  await service.query(
    `update loyalty_journal_days set lines = lines + 7 where store_env_id = $1 and day = '2025-06-10'`,
    [shop.storeEnvId],
  )
  assert.equal(await linesByDay(), linesBefore + 7)
})

test('an erased member is in no sum, even if erased during a count', async () => {
  const shop = await shopWithLines()
  const erase = async (email: string) => {
    const { status, text } = await shop.api.post('/customers/erase', { email })
    assert.ok(status < 300, text)
  }
  while (await count(shop, 1_000));
  await erase(emails[0] as string)
  await requireRight(shop)
  await forget(shop)
  let erasing: Promise<void> | undefined
  await inStore(shop, async (tx) => {
    await countMonths(tx, { readEachTime: 1, atOnce: 10_000 })
    erasing = erase(emails[1] as string)
    // `pg_locks` covers all databases, and other tests have locks too.
    const isWaiting = `select from pg_locks where locktype = 'advisory' and not granted
                          and database = (select oid from pg_database where datname = current_database())`
    while ((await service.query(isWaiting)).rowCount === 0) {}
  })
  await erasing
  await requireRight(shop)
  assert.equal((await read(shop)).outstanding, await sumOfLines(shop))
})

test('journal lines of every date are counted again after the monthly counts are lost', async () => {
  const shop = await shopWithLines()
  while (await count(shop, 1_000));
  await addLines(shop, 0)
  await forget(shop)
  await requireRight(shop)
  while (await count(shop, 1_000));
  await requireRight(shop)
})

const sumOfLines = async ({ storeEnvId }: Shop) =>
  (await service.query('select sum(delta)::int as n from loyalty_journal where store_env_id = $1', [storeEnvId]))
    .rows[0].n

const forget = (shop: Shop) => inStore(shop, deleteMonths)
