import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import type { Report } from '#platform/calls/paging/batch.ts'
import { sql } from '#platform/db/query.ts'
import { withDatabase } from '#test/database.ts'
import { listWaiting } from '#test/locks.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { upsertProducts } from './commands.ts'
import type { Failure, ProductRow } from './rules.ts'

let service: TestService
let owner: Client
before(async () => {
  service = await startService()
  const { rows } = await service.service.db.workerPool.query('select current_database() as name')
  owner = new Client({ connectionString: withDatabase(process.env.TEST_DATABASE_URL ?? '', rows[0].name) })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.close()
})

/** Calls `upsertProducts` directly: the dispatcher would retry a deadlock, and here a deadlock is an error. */
const push = (shop: Shop, rows: ProductRow[]) =>
  service.service.db.store(shop, 'write', (tx) => upsertProducts(tx, rows))

/** Runs calls with the concurrency of the pool, because a wait for a connection fails after five seconds. */
async function crowd<T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let from = 0; from < count; from += 8)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(8, count - from) }, (_, i) => call(from + i)))))
  return answers
}

const makeRows = (prefix: string, n: number, more: object = {}) =>
  Array.from({ length: n }, (_, i) => ({
    platformProductId: `${prefix}-${i}`,
    title: `Product ${i}`,
    variants: [0, 1].map((v) => ({
      platformVariantId: `${prefix}-${i}-${v}`,
      sku: `${prefix}-${i}-${v}`,
      price: '12.50',
    })),
    ...more,
  }))
const counts = ({ created, updated, unchanged, failed }: Report<Failure>) => [created, updated, unchanged, failed]

