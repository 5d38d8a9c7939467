import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { isBehind, sumStore } from './commands.ts'
import { createRandom, createWalk } from './walk.testing.ts'

const start = new Date('2026-10-20T12:00:00Z')
const service = provideService({ now: start })

const sum = (shop: Shop) => sumStore(service.service.db, shop, new AbortController().signal)
const at = (daysAgo: number) => new Date(start.getTime() - daysAgo * day).toISOString()

const filters: Record<string, string> = {
  '': 'true',
  'status=pending': `status = 'pending'`,
  'status=approved,spam,approved': `status in ('approved', 'spam')`,
  'rating=4,5': 'rating in (4, 5)',
  'rating=1': 'rating = 1',
  'verified=true': 'verified',
  'verified=false': 'not verified',
  'hasPhotos=true': 'photo_count > 0',
  'hasReply=false': 'replied_at is null',
  'incentivized=true': 'incentive is not null',
  'imported=false': `source <> 'import'`,
  'reported=false&rating=5': 'coalesce(report_count, 0) = 0 and rating = 5',
  'status=approved&rating=5': `status = 'approved' and rating = 5`,
  'subject=all': 'true',
}

const totalOf = async ({ api }: Shop, query: string) => {
  const { status, body, text } = await api.get(`/reviews?includeTotal=true&limit=1&${query}`)
  assert.equal(status, 200, text)
  return body.pagination.total
}

async function assertTotals(shop: Shop, period: { after?: string; before?: string }): Promise<void> {
  const { after, before } = period
  const query = `${after ? `&submittedAfter=${encodeURIComponent(after)}` : ''}${before ? `&submittedBefore=${before}` : ''}`
  for (const [filter, condition] of Object.entries(filters)) {
    const { rows } = await service.query(
      `select count(*)::int as total from reviews
        where store_env_id = $1 and ${condition} and ($2::timestamptz is null or submitted_at > $2)
          and ($3::timestamptz is null or submitted_at < $3)`,
      [shop.storeEnvId, after, before],
    )
    assert.equal(await totalOf(shop, `${filter}${query}`), rows[0].total, `${filter}${query}`)
  }
}

test('totals since and before a time equal a count of the rows after any writes, in any time zone', async () => {
  for (const seed of [21, 22]) {
    const random = createRandom(seed)
    const shop = await service.shop()
    const walk = await createWalk(service, shop, random)
    const moment = () => new Date(start.getTime() - random.below(320 * day)).toISOString()
    for (let step = 0; step < 4; step++) {
      for (let act = 0; act < 12; act++) await walk.step()
      await walk.acts.changeZone()
      await assertTotals(shop, { after: moment() })
      await walk.acts.sum()
      await assertTotals(shop, { before: moment() })
      const [after = '', before = ''] = [moment(), moment()].sort()
      await assertTotals(shop, { after, before })
      await assertTotals(shop, { after: after.replace(/T.*/, 'T00:00:00+14:00') })
    }
  }
})

async function summedShop(): Promise<{ shop: Shop; ids: string[] }> {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 60 }, (_, i) => ({ productId, submittedAt: at(i + 1) })),
  )
  await sum(shop)
  return { shop, ids }
}

const spoil = (shop: Shop, change: string) =>
  service.query(`update analytics_sums set ${change} where store_env_id = $1 and days = 1`, [shop.storeEnvId])

test('a total since a time adds up sums of whole days, and counts the days of changed reviews', async () => {
  const { shop, ids } = await summedShop()
  await spoil(shop, 'received = 1001')
  // The first day is only in part after the time, so its reviews are counted.
  assert.equal(await totalOf(shop, `submittedAfter=${at(30.5)}`), 29_029 + 1)
  assert.equal(await totalOf(shop, `submittedAfter=${at(30.5)}&submittedBefore=${at(20.5)}`), 9_009 + 1)
  await shop.api.put(`/reviews/${ids[10]}`, { status: 'rejected' })
  assert.equal(await totalOf(shop, `submittedAfter=${at(30.5)}`), 28_028 + 1 + 1)
})

test('sums of an earlier version have no bounds: their days are counted, and summed again by the next run', async () => {
  const { shop } = await summedShop()
  await spoil(shop, 'received = 1001, begins_at = null, ends_at = null')
  await service.query('update analytics_coverage set has_bounds = false where store_env_id = $1', [shop.storeEnvId])
  assert.equal(await totalOf(shop, `submittedAfter=${at(30.5)}`), 30)
  const isNowBehind = () => service.service.db.store(shop, 'read', isBehind)
  assert.equal(await isNowBehind(), true)
  await sum(shop)
  assert.equal(await isNowBehind(), false)
  const { rows } = await service.query(
    `select count(*)::int as days, count(begins_at)::int as bounded, max(received)::int as most
       from analytics_sums where store_env_id = $1 and days = 1`,
    [shop.storeEnvId],
  )
  assert.deepEqual(rows, [{ days: 60, bounded: 60, most: 1 }])
})
