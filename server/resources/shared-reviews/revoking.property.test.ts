import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { provideService } from '#test/service.ts'
import {
  decide,
  downloadPack,
  grantTo,
  listCopies,
  makePack,
  makePair,
  type Pair,
  productIdOf,
  type Side,
  write,
} from './sharing.testing.ts'

const service = provideService()

const marker = 'Marked-by-the-giver'

/** Every place where the receiver's shoppers, people or machines could see the giver's texts. */
async function readEverywhere({ receiver }: Pair): Promise<Record<string, string>> {
  const mug = await productIdOf(receiver.api, 'mug')
  const feed = await receiver.api.post('/products/review-feed')
  const url = new URL(feed.body.url)
  const shown = [
    ...['own', 'shared', 'all', 'group'].flatMap((pool) => [
      `/storefront/reviews?platformProductId=mug&pool=${pool}&includeTotal=true`,
      `/storefront/reviews?platformProductId=mug&pool=${pool}&q=marked`,
      `/storefront/html?platformProductId=mug&pool=${pool}`,
    ]),
    '/storefront/reviews',
    '/storefront/json-ld?platformProductId=mug',
  ]
  const asked = [
    ...['own', 'shared', 'all'].map((origin) => `/reviews?origin=${origin}&includeTotal=true`),
    `/reviews?productId=${mug}&pool=all`,
    '/reviews?origin=all&q=marked',
    '/reviews/export?format=jsonl',
    '/evidence/suppression?origin=all',
  ]
  const answers: Record<string, string> = {}
  for (const path of shown) answers[path] = (await receiver.storefront.get(path)).text
  for (const path of asked) answers[path] = (await receiver.api.get(path)).text
  answers.feed = (await service.anonymous.get(url.pathname)).text
  answers.archive = (await receiver.api.get('/backups/archive')).text
  for (const { id } of (await receiver.api.get('/evidence/packs')).body.data)
    answers[`pack ${id}`] = (await downloadPack(service, receiver, id)).toString('latin1')
  return answers
}

async function summaries({ receiver }: Pair): Promise<unknown[]> {
  const mug = await productIdOf(receiver.api, 'mug')
  const [shown] = (await receiver.storefront.get('/storefront/summary?platformProductIds=mug&pool=all')).body.data
  const asked = (await receiver.api.get(`/reviews/summary?productId=${mug}&pool=all`)).body
  return [shown.count, shown.pooled.count, shown.pooled.stores, asked.count, asked.pooled.count]
}

const revocation = fc.record({
  reviews: fc.integer({ min: 1, max: 4 }),
  approved: fc.integer({ min: 0, max: 4 }),
  by: fc.constantFrom('giver' as const, 'receiver' as const),
  isReadBefore: fc.boolean(),
  runsJobs: fc.boolean(),
})

test('after a revocation by either store, nothing of the giver remains anywhere at the receiver', {
  timeout: 300_000,
}, async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(revocation, async ({ reviews, approved, by, isReadBefore, runsJobs }) => {
      const pair = await makePair(service, `Revoking ${++round}`)
      for (let at = 0; at < reviews; at++) await write(pair.giver, `${marker} ${at}`)
      const id = await grantTo(service, pair)
      const copies = await listCopies(pair.receiver)
      assert.equal(copies.length, reviews)
      for (const copy of copies.slice(0, approved)) await decide(pair.receiver, copy.id, { status: 'approved' })
      if (isReadBefore) {
        await readEverywhere(pair)
        const counted = Math.min(reviews, approved)
        assert.deepEqual(await summaries(pair), [0, counted, counted > 0 ? 1 : 0, 0, counted])
      }
      // This pack still exists after the revocation, and must contain no words of the giver.
      await makePack(service, pair.receiver)
      assert.equal((await pair[by].person.delete(`/reviews/grants/${id}`)).status, 204)
      if (runsJobs) await service.runJobs()
      for (const [place, text] of Object.entries(await readEverywhere(pair)))
        assert.ok(!text.includes(marker), `${place} shows words of the giver`)
      assert.deepEqual(await summaries(pair), [0, 0, 0, 0, 0])
      for (const { id: copyId } of copies) assert.equal((await pair.receiver.api.get(`/reviews/${copyId}`)).status, 404)
      await service.runJobs()
      const { rows } = await service.query(
        'select (select count(*) from shared_reviews where store_env_id = $1)::integer as copies, (select count(*) from shared_products where store_env_id = $1)::integer as products',
        [pair.receiver.storeEnvId],
      )
      assert.deepEqual(rows, [{ copies: 0, products: 0 }])
      assert.equal((await pair.giver.api.get('/reviews')).body.data.length, reviews)
    }),
    { numRuns: 6, includeErrorInReport: true },
  )
})

test('no code, id or row shares reviews between two organizations', async () => {
  const [one, other] = [await makePair(service, 'One'), await makePair(service, 'Other')]
  await write(one.giver, `${marker} of one`)
  await write(other.giver, `${marker} of the other`)
  const offered = (await one.giver.person.post('/reviews/grants', {})).body
  for (const side of [other.giver, other.receiver] satisfies Side[]) {
    assert.equal((await side.person.post('/reviews/grants/accept', { code: offered.code })).status, 404)
    assert.equal((await side.api.get(`/reviews/grants/${offered.id}`)).status, 404)
    assert.equal((await side.person.delete(`/reviews/grants/${offered.id}`)).status, 404)
  }
  // Writes a row that no call can write: the receiver belongs to another organization.
  await service.query(
    `update review_grants set state = 'active', receiver_store_env_id = $1, accepted_at = now(), code_digest = null where id = $2`,
    [other.receiver.storeEnvId, offered.id],
  )
  await service.query(
    'insert into shared_review_runs (store_env_id, grant_id, giver_store_env_id) values ($1, $2, $3)',
    [other.receiver.storeEnvId, offered.id, one.giver.storeEnvId],
  )
  await service.service.db.system('write', async (tx) => {
    const { enqueue } = await import('#platform/jobs/jobs.ts')
    const scope = { storeEnvId: other.receiver.storeEnvId, organizationId: other.shop.organizationId }
    await enqueue(tx, 'shared_reviews.copy', scope)
  })
  await service.runJobs()
  assert.deepEqual(await listCopies(other.receiver), [])
  assert.deepEqual((await other.receiver.api.get('/reviews/grants')).body.data, [])
})
