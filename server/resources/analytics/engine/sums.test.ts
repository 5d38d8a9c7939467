import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveRestored } from '#platform/areas/archive.ts'
import { publish } from '#platform/areas/events.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'
import { sumStore } from './commands.ts'
import { choosePaths, createRandom, readAll, readBothWays } from './walk.testing.ts'

const start = new Date('2026-10-20T12:00:00Z')
const service = provideService({ now: start })

const sum = (shop: Shop) => sumStore(service.service.db, shop, new AbortController().signal)
const differencesIn = async (shop: Shop) => (await recountReports(service.service, shop.storeEnvId)).differences
const at = (daysAgo: number) => new Date(start.getTime() - daysAgo * day).toISOString()
const countReceived = async (shop: Shop, query = '?from=2026-08-01&to=2026-10-19&interval=month') => {
  const { body } = await shop.api.get(`/analytics/reviews${query}`)
  return body.total.received
}
const job = (id: string) => {
  const found = jobs.find((each) => each.id === id)
  assert.ok(found)
  return perform(found, { ...service.service, stopping: new AbortController().signal }, {})
}

async function summedShop(): Promise<{ shop: Shop; productId: string; ids: string[] }> {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 100 }, (_, i) => ({ productId, submittedAt: at(i + 1) })),
  )
  await sum(shop)
  return { shop, productId, ids }
}

test('a report reads stored sums, and counts the rows of a changed day', async () => {
  const { shop, ids } = await summedShop()
  assert.deepEqual(await differencesIn(shop), [])
  assert.equal(await countReceived(shop), 80)
  // The sum is falsified, because only then does the test prove that the report reads it.
  await service.query(
    'update analytics_sums set received = received + 1000 where store_env_id = $1 and days in (1, 8) and $2 between first_day and first_day + days - 1',
    [shop.storeEnvId, at(41).slice(0, 10)],
  )
  assert.equal(await countReceived(shop), 1080)
  await shop.api.put(`/reviews/${ids[40]}`, { status: 'rejected' })
  assert.equal(await countReceived(shop), 80)
})

test('the nightly recount finds, reports and repairs a wrong sum', async () => {
  const { shop } = await summedShop()
  await service.query('update analytics_sums set twos = 7 where store_env_id = $1 and days = 1 and first_day = $2', [
    shop.storeEnvId,
    at(3).slice(0, 10),
  ])
  await service.query('delete from analytics_sums where store_env_id = $1 and days = 8 and first_day < $2', [
    shop.storeEnvId,
    at(30).slice(0, 10),
  ])
  await service.query(
    `insert into analytics_acts (store_env_id, days, first_day, decided, decision50, decision90, replied) values ($1, 7, '2026-10-05', 3, 10, 20, 0)`,
    [shop.storeEnvId],
  )
  const differences = await differencesIn(shop)
  assert.deepEqual(
    differences.filter(({ days }) => days === 1),
    [{ date: at(3).slice(0, 10), days: 1, field: 'twos', reported: 7, recounted: 0 }],
  )
  assert.ok(differences.some(({ days, field }) => days === 8 && field === 'received'))
  assert.deepEqual(
    differences.filter(({ days }) => days === 7),
    [
      { date: '2026-10-05', days: 7, field: 'decided', reported: 3, recounted: 0 },
      { date: '2026-10-05', days: 7, field: 'decision50', reported: 10, recounted: -1 },
      { date: '2026-10-05', days: 7, field: 'decision90', reported: 20, recounted: -1 },
    ],
  )
  await job('analytics.recount')
  assert.deepEqual(await differencesIn(shop), [])
})

test("a product's wrong count is found, in a day and in a longer sum", async () => {
  const { shop, productId } = await summedShop()
  const spoil = (change: string, days: number) =>
    service.query(
      `update analytics_sums set ${change} where store_env_id = $1 and days = $2 and first_day <= $3 and first_day + days > $3`,
      [shop.storeEnvId, days, at(20).slice(0, 10)],
    )
  await spoil(`product_received = array[7]`, 1)
  await spoil(`product_low = array[9]`, 8)
  const differences = await differencesIn(shop)
  assert.deepEqual(
    differences.map(({ days, field, reported, recounted }) => ({ days, field, reported, recounted })),
    [
      { days: 1, field: `product ${productId} received`, reported: 7, recounted: 1 },
      { days: 8, field: `product ${productId} low`, reported: 9, recounted: 0 },
    ],
  )
  await job('analytics.recount')
  assert.deepEqual(await differencesIn(shop), [])
})

test('the scheduled job sums exactly the days without current sums', async () => {
  const { shop, productId } = await summedShop()
  const coverage = async () =>
    (
      await service.query('select since, until::text from analytics_coverage where store_env_id = $1', [
        shop.storeEnvId,
      ])
    ).rows
  const marks = async () =>
    Number(
      (await service.query('select count(*) from analytics_changes where store_env_id = $1', [shop.storeEnvId])).rows[0]
        .count,
    )
  assert.deepEqual(await coverage(), [{ since: null, until: '2026-10-20' }])
  await post(shop.api, productId)
  assert.equal(await marks(), 1)
  service.advance(day)
  await job('analytics.sum')
  await service.runJobs()
  assert.deepEqual([await coverage(), await marks()], [[{ since: null, until: '2026-10-21' }], 0])
  assert.deepEqual(await differencesIn(shop), [])
  service.advance(-day)
})

test('after a change of the time zone, every day is summed again', async () => {
  const { shop } = await summedShop()
  const owner = await shop.signedIn()
  await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone: 'Pacific/Kiritimati' })
  const paths = ['/analytics/reviews?from=2026-08-01&to=2026-10-20']
  const before = await readAll(shop, paths)
  await sum(shop)
  assert.deepEqual(await readAll(shop, paths), before)
  assert.deepEqual(await differencesIn(shop), [])
})

test('restored reviews are counted and summed', async () => {
  const { shop, productId } = await summedShop()
  // A restore publishes no event before all rows exist.
  await addReviews(service, shop, [{ productId, submittedAt: at(30) }])
  await service.service.db.store(shop, 'write', async (tx) =>
    publish(tx, archiveRestored, { id: shop.storeEnvId, store: null }),
  )
  assert.equal(await countReceived(shop), 81)
  await sum(shop)
  assert.equal(await countReceived(shop), 81)
  assert.deepEqual(await differencesIn(shop), [])
})

test('a change during the summing of its day is counted later', async () => {
  const { shop, productId, ids } = await summedShop()
  const random = createRandom(7)
  let isWriting = true
  const writers = Array.from({ length: 4 }, async () => {
    for (let i = 0; i < 40; i++) {
      const id = random.one(ids)
      const status = random.one(['approved', 'rejected', 'spam'])
      const { status: code, text } =
        i % 5 === 0
          ? await shop.api.post('/reviews/bulk-update', {
              updates: [...new Set([id, random.one(ids)])].map((each) => ({ id: each, status })),
            })
          : await shop.api.put(`/reviews/${id}`, { status })
      assert.equal(code, 200, text)
      if (i % 10 === 0) await post(shop.api, productId)
    }
  })
  const summing = Array.from({ length: 2 }, async () => {
    while (isWriting) await sum(shop)
  })
  await Promise.all(writers)
  isWriting = false
  await Promise.all(summing)
  assert.deepEqual(await differencesIn(shop), [])
  const paths = await choosePaths(shop, random)
  const [answered, counted] = await readBothWays(service, shop, paths)
  assert.deepEqual(answered, counted)
  await sum(shop)
  assert.deepEqual(await differencesIn(shop), [])
})
