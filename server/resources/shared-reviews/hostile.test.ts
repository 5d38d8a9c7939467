import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids.ts'
import { addByClock } from '#test/queue.ts'
import { day, provideService } from '#test/service.ts'
import { maxCopies, maxGrants } from './schema.ts'
import {
  addStore,
  bodiesOf,
  decide,
  grantTo,
  insertApproved,
  listCopies,
  makePair,
  productIdOf,
  pushProducts,
  type Side,
  write,
} from './sharing.testing.ts'

const service = provideService({ env: { BILLING: 'manual' } })

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const offer = async (side: Side): Promise<string> => (await side.person.post('/reviews/grants', {})).body.code
const accept = (side: Side, code: string) => side.person.post('/reviews/grants/accept', { code })

const setPlan = (side: Side, plan: string, status = 'active') =>
  service.query(
    `update subscriptions set plan = $1, status = $2, trial_ends_at = null, past_due_since = null,
            current_period_ends_at = '2099-01-01' where store_env_id = $3`,
    [plan, status, side.storeEnvId],
  )

const passMinute = async () => {
  service.advance(60_000)
  await addByClock(service.service, 'shared_reviews.end_grants')
  await service.runJobs()
}

const countShown = async ({ storefront, api }: Side): Promise<number[]> => {
  const shown = await storefront.get('/storefront/reviews?platformProductId=mug&pool=shared&includeTotal=true')
  const [summary] = (await storefront.get('/storefront/summary?platformProductIds=mug&pool=shared')).body.data
  const filters = (await storefront.get('/storefront/review-filters?platformProductId=mug&pool=shared')).body
  const asked = (await api.get('/reviews?origin=shared&includeTotal=true')).body
  return [shown.body.pagination.total, summary.pooled.count, filters.count, asked.pagination.total]
}

test('exactly one of several concurrent acceptances of a code succeeds', async () => {
  const pair = await makePair(service, 'Racing')
  const stores = [pair.receiver, await addStore(pair.shop, 'Racing Two'), await addStore(pair.shop, 'Racing Three')]
  const code = await offer(pair.giver)
  const answers = await Promise.all([...stores, ...stores].map((side) => accept(side, code)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404, 404, 404, 404])
  // Makes two offers to one store at the same time.
  const [second, third] = [await offer(pair.giver), await offer(pair.giver)]
  const fourth = await addStore(pair.shop, 'Racing Four')
  const both = await Promise.all([second, third].map((each) => accept(fourth, each)))
  assert.deepEqual(both.map(refusal).sort(), [
    [201, undefined],
    [409, 'conflict'],
  ])
})

test('the 51st grant of either store is refused until one is revoked', async () => {
  const pair = await makePair(service, 'Full')
  const { giver, receiver, shop } = pair
  const fill = (side: Side, count: number) =>
    service.query(
      `insert into review_grants (id, organization_id, giver_store_env_id, match, state, expires_at, created_at)
       select gen_random_uuid(), $1, $2, '{gtin}', 'offered', now() + interval '1 day', now() from generate_series(1, $3::integer)`,
      [shop.organizationId, side.storeEnvId, count],
    )
  await fill(giver, maxGrants - 1)
  const last = await giver.person.post('/reviews/grants', {})
  assert.equal(last.status, 201, last.text)
  const refused = await giver.person.post('/reviews/grants', {})
  assert.deepEqual(refusal(refused), [409, 'limit_reached'])
  assert.match(refused.body.message, /at most 50 grants\. Revoke one first/)
  await fill(receiver, maxGrants)
  assert.deepEqual(refusal(await accept(receiver, last.body.code)), [409, 'limit_reached'])
  const [one] = (await receiver.api.get('/reviews/grants?direction=given&limit=1')).body.data
  assert.equal((await receiver.person.delete(`/reviews/grants/${one.id}`)).status, 204)
  // The refused call did not use up the code.
  assert.equal((await accept(receiver, last.body.code)).status, 201)
})

