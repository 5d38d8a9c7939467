import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { knock, openDoor } from '#resources/agents/agents.testing.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { kinds, states } from './schema.ts'

const service = provideService()

type Row = { kind: (typeof kinds)[number]; state: (typeof states)[number]; reviews: number[] }

async function replaceSignals(shop: Shop, ids: readonly string[], rows: readonly Row[]): Promise<void> {
  await service.service.db.store(shop, 'write', async (tx) => {
    await tx.run(sql`delete from review_signals where store_env_id = ${tx.storeEnvId}`)
    for (const { kind, state, reviews } of rows) {
      const id = newId()
      await tx.run(sql`
        insert into review_signals (store_env_id, id, kind, state, facts, created_at)
        values (${tx.storeEnvId}, ${id}, ${kind}, ${state}, '{}', ${tx.now})`)
      for (const review of reviews)
        await tx.run(sql`
          insert into review_signal_members (store_env_id, signal_id, review_id)
          values (${tx.storeEnvId}, ${id}, ${ids[review] ?? null})`)
    }
  })
}

/** Reads everything that somebody outside the store can read. */
async function readOutside(shop: Shop, feed: string): Promise<string[]> {
  const storefront = [
    '/storefront/config',
    ...['newest', 'highest', 'lowest', 'photos', 'helpful'].map(
      (sort) => `/storefront/reviews?platformProductId=mug&sort=${sort}&includeTotal=true`,
    ),
    '/storefront/reviews?limit=3',
    '/storefront/summary?platformProductIds=mug,jug',
    '/storefront/store-summary',
    '/storefront/json-ld?platformProductId=mug',
    '/storefront/html?platformProductId=mug',
    '/storefront/review-filters?platformProductId=mug',
  ]
  const door = ['', '/ratings?platformProductId=mug', '/reviews?platformProductId=mug', '/llms.txt']
  const keyed = ['/reviews?limit=100', '/reviews/summary', '/reviews/export', '/events', '/evidence/suppression']
  const answers = [
    ...(await Promise.all(storefront.map((path) => shop.storefront.get(path)))),
    ...(await Promise.all(door.map((path) => knock(service, shop, path)))),
    ...(await Promise.all(keyed.map((path) => shop.api.get(path)))),
  ]
  const { payload } = await service.app.inject({ url: feed })
  return [...answers.map(({ status, text }) => `${status} ${text}`), payload].map((text) =>
    text.replaceAll(/"requestId":"[^"]+"/g, ''),
  )
}

test('signals change no response outside the store', async () => {
  const shop = await service.shop()
  const mug = await addProduct(shop)
  const jug = await addProduct(shop, 'jug')
  await openDoor(shop)
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 12 }, (_, i) => ({
      ...{ productId: i % 3 ? mug : jug, rating: 1 + (i % 5), submittedAt: `2026-11-${10 + i}T00:00:00Z` },
      ...{ status: i % 4 === 3 ? ('pending' as const) : ('approved' as const), authorEmail: `a${i}@customer.example` },
    })),
  )
  await shop.api.post('/products/review-feed')
  const { url } = (await shop.api.get('/products/review-feed')).body
  const feed = new URL(url).pathname
  const without = await readOutside(shop, feed)
  assert.ok(without.every((text) => text.length > 10))
  const row = fc.record({
    kind: fc.constantFrom(...kinds),
    state: fc.constantFrom(...states),
    reviews: fc.uniqueArray(fc.nat({ max: 11 }), { minLength: 1, maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      await replaceSignals(shop, ids, rows)
      assert.deepEqual(await readOutside(shop, feed), without)
    }),
    { numRuns: 12 },
  )
})
