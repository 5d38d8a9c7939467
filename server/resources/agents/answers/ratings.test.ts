// The figures of a product are computed from stored counts. After each write, the test compares them with a plain count
// of the reviews.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveRestored } from '#platform/areas/archive.ts'
import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { createRandom, createWalk } from '#resources/analytics/engine/walk.testing.ts'
import { asKey, asOwner, fetchArchive } from '#resources/backups/archives.testing.ts'
import { merge, push } from '#resources/products/merging/merging.testing.ts'
import { checkCounts, sumCounts } from '#resources/reviews/changes/counts-commands.ts'
import { addUp, recount } from '#resources/reviews/changes/product-counts-commands.ts'
import { addProduct, addReview, addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { addByClock, runQueue } from '#test/queue.ts'
import { provideService, type Shop } from '#test/service.ts'
import { approve, knock, openDoor } from '../agents.testing.ts'

const service = provideService({ now: new Date('2026-10-20T12:00:00Z') })

const write = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => service.service.db.store(shop, 'write', work)

const names = ['mug', 'cup', 'pot']
const ratings = async (shop: Shop, of = names) => {
  const { status, body, text } = await knock(
    service,
    shop,
    `/ratings?${of.map((each) => `platformProductId=${each}`).join('&')}`,
  )
  assert.equal(status, 200, text)
  return body.data as ({ rating: { count: number } | null } & Record<string, unknown>)[]
}

const countOf = async (shop: Shop, name: string) => (await ratings(shop, [name]))[0]?.rating?.count

const share = (part: number, of: number) => (of === 0 ? null : Math.round((part / of) * 10_000) / 10_000)

/** Compares every figure that agents get, and that the storefront's summary shows, with a plain count. */
async function assertFigures(shop: Shop): Promise<void> {
  const { rows } = await service.query(
    `select p.platform_product_id as id, count(r.id)::int as count, avg(r.rating)::float as average, max(r.submitted_at) as newest,
            count(*) filter (where r.verified)::int as verified, count(*) filter (where r.incentive is not null)::int as rewarded,
            count(*) filter (where r.source = 'import')::int as imported,
            array(select count(*) filter (where a.rating = star)::int
                    from generate_series(1, 5) star left join reviews a
                      on a.store_env_id = p.store_env_id and a.product_id = p.id and a.status = 'approved'
                   group by star order by star) as stars,
            (select m.group_id from product_group_members m where m.store_env_id = p.store_env_id and m.product_id = p.id) as group_id
       from products p left join reviews r on r.store_env_id = p.store_env_id and r.product_id = p.id and r.status = 'approved'
      where p.store_env_id = $1 and p.status = 'active' and p.merged_into is null group by p.store_env_id, p.id`,
    [shop.storeEnvId],
  )
  const query = `platformProductIds=${names.join(',')}`
  const summaries = (await shop.storefront.get(`/storefront/summary?${query}`)).body.data
  const pools = (await shop.storefront.get(`/storefront/summary?${query}&pool=group`)).body.data
  for (const row of await ratings(shop)) {
    const { id, count, average, newest, verified, rewarded, imported, stars, group_id } = rows.find(
      (each) => each.id === row.platformProductId,
    )
    const value = average === null ? null : Math.round(average * 100) / 100
    const distribution = Object.fromEntries(stars.map((many: number, i: number) => [i + 1, many]))
    assert.deepEqual(
      { ...row, ...{ title: 0, url: 0, gtins: 0, skus: 0, inputs: 0 } },
      {
        ...{ platformProductId: id, title: 0, url: 0, gtins: 0, skus: 0, inputs: 0 },
        rating: count === 0 ? null : { value, scale_min: 1, scale_max: 5, count },
        distribution,
        ...{ verifiedCount: verified, verifiedShare: share(verified, count) },
        ...{ rewardedCount: rewarded, rewardedShare: share(rewarded, count), importedCount: imported },
        newestAt: newest && new Date(newest).toISOString(),
      },
    )
    const summary = summaries.find((each: { platformProductId: string }) => each.platformProductId === id)
    assert.deepEqual([summary.count, summary.average, summary.byStar], [count, value, distribution])
    const members = rows.filter((each) => each.id === id || (group_id !== null && each.group_id === group_id))
    const pooled = [0, 1, 2, 3, 4].map((i) => members.reduce((sum, member) => sum + member.stars[i], 0))
    const pool = pools.find((each: { platformProductId: string }) => each.platformProductId === id)
    assert.deepEqual({ ...pool, pooled: 0 }, { ...summary, pooled: 0 })
    assert.deepEqual(Object.values(pool.pooled.byStar), pooled)
    assert.equal(pool.pooled.products, members.filter((member) => member.count > 0).length)
  }
}

async function groupFirstTwo(shop: Shop): Promise<void> {
  const { rows } = await service.query<{ id: string }>(
    'select id from products where store_env_id = $1 order by platform_product_id limit 2',
    [shop.storeEnvId],
  )
  const made = await shop.api.post('/products/groups', { name: 'Both', productIds: rows.map(({ id }) => id) })
  assert.equal(made.status, 201, made.text)
}

const rowsOf = async (shop: Shop) =>
  (await service.query('select * from product_review_counts where store_env_id = $1', [shop.storeEnvId])).rows

test('numbers equal a plain count after approvals, rejections, edits, imports and erasures', async () => {
  for (const seed of [21, 22]) {
    const shop = await service.shop()
    await openDoor(shop)
    const walk = await createWalk(service, shop, createRandom(seed))
    await groupFirstTwo(shop)
    for (let step = 0; step < 10; step++) {
      for (let act = 0; act < 10; act++) await walk.step()
      await assertFigures(shop)
      await write<unknown>(shop, step % 3 === 0 ? sumCounts : addUp)
      await assertFigures(shop)
      if (step > 0) assert.equal(await write(shop, checkCounts), 0)
    }
    assert.ok((await rowsOf(shop)).some(({ is_base, rating }) => is_base && rating !== null))
  }
})

async function countedShop() {
  const shop = await service.shop()
  await openDoor(shop)
  const [mug = '', cup = ''] = await Promise.all(names.map((name) => addProduct(shop, name)))
  await addReviews(
    service,
    shop,
    Array.from({ length: 30 }, (_, i) => ({ productId: mug, rating: 1 + (i % 5), verified: i % 2 === 0 })),
  )
  await write(shop, sumCounts)
  return { shop, mug, cup }
}

const spoil = (shop: Shop) =>
  service.query(
    'update product_review_counts set count = count + 1000 where store_env_id = $1 and is_base and rating is not null',
    [shop.storeEnvId],
  )

test('the response uses the stored counts, and the nightly check repairs wrong counts', async () => {
  const { shop, mug } = await countedShop()
  // Stores wrong counts, so that the response shows whether they are used.
  await spoil(shop)
  const { id } = await post(shop.api, mug)
  await approve(shop, id)
  assert.equal(await countOf(shop, 'mug'), 5031)
  assert.equal(await write(shop, checkCounts), 5)
  await shop.api.put(`/reviews/${id}`, { reply: { body: 'Thank you.' } })
  await assertFigures(shop)
  assert.equal(await write(shop, checkCounts), 0)
})

test('the pool of a group uses copies of counts, and the nightly check repairs wrong copies', async () => {
  const { shop, mug } = await countedShop()
  const copiesOf = async () =>
    (
      await service.query(
        `select m.s1, m.s2, m.s3, m.s4, m.s5 from product_group_members m
           join products p on p.store_env_id = m.store_env_id and p.id = m.product_id
          where m.store_env_id = $1 order by p.platform_product_id`,
        [shop.storeEnvId],
      )
    ).rows.map((row) => Object.values(row))
  const nothing = [null, null, null, null, null]
  await groupFirstTwo(shop)
  assert.deepEqual(await copiesOf(), [nothing, nothing])
  await assertFigures(shop)
  await write(shop, sumCounts)
  assert.deepEqual(await copiesOf(), [
    [0, 0, 0, 0, 0],
    [6, 6, 6, 6, 6],
  ])
  const { id } = await post(shop.api, mug, { rating: 1 })
  await approve(shop, id)
  await assertFigures(shop)
  await write(shop, addUp)
  assert.deepEqual((await copiesOf())[1], [7, 6, 6, 6, 6])
  await assertFigures(shop)
  await service.query('update product_group_members set s5 = s5 + 1 where store_env_id = $1', [shop.storeEnvId])
  assert.equal(await write(shop, checkCounts), 2)
  assert.deepEqual((await copiesOf())[1], [7, 6, 6, 6, 6])
  await assertFigures(shop)
})

test('the job also counts products of a store without changes', async () => {
  const { shop } = await countedShop()
  await service.query('delete from product_review_counts where store_env_id = $1', [shop.storeEnvId])
  await service.query(`delete from app.store_visits where store_env_id = $1 and walk = 'analytics.sum'`, [
    shop.storeEnvId,
  ])
  await addByClock(service.service, 'analytics.sum')
  await runQueue(service.service)
  assert.equal((await rowsOf(shop)).length, 6)
  await assertFigures(shop)
})

test('a review approved during a full count, or while changes are added up, is counted once', async () => {
  const { shop, mug } = await countedShop()
  for (const work of [recount, addUp]) {
    const { id } = await post(shop.api, mug, { authorEmail: `${work.name}@customer.example` })
    const counting = write(shop, async (tx) => {
      await work(tx)
      await approve(shop, id)
    })
    await counting
    await assertFigures(shop)
    assert.equal(await write(shop, checkCounts), 0)
  }
})

test('after a merge the counts move to the remaining product', async () => {
  const { shop, mug, cup } = await countedShop()
  await addReview(service, shop, { productId: cup, rating: 2 })
  for (const platformProductId of ['mug', 'cup']) await push(shop.api, { platformProductId, sku: 'ONE' })
  await write(shop, checkCounts)
  const { status, text } = await merge(shop.api, mug, cup)
  assert.equal(status, 200, text)
  await runQueue(service.service)
  assert.equal(await countOf(shop, 'cup'), 31)
  assert.equal(await write(shop, checkCounts), 0)
})

test('after an unknown change, responses count the reviews until the next full count', async () => {
  const { shop, mug } = await countedShop()
  await spoil(shop)
  await write(shop, async (tx) => publish(tx, archiveRestored, { id: shop.storeEnvId, store: null }))
  await write(shop, addUp)
  await addReviews(service, shop, [{ productId: mug, rating: 1 }])
  await assertFigures(shop)
  await write(shop, sumCounts)
  assert.equal(
    (await rowsOf(shop)).some(({ count }) => count === null),
    false,
  )
  await assertFigures(shop)
})

test('a restored store has the same numbers as the archived one', async () => {
  const { shop, cup } = await countedShop()
  await addReview(service, shop, { productId: cup, rating: 3 })
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const target = await service.shop('Restored')
  await write(target, sumCounts)
  const { statusCode, body } = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/imports/archive', payload: archive.content },
    headers: { ...asKey(target), 'content-type': 'application/zip' },
  })
  assert.equal(statusCode, 202, body)
  await runQueue(service.service)
  await openDoor(target)
  await assertFigures(target)
  // The archive is not signed by a known key, so restored reviews await approval.
  const { data } = (await target.api.get('/reviews?limit=100')).body
  const updates = data.map(({ id }: { id: string }) => ({ id, status: 'approved' }))
  assert.equal((await target.api.post('/reviews/bulk-update', { updates })).status, 200)
  for (const work of [async () => {}, sumCounts, checkCounts]) {
    await write<unknown>(target, work)
    await assertFigures(target)
    assert.equal(await countOf(target, 'mug'), 30)
  }
})