test('concurrent offers never exceed the limit', async () => {
  const { giver } = await makePair(service, 'Crowded')
  await Promise.all(Array.from({ length: maxGrants - 2 }, () => offer(giver)))
  const answers = await Promise.all(Array.from({ length: 6 }, () => giver.person.post('/reviews/grants', {})))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409, 409, 409])
})

test('malformed terms and codes get a 4xx that names the field', async () => {
  const { giver, receiver } = await makePair(service, 'Malformed')
  const twice = await productIdOf(giver.api, 'mug')
  const bodies = [
    { match: [] },
    { match: ['title'] },
    { match: ['gtin', 'gtin'] },
    { productIds: [] },
    { productIds: ['mug'] },
    { productIds: [twice, twice] },
    { productIds: Array.from({ length: 1_001 }, () => newId()) },
  ]
  for (const body of bodies)
    assert.equal((await giver.person.post('/reviews/grants', body)).status, 400, JSON.stringify(body).slice(0, 60))
  for (const body of [{}, { code: '' }, { code: 'x'.repeat(101) }, { code: 'x', status: 'rejected' }])
    assert.equal((await receiver.person.post('/reviews/grants/accept', body)).status, 400, JSON.stringify(body))
  for (const code of ["' or true --", 'evgr_', '\u0000']) assert.ok((await accept(receiver, code)).status < 500, code)
})

test("while a store's subscription has lapsed, copies are hidden, and removals still happen", async () => {
  const pair = await makePair(service, 'Lapsed')
  const { giver, receiver } = pair
  for (const side of [giver, receiver]) await setPlan(side, 'growth')
  await write(giver, 'Stays.')
  const withdrawn = await write(giver, 'Is withdrawn.')
  await grantTo(service, pair, { accepted: { status: 'approved' } })
  assert.deepEqual(await countShown(receiver), [2, 2, 2, 2])
  for (const side of [giver, receiver]) {
    await setPlan(side, 'growth', 'expired')
    assert.deepEqual(await countShown(receiver), [0, 0, 0, 0])
    await setPlan(side, 'starter')
    assert.deepEqual(await countShown(receiver), [0, 0, 0, 0])
    if (side === giver) {
      await decide(giver, withdrawn, { status: 'rejected', reason: 'fake' })
      await service.runJobs()
    }
    await setPlan(side, 'growth')
    assert.deepEqual(await countShown(receiver), [1, 1, 1, 1])
  }
  // A review that was approved while the receiver's subscription had lapsed is copied after the renewal.
  await setPlan(receiver, 'growth', 'expired')
  await write(giver, 'Comes late.')
  await service.runJobs()
  await setPlan(receiver, 'growth')
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Stays.'])
  await passMinute()
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Comes late.', 'Stays.'])
  // Now the giver's subscription lapses and is renewed.
  await write(giver, 'Is new.')
  await setPlan(giver, 'growth', 'expired')
  await passMinute()
  await setPlan(giver, 'growth')
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Comes late.', 'Stays.'])
  await passMinute()
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Comes late.', 'Is new.', 'Stays.'])
  await setPlan(giver, 'starter')
  assert.deepEqual(refusal(await giver.person.post('/reviews/grants', {})), [403, 'plan_required'])
  const [grant] = (await giver.api.get('/reviews/grants')).body.data
  await setPlan(giver, 'growth', 'expired')
  assert.equal((await giver.person.delete(`/reviews/grants/${grant.id}`)).status, 204)
})

test('after the giver is deleted, copies are hidden immediately and revoked within a minute', async () => {
  const pair = await makePair(service, 'Deleted giver')
  const { giver, receiver } = pair
  await write(giver, 'Of a deleted store.')
  const grant = await grantTo(service, pair, { accepted: { status: 'approved' } })
  assert.deepEqual(await countShown(receiver), [1, 1, 1, 1])
  await service.query('delete from stores where id = $1', [giver.storeEnvId])
  assert.deepEqual(await countShown(receiver), [0, 0, 0, 0])
  await passMinute()
  const found = (await receiver.person.get(`/reviews/grants/${grant}`)).body
  assert.deepEqual([found.state, found.copies, found.store], ['revoked', 0, null])
  const { rows } = await service.query('select id from shared_reviews where store_env_id = $1', [receiver.storeEnvId])
  assert.deepEqual(rows, [])
})

