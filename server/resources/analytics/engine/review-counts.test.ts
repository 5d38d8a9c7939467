import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveRestored } from '#platform/areas/archive.ts'
import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { checkCounts, sumCounts } from '#resources/reviews/changes/counts-commands.ts'
import { addUp, recount } from '#resources/reviews/changes/counts-store.ts'
import { importReviews } from '#resources/reviews/files/import-commands.ts'
import { addProduct, addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { createRandom, createWalk } from './walk.testing.ts'

const service = provideService({ now: new Date('2026-10-20T12:00:00Z') })

const write = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => service.service.db.store(shop, 'write', work)

const filters: Record<string, string> = {
  '': 'true',
  'status=pending': `status = 'pending'`,
  'status=approved,spam&rating=4,5': `status in ('approved', 'spam') and rating in (4, 5)`,
  'verified=true&hasPhotos=false': 'verified and photo_count = 0',
  'verified=false&hasPhotos=true': 'not verified and photo_count > 0',
  'hasReply=true': 'replied_at is not null',
  'hasReply=false&imported=true': `replied_at is null and source = 'import'`,
  'incentivized=true&imported=false': `incentive is not null and source <> 'import'`,
  'reported=false': 'coalesce(report_count, 0) = 0',
  'reported=true': 'report_count > 0',
  'reported=false&status=approved': `coalesce(report_count, 0) = 0 and status = 'approved'`,
  'submittedAfter=2026-09-01T00:00:00Z&status=approved': `submitted_at > '2026-09-01Z' and status = 'approved'`,
}

async function assertTotals(shop: Shop): Promise<void> {
  for (const [query, condition] of Object.entries(filters)) {
    const { rows } = await service.query(
      `select count(*)::int as total from reviews where store_env_id = $1 and ${condition}`,
      [shop.storeEnvId],
    )
    const { body } = await shop.api.get(`/reviews?includeTotal=true&limit=1&${query}`)
    assert.equal(body.pagination.total, rows[0].total, query)
  }
  const { rows } = await service.query(
    `select rating, count(*)::int as count, count(*) filter (where verified)::int as verified,
            count(*) filter (where photo_count > 0)::int as photos
       from reviews where store_env_id = $1 and status = 'approved' group by rating`,
    [shop.storeEnvId],
  )
  const { body } = await shop.api.get('/reviews/summary')
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + row[name], 0)
  assert.deepEqual(
    [body.count, body.verifiedCount, body.withPhotos],
    [sumOf('count'), sumOf('verified'), sumOf('photos')],
  )
  for (const { rating, count } of rows) assert.equal(body.byStar[rating], count)
}

const file = { importId: newId(Date.now()), importedFrom: 'loox' }

const importOne = (tx: StoreTx, key: string, productId: string) =>
  importReviews(tx, file, [
    {
      ...{ key: key.padStart(64, '0'), productId, orderId: null, rating: 4, title: null, body: `Import ${key}.` },
      ...{ authorName: 'Al', authorEmail: null, status: 'approved', claimedVerified: true, incentive: null },
      ...{ replyBody: null, repliedAt: null, locale: null, country: null, photoUrls: [] },
      submittedAt: '2026-10-01T10:00:00.000Z',
    },
  ])

const rowsOf = async (shop: Shop) =>
  (await service.query('select * from review_counts where store_env_id = $1', [shop.storeEnvId])).rows

const spoil = (shop: Shop) =>
  service.query('update review_counts set count = count + 1000 where store_env_id = $1 and is_base', [shop.storeEnvId])

const totalOf = async (shop: Shop, query = '') =>
  (await shop.api.get(`/reviews?includeTotal=true&${query}`)).body.pagination.total

test('totals and summaries equal a count of the rows after any writes', async () => {
  for (const seed of [11, 12]) {
    const random = createRandom(seed)
    const shop = await service.shop()
    const walk = await createWalk(service, shop, random)
    for (let step = 0; step < 12; step++) {
      for (let act = 0; act < 10; act++) await walk.step()
      await assertTotals(shop)
      await write(shop, sumCounts)
      await assertTotals(shop)
      assert.equal(await write(shop, checkCounts), 0)
    }
  }
})

async function countedShop() {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  await addReviews(
    service,
    shop,
    Array.from({ length: 30 }, (_, i) => ({ productId, rating: 1 + (i % 5), verified: i % 2 === 0 })),
  )
  await write(shop, sumCounts)
  return { shop, productId }
}

test('totals and summaries use the stored counts, and each write adds a row of changes', async () => {
  const { shop, productId } = await countedShop()
  // Stores wrong counts, so that the responses show whether they are used.
  await spoil(shop)
  assert.equal(await totalOf(shop, 'rating=5&verified=true'), 1003)
  assert.equal((await shop.api.get('/reviews/summary')).body.byStar['5'], 2006)
  assert.equal(
    (await shop.storefront.get('/storefront/reviews?includeTotal=true&rating=5')).body.pagination.total,
    2006,
  )
  await post(shop.api, productId)
  assert.equal(await totalOf(shop, 'status=pending'), 1)
  assert.equal((await rowsOf(shop)).filter((row) => !row.is_base).length, 1)
})

test('the nightly check finds and repairs wrong counts', async () => {
  const { shop } = await countedShop()
  await spoil(shop)
  assert.equal(await write(shop, checkCounts), 10)
  await assertTotals(shop)
  assert.equal(await write(shop, checkCounts), 0)
})

test('a write that commits during a full count is counted once', async () => {
  const { shop, productId } = await countedShop()
  await write(shop, async (tx) => {
    await importOne(tx, 'a', productId)
    await write(shop, (other) => recount(other))
  })
  await assertTotals(shop)
  await write(shop, async (tx) => {
    await importOne(tx, 'b', productId)
    await write(shop, (other) => addUp(other))
  })
  await assertTotals(shop)
  assert.equal(await totalOf(shop), 32)
  assert.equal(await write(shop, checkCounts), 0)
})

test('an unknown change makes totals count reviews until the next full count', async () => {
  const { shop, productId } = await countedShop()
  await spoil(shop)
  await write(shop, async (tx) => publish(tx, archiveRestored, { id: shop.storeEnvId, store: null }))
  await write(shop, addUp)
  await assertTotals(shop)
  await addReviews(service, shop, [{ productId }])
  assert.equal(await totalOf(shop), 31)
  await write(shop, sumCounts)
  assert.equal(
    (await rowsOf(shop)).some((row) => row.count === null),
    false,
  )
  await assertTotals(shop)
})

test('changes are added up as soon as there are many of them', async () => {
  const { shop, productId } = await countedShop()
  const base = (await rowsOf(shop)).length
  for (let i = 0; i < 201; i++) await write(shop, (tx) => importOne(tx, i.toString(16), productId))
  assert.equal((await rowsOf(shop)).length, base + 201)
  await write(shop, sumCounts)
  assert.ok((await rowsOf(shop)).length <= base + 1)
  await assertTotals(shop)
})
