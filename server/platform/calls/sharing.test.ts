// Calls that wait for one store share a transaction. Every call must get the response that it would get alone.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hashLeaf } from '#resources/evidence/rules.ts'
import { listWaiting } from '#test/locks.ts'
import { type Answer, type Api, provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

const service = provideService()
let people = 0

const someone = () => `person-${++people}@customer.example`
const review = (over: object = {}) => ({
  platformProductId: 'mug',
  rating: 5,
  body: `Keeps tea hot. ${people}`,
  authorName: 'Jane',
  authorEmail: someone(),
  ...over,
})
const form = (over: object = {}) => ({ ...review(over), consent: true })
const order = (platformOrderId: string, over: object = {}) => ({
  platformOrderId,
  placedAt: '2026-11-02T09:30:00Z',
  email: someone(),
  currency: 'EUR',
  total: '24.00',
  lineItems: [{ platformProductId: 'mug', title: 'Mug', quantity: 1 }],
  ...over,
})
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

async function openShop(): Promise<Shop> {
  const shop = await service.shop()
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])).status, 200)
  // The first use of a key is recorded, and its first call for a store is looked up. Neither of these calls shares a
  // transaction.
  for (let i = 0; i < 2; i++) assert.equal((await shop.api.post('/reviews', review())).status, 201)
  assert.equal((await shop.storefront.post('/storefront/reviews', form())).status, 202)
  return shop
}

const whenLocked = (shop: Shop) =>
  until(async () => (await listWaiting(service)).length > 0, `a call of ${shop.storeEnvId} meets the lock`)

/**
 * Sends the calls while an earlier write of the store waits for a lock, so that all of them wait and then share a
 * transaction.
 */
async function sendTogether(shop: Shop, calls: readonly (() => Promise<Answer>)[], meanwhile = async () => {}) {
  await service.query('begin')
  await service.query('select from products where store_env_id = $1 for update', [shop.storeEnvId])
  let sent: Promise<Answer>[] = []
  const first = shop.api.post('/reviews', review())
  try {
    await whenLocked(shop)
    sent = calls.map((call) => call())
    await meanwhile()
  } finally {
    await service.query('commit')
  }
  assert.equal((await first).status, 201)
  return Promise.all(sent)
}

const codesOf = (answers: readonly Answer[]) => answers.map(({ status, body }) => body?.code ?? status)

async function countTransactions(shop: Shop, table: 'reviews' | 'orders', ids: readonly string[]): Promise<number> {
  const { rows } = await service.query(
    `select count(distinct xmin::text)::int as n from ${table} where store_env_id = $1 and id = any($2::uuid[])`,
    [shop.storeEnvId, ids],
  )
  return rows[0].n
}

async function readLedger(shop: Shop) {
  const { rows } = await service.query<{ seq: string; entry: string; leaf: Buffer; type: string; review_id: string }>(
    'select seq, entry, leaf, type, review_id from evidence_entries where store_env_id = $1 order by seq',
    [shop.storeEnvId],
  )
  return rows
}

async function assertChained(shop: Shop): Promise<void> {
  const entries = await readLedger(shop)
  for (const [i, { seq, entry, leaf }] of entries.entries()) {
    assert.equal(Number(seq), i)
    assert.deepEqual(hashLeaf(entry), leaf)
    const before = i === 0 ? null : (entries[i - 1] as { leaf: Buffer }).leaf.toString('hex')
    if (before) assert.ok(entry.includes(before), `entry ${seq} names the entry before it`)
  }
  const { rows } = await service.query('select size, last_leaf from evidence_ledgers where store_env_id = $1', [
    shop.storeEnvId,
  ])
  assert.deepEqual([Number(rows[0].size), rows[0].last_leaf], [entries.length, entries.at(-1)?.leaf])
}

