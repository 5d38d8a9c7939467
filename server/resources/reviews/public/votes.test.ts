import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { addProduct, addReview } from '../reviews.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z') }, async () => {
  shop = await service.shop()
})

let voters = 0
const newVoteId = () => `voter-${String(++voters).padStart(18, '0')}`
const vote = async (id: string, { voteId = newVoteId(), helpful = true, address = '203.0.113.1' } = {}) =>
  (
    await service.app.inject({
      method: 'POST',
      url: `/api/v1/storefront/reviews/${id}/vote`,
      headers: { 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' },
      payload: { voteId, helpful },
      remoteAddress: address,
    })
  ).statusCode
const counted = async () => {
  service.advance(120_000)
  await service.tick()
}
const countHelpful = async (id: string) => (await shop.api.get(`/reviews/${id}`)).body.helpfulCount
const storedVotes = (id: string) =>
  service.service.db.store({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }, 'read', (tx) =>
    tx.all<{ id: string }>(
      sql`select v.id from review_votes v where v.store_env_id = ${tx.storeEnvId} and v.review_id = ${id}`,
    ),
  )

async function approved(platformProductId = `p-${crypto.randomUUID()}`, submittedAt?: string): Promise<string> {
  const productId = await addProduct(shop, platformProductId)
  const id = await addReview(service, shop, { productId, ...(submittedAt && { submittedAt }) })
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  return id
}

test("a visitor's vote counts once, and withdrawing it lowers the count", async () => {
  const id = await approved()
  const voteId = newVoteId()
  assert.equal(await vote(id, { voteId }), 202)
  assert.equal(await vote(id, { voteId }), 202)
  assert.equal(await countHelpful(id), 0)
  await counted()
  assert.equal(await countHelpful(id), 1)
  await vote(id, { voteId, helpful: false })
  await vote(id, { voteId, helpful: false })
  await vote(id, { helpful: false })
  await counted()
  assert.equal(await countHelpful(id), 0)
  assert.deepEqual(await storedVotes(id), [], 'what was taken back is gone')
  await vote(id, { voteId })
  await counted()
  await counted()
  assert.equal(await countHelpful(id), 1)
})

test('a vote that is withdrawn before the job runs is never counted', async () => {
  const id = await approved()
  const voteId = newVoteId()
  await vote(id, { voteId })
  await vote(id, { voteId, helpful: false })
  await counted()
  assert.equal(await countHelpful(id), 0)
  assert.deepEqual(await storedVotes(id), [])
})

test('concurrent votes are all counted', async () => {
  const id = await approved()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => vote(id, { address: `198.51.100.${i + 1}` })))
  assert.deepEqual(new Set(answers), new Set([202]))
  await counted()
  assert.equal(await countHelpful(id), 40)
})

test('each IP address has five votes a day for a review', async () => {
  const limited = await startService({ env: { RATE_LIMITS: '100000/1s' }, now: new Date('2026-11-21T12:00:00Z') })
  try {
    const its = await limited.shop()
    const productId = await addProduct(its)
    const id = await addReview(limited, its, { productId })
    await its.api.put(`/reviews/${id}`, { status: 'approved' })
    const send = async (address: string) =>
      (
        await limited.app.inject({
          method: 'POST',
          url: `/api/v1/storefront/reviews/${id}/vote`,
          headers: { 'x-store-env-id': its.storeEnvId, origin: 'https://shop.example.com' },
          payload: { voteId: newVoteId(), helpful: true },
          remoteAddress: address,
        })
      ).statusCode
    for (let i = 0; i < 5; i++) assert.equal(await send('203.0.113.9'), 202)
    assert.equal(await send('203.0.113.9'), 429)
    assert.equal(await send('203.0.113.10'), 202)
    limited.advance(120_000)
    await limited.tick()
    assert.equal((await its.api.get(`/reviews/${id}`)).body.helpfulCount, 6)
  } finally {
    await limited.close()
  }
})

test('a vote for an unpublished review, or with a guessable visitor id, is refused', async () => {
  const productId = await addProduct(shop)
  const pending = await addReview(service, shop, { productId, status: 'pending' })
  assert.equal(await vote(pending), 404)
  assert.equal(await vote(crypto.randomUUID()), 404)
  assert.equal(await vote(await approved(), { voteId: 'short' }), 400)
  assert.equal(await vote(await approved(), { voteId: `${'x'.repeat(22)}<` }), 400)
})

test('deleting a review deletes its votes', async () => {
  const id = await approved()
  await vote(id)
  assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
  await counted()
  assert.deepEqual(await storedVotes(id), [])
})

test('pages show the count, and sort by most helpful only if the visitor chooses that', async () => {
  const product = 'kettle'
  const ids: string[] = []
  for (const [i, votes] of [2, 0, 1, 2].entries()) {
    const id = await approved(product, `2026-11-1${i}T08:00:00Z`)
    for (let n = 0; n < votes; n++) await vote(id, { address: `192.0.2.${i * 4 + n + 1}` })
    ids.push(id)
  }
  await counted()
  const [first, second, third, fourth] = ids
  const path = `/storefront/reviews?platformProductId=${product}`
  const shown = async (query: string) => (await shop.storefront.get(`${path}${query}`)).body
  const listed = async (query: string) => (await shown(query)).data.map((review: { id: string }) => review.id)
  assert.deepEqual(
    (await shown('')).data.map((review: { helpfulCount: number }) => review.helpfulCount),
    [2, 1, 0, 2],
  )
  assert.deepEqual(await listed(''), [fourth, third, second, first])
  assert.deepEqual(await listed('&sort=helpful'), [fourth, first, third, second])
  assert.deepEqual(await listed('&sort=helpful&rating=1'), [])
  assert.deepEqual(await listed('&sort=helpful&hasPhotos=false'), [fourth, first, third, second])
  const paged: string[] = []
  let cursor = ''
  do {
    const { data, pagination } = await shown(`&sort=helpful&limit=1${cursor}`)
    paged.push(data[0].id)
    cursor = pagination.nextCursor ? `&cursor=${pagination.nextCursor}` : ''
  } while (cursor !== '')
  assert.deepEqual(paged, [fourth, first, third, second])
  assert.equal((await shown('&limit=1&sort=helpful')).pagination.nextCursor.length > 0, true)
  const all = (await shop.storefront.get('/storefront/reviews?sort=helpful&limit=50')).body.data
  const counts = all.map((review: { helpfulCount: number }) => review.helpfulCount)
  assert.deepEqual(
    counts,
    [...counts].sort((a, b) => b - a),
  )
  assert.equal((await shop.api.put('/placements/settings', { reviews: { sort: 'helpful' } })).status, 400)
})