test('deleting the receiver deletes its grant and its copies', async () => {
  const pair = await makePair(service, 'Deleted receiver')
  await write(pair.giver, 'Of a store that stays.')
  const grant = await grantTo(service, pair)
  await service.query('delete from stores where id = $1', [pair.receiver.storeEnvId])
  await passMinute()
  assert.equal((await pair.giver.api.get(`/reviews/grants/${grant}`)).status, 404)
  await write(pair.giver, 'Goes nowhere.')
  await service.runJobs()
})

test('an expired offer is recorded once, and its code no longer works', async () => {
  const { giver, shop } = await makePair(service, 'Expiring')
  const code = await offer(giver)
  service.advance(7 * day - 61_000)
  await passMinute()
  service.advance(1_000)
  const third = await addStore(shop, 'Expiring Three')
  for (const side of [giver, third]) await setPlan(side, 'growth')
  assert.equal((await accept(third, code)).status, 404)
  await passMinute()
  await passMinute()
  const entries = (await giver.api.get('/evidence/entries?type=grant_revoked')).body.data
  assert.deepEqual(
    entries.map(({ by }: { by: { role: string } }) => by.role),
    ['SYSTEM'],
  )
})

test('a revocation during copying leaves no copy', async () => {
  const pair = await makePair(service, 'Revoked midway')
  await insertApproved(service, pair, 2_000)
  const code = await offer(pair.giver)
  const { body: grant } = await accept(pair.receiver, code)
  const running = service.runJobs()
  const count = async () =>
    (await service.query('select count(*)::int as n from shared_reviews where grant_id = $1', [grant.id])).rows[0].n
  let seen = 0
  while (seen === 0) seen = await count()
  assert.ok(seen < 2_000, 'the copying is not over')
  assert.equal((await pair.receiver.person.delete(`/reviews/grants/${grant.id}`)).status, 204)
  assert.deepEqual(await countShown(pair.receiver), [0, 0, 0, 0])
  await running
  await service.runJobs()
  assert.equal(await count(), 0)
  assert.equal((await pair.giver.api.get(`/reviews/grants/${grant.id}`)).body.state, 'revoked')
})

test('removals of one grant do not wait for the copying of another', async () => {
  const pair = await makePair(service, 'Busy')
  const { giver, receiver, shop } = pair
  const other = await addStore(shop, 'Busy Third')
  await pushProducts(other.api)
  const withdrawn = await write(other, 'Is withdrawn.')
  await grantTo(service, { giver: other, receiver })
  await insertApproved(service, pair, 2_000)
  await accept(receiver, await offer(giver))
  await decide(other, withdrawn, { status: 'rejected', reason: 'fake' })
  const count = async (where: string) =>
    (
      await service.query(`select count(*)::int as n from shared_reviews where store_env_id = $1 and ${where}`, [
        receiver.storeEnvId,
      ])
    ).rows[0].n
  const running = service.runJobs()
  let copied = 0
  while (copied === 0) copied = await count(`body <> 'Is withdrawn.'`)
  assert.equal(await count(`body = 'Is withdrawn.'`), 0)
  await running
  assert.equal(await count('true'), 2_000)
})

test('an author who is erased during copying has no copy afterwards', async () => {
  const pair = await makePair(service, 'Erased midway')
  await insertApproved(service, pair, 1_500)
  await accept(pair.receiver, await offer(pair.giver))
  const running = service.runJobs()
  const people = Array.from({ length: 15 }, (_, n) => `person${1 + n * 100}@customer.example`)
  for (const email of people) assert.equal((await pair.receiver.api.post('/customers/erase', { email })).status, 200)
  await running
  await service.runJobs()
  const { rows } = await service.query(
    `select count(*)::int as copies, count(*) filter (where author_name = any($2::text[]))::int as erased
       from shared_reviews where store_env_id = $1`,
    [pair.receiver.storeEnvId, people.map((_, n) => `Person ${1 + n * 100}`)],
  )
  assert.deepEqual(rows, [{ copies: 1_485, erased: 0 }])
})