test('a repeated push of 250 products writes nothing and locks nothing', async () => {
  const shop = await service.shop()
  const rows = makeRows('w', 250)
  assert.deepEqual(counts(await push(shop, rows)), [250, 0, 0, 0])
  await service.service.db.store(shop, 'write', async (tx) => {
    assert.deepEqual(counts(await upsertProducts(tx, rows)), [0, 0, 250, 0])
    // A row lock would also assign an id to the transaction.
    const [row] = await tx.all<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text as id`)
    assert.equal(row?.id, null)
  })
})

test('a row that the database refuses fails alone, at any position', async () => {
  const shop = await service.shop()
  await owner.query(`alter table products add constraint test_no_poison check (title <> 'poison')`)
  await owner.query(`alter table product_variants add constraint test_no_poison check (sku <> 'poison')`)
  try {
    for (const place of [0, 100, 249]) {
      const rows: Record<string, unknown>[] = makeRows(`p${place}`, 250)
      rows[place] = { ...rows[place], title: 'poison' }
      const { status, body } = await shop.api.put('/products', rows)
      assert.equal(status, 200)
      assert.deepEqual(counts(body), [249, 0, 0, 1])
      assert.deepEqual([body.errors[0].index, body.errors[0].code], [place, 'storage_error'])
      assert.doesNotMatch(body.errors[0].message, /constraint|violates|poison/)
    }
    const several = makeRows('q', 30).map((row, i) =>
      i % 7 === 0 ? { platformProductId: row.platformProductId, sku: 'poison' } : row,
    )
    const { body } = await shop.api.put('/products', several)
    assert.deepEqual(counts(body), [25, 0, 0, 5])
    assert.equal((await shop.api.get('/products/by-platform-id/q-7')).status, 404)
  } finally {
    await owner.query('alter table products drop constraint test_no_poison')
    await owner.query('alter table product_variants drop constraint test_no_poison')
  }
  const healed = await shop.api.put('/products', [{ platformProductId: 'q-7', sku: 'poison' }])
  assert.deepEqual(counts(healed.body), [1, 0, 0, 0])
})

test('the same batch from many connections creates each product once', async () => {
  const shop = await service.shop()
  const rows = makeRows('c', 100)
  const answers = await Promise.all(Array.from({ length: 8 }, () => push(shop, rows)))
  for (const answer of answers) assert.equal(answer.created + answer.unchanged, 100, JSON.stringify(answer))
  assert.equal(
    answers.reduce((sum, { created }) => sum + created, 0),
    100,
  )
  assert.deepEqual(await consistency(shop), { products: 100, live: 200, twice: 0 })
})

test('a concurrently created product is replaced whole, and its variants keep their ids', async () => {
  const shop = await service.shop()
  const row = (title: string, ...variants: string[]) => ({
    platformProductId: 'meanwhile',
    title,
    variants: variants.map((platformVariantId) => ({ platformVariantId, title })),
  })
  const fetchVariants = async () =>
    (await shop.api.get('/products/by-platform-id/meanwhile')).body.variants as Record<string, string | null>[]
  let later: Promise<Report<Failure>> | undefined
  const first = await service.service.db.store(shop, 'write', async (tx) => {
    await upsertProducts(tx, [row('First', 'a', 'b')])
    later = push(shop, [row('Later', 'b', 'c')])
    // The call has read the known products, and now waits for the row that this transaction wrote.
    const isWaiting = async () =>
      (await listWaiting(service)).some(({ query }) => query.includes('insert into products'))
    await until(isWaiting, 'the call waits for the row')
    return tx.all<{ id: string }>(sql`
      select id from product_variants where store_env_id = ${shop.storeEnvId} and platform_variant_id = 'b'`)
  })
  assert.deepEqual(counts((await later) ?? assert.fail()), [0, 1, 0, 0])
  const variants = await fetchVariants()
  assert.deepEqual(
    variants.map(({ platformVariantId, title, retiredAt }) => [platformVariantId, title, retiredAt === null]),
    [
      ['b', 'Later', true],
      ['c', 'Later', true],
      ['a', 'First', false],
    ],
  )
  assert.equal(variants[0]?.id, first[0]?.id)
})

test('concurrent batches in opposite order never deadlock, and one batch determines all products', async () => {
  const shop = await service.shop()
  const batch = (round: number, reversed: boolean) => {
    const rows = makeRows('x', 60, { title: `Round ${round}` }).map((row, i) => ({
      ...row,
      variants: [...row.variants, { platformVariantId: `x-${i}-r${round % 3}`, sku: 's', price: '1' }],
    }))
    return reversed ? rows.reverse() : rows
  }
  await push(shop, batch(0, false))
  const answers = await crowd(24, (i) => push(shop, batch(i, i % 2 === 1)))
  for (const answer of answers) assert.deepEqual(answer.errors, [])
  assert.deepEqual(await consistency(shop), { products: 60, live: 180, twice: 0 })
  const { data } = (await shop.api.get('/products?limit=100')).body
  assert.equal(new Set(data.map((each: { title: string }) => each.title)).size, 1)
})

test('when products compete for variants, each variant is live exactly once', async () => {
  const shop = await service.shop()
  const claim = (who: number, round: number) =>
    Array.from({ length: 20 }, (_, i) => ({
      platformProductId: `f${who}-${i}`,
      title: `${round}`,
      variants: [{ platformVariantId: `own-${who}-${i}` }, { platformVariantId: `shared-${(i * 7 + round) % 20}` }],
    }))
  const answers = await crowd(24, (i) => push(shop, i % 2 ? claim(i % 6, i).toReversed() : claim(i % 6, i)))
  const codes = new Set(answers.flatMap(({ errors }) => errors.map(({ code }) => code)))
  assert.deepEqual([...codes], ['duplicate_variant'])
  assert.equal((await consistency(shop))?.twice, 0)
})

const consistency = (shop: Shop) =>
  service.service.db.store(shop, 'read', (tx) =>
    tx.first<{ products: number; live: number; twice: number }>(sql`
      select (select count(*) from products where store_env_id = ${tx.storeEnvId}) as products,
             count(*) as live, count(*) - count(distinct platform_variant_id) as twice
        from product_variants where store_env_id = ${tx.storeEnvId} and retired_at is null`),
  )