test('create calls that wait share transactions, and each gets its own review and ledger entry', async () => {
  const shop = await openShop()
  const sent = times(60, () => review())
  const answers = await sendTogether(
    shop,
    sent.map((each) => () => shop.api.post('/reviews', each)),
  )
  assert.deepEqual(new Set(codesOf(answers)), new Set([201]))
  assert.deepEqual(
    answers.map(({ body }) => body.body),
    sent.map(({ body }) => body),
  )
  const ids = answers.map(({ body }) => body.id)
  assert.equal(new Set(ids).size, 60)
  assert.ok((await countTransactions(shop, 'reviews', ids)) <= 10)
  const submitted = (await readLedger(shop))
    .filter(({ type }) => type === 'submitted')
    .map(({ review_id }) => review_id)
  assert.deepEqual(new Set(ids.filter((id) => !submitted.includes(id))), new Set())
  assert.equal(new Set(submitted).size, submitted.length)
  await assertChained(shop)
  const { rows } = await service.query(
    `select subject_id from events where store_env_id = $1 and event = 'review.created' and subject_id = any($2::uuid[])`,
    [shop.storeEnvId, ids],
  )
  assert.equal(rows.length, 60)
})

test('one of several equal parallel create calls stores the review; the others count as repeats', async () => {
  const shop = await openShop()
  const same = review()
  const answers = await sendTogether(
    shop,
    times(8, () => () => shop.api.post('/reviews', same)),
  )
  assert.deepEqual(codesOf(answers).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
})

test('equal forms sent in parallel store one review, and all return its id', async () => {
  const shop = await openShop()
  const same = form()
  const others = times(10, () => form())
  const answers = await sendTogether(
    shop,
    [...times(5, () => same), ...others].map((each) => () => shop.storefront.post('/storefront/reviews', each)),
  )
  assert.deepEqual(new Set(codesOf(answers)), new Set([202]))
  const ids = answers.map(({ body }) => body.id)
  assert.equal(new Set(ids.slice(0, 5)).size, 1)
  assert.equal(new Set(ids).size, 11)
  assert.ok((await countTransactions(shop, 'reviews', ids)) < 11)
  const { rows } = await service.query(
    `select count(*)::int as n from email_messages where store_env_id = $1 and review_id = any($2::uuid[])`,
    [shop.storeEnvId, ids],
  )
  assert.equal(rows[0].n, 11)
})

test('a failing call does not change the responses of calls in its transaction', async () => {
  const shop = await openShop()
  const orderId = (await shop.api.put('/orders', [order('taken')])).status === 200 ? await orderOf(shop, 'taken') : ''
  const taken = review({ orderId })
  assert.equal((await shop.api.post('/reviews', taken)).status, 201)
  const bad: [object, string | number][] = [
    [review({ platformProductId: 'unknown' }), 'not_found'],
    [review({ orderId, body: 'Another text.' }), 'already_reviewed'],
    [review({ orderId: randomUUID() }), 'not_found'],
    [review({ photoIds: [randomUUID()] }), 'validation_failed'],
    [review({ rating: 9 }), 'validation_failed'],
    [review({ attributes: [{ id: randomUUID(), value: 3 }] }), 'validation_failed'],
  ]
  const bodies = [...times(4, () => review()), ...bad.map(([body]) => body), ...times(4, () => review())]
  const answers = await sendTogether(
    shop,
    bodies.map((body) => () => shop.api.post('/reviews', body)),
  )
  const good = [201, 201, 201, 201]
  assert.deepEqual(codesOf(answers), [...good, ...bad.map(([, code]) => code), ...good])
  const { rows } = await service.query('select count(*)::int as n from reviews where store_env_id = $1', [
    shop.storeEnvId,
  ])
  // The setup has five reviews, and the calls add eight.
  assert.equal(rows[0].n, 13)
  await assertChained(shop)
})

test('only one of two parallel reviews for an order and product is stored', async () => {
  const shop = await openShop()
  await shop.api.put('/orders', [order('one')])
  const orderId = await orderOf(shop, 'one')
  const answers = await sendTogether(
    shop,
    [review({ orderId }), review({ orderId }), review()].map((body) => () => shop.api.post('/reviews', body)),
  )
  assert.deepEqual(codesOf(answers).sort(), [201, 201, 'already_reviewed'])
})

async function orderOf(shop: Shop, platformOrderId: string): Promise<string> {
  return (await shop.api.get(`/orders/by-platform-id/${platformOrderId}`)).body.id
}

test('a key that is revoked while its calls wait is refused for all of them', async () => {
  const shop = await openShop()
  const api = await shop.as('ADMIN')
  for (let i = 0; i < 2; i++) assert.equal((await api.post('/reviews', review())).status, 201)
  const { rows } = await service.query(
    'select id from api_keys where organization_id = $1 order by created_at desc, id desc limit 1',
    [shop.organizationId],
  )
  const answers = await sendTogether(
    shop,
    times(10, () => () => api.post('/reviews', review())),
    async () => {
      assert.equal((await (await shop.signedIn()).delete(`/api-keys/${rows[0].id}`)).status, 204)
    },
  )
  assert.deepEqual(new Set(codesOf(answers)), new Set(['api_key_invalid']))
})

test('the ledger and the log name the role and the key of each call', async () => {
  const shop = await openShop()
  const member = await shop.as('MEMBER')
  for (let i = 0; i < 2; i++) assert.equal((await member.post('/reviews', review())).status, 201)
  const ids = (await Promise.all(times(12, () => shop.api.post('/reviews', review())))).map(({ body }) => body.id)
  const decide = (api: Api, id: string) => () => api.put(`/reviews/${id}`, { status: 'approved' })
  const answers = await sendTogether(
    shop,
    ids.map((id, i) => decide(i % 2 === 0 ? shop.api : member, id)),
  )
  assert.deepEqual(new Set(codesOf(answers)), new Set([200]))
  const entries = (await readLedger(shop)).filter(({ type }) => type === 'moderated')
  const roles = new Map(entries.map(({ review_id, entry }) => [review_id, JSON.parse(entry).by.role]))
  assert.deepEqual(
    ids.map((id) => roles.get(id)),
    ids.map((_, i) => (i % 2 === 0 ? 'ADMIN' : 'MEMBER')),
  )
  const { rows } = await service.query(
    `select target->>'id' as id, actor->>'id' as actor from audit_log where store_env_id = $1 and action = 'review.approved'`,
    [shop.storeEnvId],
  )
  assert.equal(rows.length, 12)
  const actors = new Map(rows.map(({ id, actor }) => [id, actor]))
  assert.equal(new Set(ids.filter((_, i) => i % 2 === 0).map((id) => actors.get(id))).size, 1)
  assert.equal(new Set(ids.map((id) => actors.get(id))).size, 2)
  await assertChained(shop)
})

test('parallel decisions about one review all count, one after the other', async () => {
  const shop = await openShop()
  const { id } = (await shop.api.post('/reviews', review())).body
  const answers = await sendTogether(
    shop,
    ['approved', 'rejected', 'approved', 'spam'].map(
      (status) => () =>
        shop.api.put(`/reviews/${id}`, status === 'rejected' ? { status, reason: 'off_topic' } : { status }),
    ),
  )
  assert.deepEqual(codesOf(answers), [200, 200, 200, 200])
  assert.deepEqual(
    answers.map(({ body }) => body.status),
    ['approved', 'rejected', 'approved', 'spam'],
  )
  await assertChained(shop)
})

test('order pushes that wait share a transaction, and each response reports every row', async () => {
  const shop = await openShop()
  const names = times(20, (n) => `order-${n}`)
  const answers = await sendTogether(shop, [
    ...names.map((name) => () => shop.api.put('/orders', [order(name)])),
    () => shop.api.put('/orders', [order('order-1', { total: '30.00' })]),
    () => shop.api.put('/orders', [order('bad', { email: 'no address' })]),
    () => shop.api.put('/orders', [order('twice'), order('twice')]),
  ])
  assert.deepEqual(codesOf(answers), [...names.map(() => 200), 200, 'validation_failed', 200])
  assert.deepEqual(
    answers.slice(0, 21).map(({ body }) => [body.created, body.updated]),
    [...names.map(() => [1, 0]), [0, 1]],
  )
  assert.deepEqual([answers[22]?.body.created, answers[22]?.body.failed], [1, 1])
  const ids = await Promise.all(names.map((name) => orderOf(shop, name)))
  assert.ok((await countTransactions(shop, 'orders', ids)) < 20)
  const { rows } = await service.query(
    'select count(*)::int as n from review_requests where store_env_id = $1 and order_id = any($2::uuid[])',
    [shop.storeEnvId, ids],
  )
  assert.equal(rows[0].n, 20)
})

test('parallel votes of visitors count once each, and an unknown review gets 404', async () => {
  const shop = await openShop()
  const { id } = (await shop.api.post('/reviews', review())).body
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  const cast =
    (voteId: string, reviewId = id) =>
    () =>
      shop.storefront.post(`/storefront/reviews/${reviewId}/vote`, { voteId, helpful: true })
  const voters = times(8, (n) => `visitor-number-${String(n).padStart(7, '0')}`)
  const answers = await sendTogether(shop, [
    ...[...voters, ...voters].map((voter) => cast(voter)),
    cast(voters[0] as string, randomUUID()),
  ])
  assert.deepEqual(codesOf(answers), [...[...voters, ...voters].map(() => 202), 'not_found'])
  const { rows } = await service.query('select count(*)::int as n from review_votes where review_id = $1', [id])
  assert.equal(rows[0].n, 8)
})

test('calls with an idempotency key are replayed, even when they share a transaction', async () => {
  const shop = await openShop()
  const [key, body] = [randomUUID(), review()]
  const keyed = (name: string, sent: object) => () => shop.api.post('/reviews', sent, { 'idempotency-key': name })
  const answers = await sendTogether(shop, [
    keyed(key, body),
    keyed(key, body),
    ...times(6, (n) => keyed(`${key}-${n}`, review())),
    keyed(key, { ...body, authorEmail: someone() }),
  ])
  const [first, again] = answers as [Answer, Answer]
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(codesOf(answers.slice(2)), [201, 201, 201, 201, 201, 201, 'idempotency_key_reused'])
  const replayed = await keyed(`${key}-3`, {})()
  assert.equal(replayed.status, 400)
})

test('two processes that get equal reviews in opposite order make each review once', async () => {
  const shop = await openShop()
  const other = await startService({ beside: service })
  try {
    const beside = other.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${shop.adminKey}` })
    for (let i = 0; i < 2; i++) assert.equal((await beside.post('/reviews', review())).status, 201)
    const bodies = times(24, () => review())
    const backwards = bodies.toReversed()
    const [here, there] = await Promise.all([
      sendTogether(
        shop,
        bodies.map((body) => () => shop.api.post('/reviews', body)),
      ),
      Promise.all(backwards.map((body) => beside.post('/reviews', body))),
    ])
    for (const [i, answer] of here.entries()) {
      const same = there[backwards.length - 1 - i] as Answer
      assert.deepEqual([answer.status, same.status].sort(), [200, 201])
      assert.equal(answer.body.id, same.body.id)
    }
    await assertChained(shop)
  } finally {
    await other.close()
  }
})

test('a call of another store does not wait for a busy store', async () => {
  const [busy, other] = [await openShop(), await openShop()]
  await sendTogether(
    busy,
    times(20, () => () => busy.api.post('/reviews', review())),
    async () => {
      assert.equal((await other.api.post('/reviews', review())).status, 201)
    },
  )
})

test('an organization has at most 200 waiting calls', async () => {
  const shop = await openShop()
  let refused = 0
  const call = async () => {
    const answer = await shop.api.post('/reviews', review())
    if (answer.status === 429) refused++
    return answer
  }
  const answers = await sendTogether(
    shop,
    times(230, () => call),
    () => until(() => refused === 30, 'all calls have arrived'),
  )
  const counts = Map.groupBy(codesOf(answers), (code) => code)
  assert.deepEqual([counts.get(201)?.length, counts.get('rate_limited')?.length], [200, 30])
})