test('only the newest reviews are copied, also when the grant is at its limit', async () => {
  const pair = await makePair(service, 'Newest')
  const { giver, receiver } = pair
  const oldest = await write(giver, 'The oldest.', { platformProductId: 'pot' })
  await service.query(`update reviews set submitted_at = '2001-01-01' where id = $1`, [oldest])
  const grant = await grantTo(service, pair)
  // The receiver already has as many copies as a grant allows, all dated 2010.
  await service.query(
    `insert into shared_reviews (store_env_id, id, grant_id, origin_id, origin_product_id, product_id, rating, body, author_name, verified,
                                 status, submitted_at, created_at, updated_at)
     select c.store_env_id, gen_random_uuid(), c.grant_id, gen_random_uuid(), c.origin_product_id, c.product_id, 5, 'Of 2010', 'Ada', false,
            'pending', '2010-01-01'::timestamptz + n * interval '1 second', now(), now()
       from shared_reviews c, generate_series(1, $2::integer) n where c.store_env_id = $1`,
    [receiver.storeEnvId, maxCopies - 1],
  )
  await service.query('update review_grants set copies = $1 where id = $2', [maxCopies, grant])
  const first = await write(giver, 'New one.')
  const second = await write(giver, 'New two.')
  await service.runJobs()
  const state = async () => {
    const { rows } = await service.query(
      `select count(*)::int as copies, min(submitted_at)::date::text as since, count(*) filter (where body like 'New%')::int as fresh
         from shared_reviews where store_env_id = $1`,
      [receiver.storeEnvId],
    )
    return [...Object.values(rows[0]), (await giver.api.get(`/reviews/grants/${grant}`)).body.copies]
  }
  assert.deepEqual(await state(), [maxCopies, '2010-01-01', 2, maxCopies])
  // A product that is matched later has one review newer than the copies, and an older one beyond the limit.
  await pushProducts(giver.api, [{ platformProductId: 'jug', title: 'Jug', gtin: '4006381333931' }])
  await write(giver, 'New three.', { platformProductId: 'jug' })
  const old = await write(giver, 'Old of the jug.', { platformProductId: 'jug' })
  await service.query(`update reviews set submitted_at = '2002-01-01' where id = $1`, [old])
  await pushProducts(receiver.api, [{ platformProductId: 'jug', title: 'Jug', gtin: '4006381333931' }])
  await service.runJobs()
  assert.deepEqual(await state(), [maxCopies, '2010-01-01', 3, maxCopies])
  // A full grant that loses copies gets the next newest reviews.
  await decide(giver, first, { status: 'rejected', reason: 'fake' })
  await service.runJobs()
  const last = async () =>
    (
      await service.query(`select body from shared_reviews where store_env_id = $1 order by submitted_at limit 1`, [
        receiver.storeEnvId,
      ])
    ).rows[0].body
  assert.deepEqual([(await state())[3], await last()], [maxCopies, 'Old of the jug.'])
  await decide(giver, second, { status: 'rejected', reason: 'fake' })
  await service.runJobs()
  assert.deepEqual([(await state())[3], await last()], [maxCopies, 'The oldest.'])
  // A copy that the receiver deletes is not copied again. Its place stays free, because there is no other original.
  const { rows } = await service.query(`select id from shared_reviews where store_env_id = $1 order by submitted_at`, [
    receiver.storeEnvId,
  ])
  assert.equal((await receiver.api.delete(`/reviews/${rows[0].id}`)).status, 204)
  await addByClock(service.service, 'shared_reviews.follow_all')
  await service.runJobs()
  assert.deepEqual([(await state())[3], await last()], [maxCopies - 1, 'Old of the jug.'])
})
