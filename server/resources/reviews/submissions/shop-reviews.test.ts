import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { register, startReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { sumCounts } from '#resources/reviews/changes/counts-commands.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addOrder, addProduct, addReview, nobody, post } from '../reviews.testing.ts'

let shop: Shop
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop()
  mug = await addProduct(shop, 'mug')
})

const words = { rating: 4, body: 'They answer fast.', authorName: 'Jane D.' }
const write = (of: Shop, more: object = {}) =>
  of.api.post('/reviews', { subject: 'shop', ...words, authorEmail: 'jane.doe@customer.example', ...more })
const approve = (of: Shop, id: string) => of.api.put(`/reviews/${id}`, { status: 'approved' })

test('a review of the shop has no product and is verified by any order of its author', async () => {
  const orderId = await addOrder(service, shop, { email: 'any.order@customer.example', productId: mug })
  const { status, body } = await write(shop, { authorEmail: 'any.order@customer.example' })
  assert.equal(status, 201)
  const { subject, productId, product, verified } = body
  assert.deepEqual([subject, productId, product, verified, body.orderId], ['shop', null, null, true, orderId])
  assert.deepEqual((await shop.api.get(`/reviews/${body.id}`)).body, body)
  const stranger = await write(shop, { authorEmail: 'no.order@customer.example' })
  assert.deepEqual([stranger.body.verified, stranger.body.orderId], [false, null])
})

test('a cancelled order does not verify a review of the shop', async () => {
  await addOrder(service, shop, { email: 'cancelled@customer.example', productId: mug, cancelled: true })
  const { body } = await write(shop, { authorEmail: 'cancelled@customer.example' })
  assert.deepEqual([body.verified, body.orderId], [false, null])
})

test('an order has one review of the shop beside those of its products', async () => {
  const email = 'two.orders@customer.example'
  const first = await addOrder(service, shop, { email, productId: mug })
  assert.equal((await post(shop.api, mug, { orderId: first, authorEmail: email })).orderId, first)
  const second = await addOrder(service, shop, { email, productId: mug })
  const orders = [await write(shop, { authorEmail: email }), await write(shop, { authorEmail: email, body: 'Again.' })]
  assert.deepEqual(new Set(orders.map(({ body }) => body.orderId)), new Set([first, second]))
  for (const more of [{ body: 'A third.' }, { orderId: first }]) {
    const third = await write(shop, { authorEmail: email, ...more })
    assert.deepEqual([third.status, third.body.code], [409, 'already_reviewed'])
    assert.match(third.body.message, /review of the shop/)
  }
})

test('concurrent reviews of the shop for one order store a single review', async () => {
  const orderId = await addOrder(service, shop, { email: 'rush@customer.example', productId: mug })
  const all = await Promise.all(
    [1, 2, 3, 4].map((n) => write(shop, { orderId, body: `Try ${n}.`, authorEmail: 'rush@customer.example' })),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('the same text about the shop, sent twice within a day, creates one review', async () => {
  const sent = { authorEmail: 'twice@customer.example', body: 'Once is enough.' }
  const [first, second] = [await write(shop, sent), await write(shop, sent)]
  assert.deepEqual([first.status, second.status, second.body.id], [201, 200, first.body.id])
  const ofProduct = await shop.api.post('/reviews', { ...words, ...sent, productId: mug })
  assert.equal(ofProduct.status, 201)
})

test('a shop review with a product, an unknown order or an unknown subject is refused', async () => {
  for (const more of [{ productId: mug }, { platformProductId: 'mug' }]) {
    const { status, body } = await write(shop, more)
    assert.deepEqual([status, body.details[0].path], [400, `/${Object.keys(more)[0]}`])
  }
  assert.equal((await write(shop, { orderId: nobody })).status, 404)
  assert.equal((await write(shop, { subject: 'both' })).status, 400)
  for (const query of [`productId=${mug}`, 'platformProductId=mug', `categoryId=${nobody}`, 'pool=group'])
    assert.equal((await shop.api.get(`/reviews?subject=shop&${query}`)).status, 400, query)
  assert.equal((await shop.api.get('/reviews?subject=everything')).status, 400)
  assert.equal((await shop.api.get(`/reviews/summary?subject=shop&productId=${mug}`)).status, 400)
})

test('lists, totals, summaries and exports separate reviews of the shop and of products', async () => {
  const own = await service.shop('Counted')
  const lamp = await addProduct(own, 'lamp')
  for (const rating of [5, 3]) await addReview(service, own, { productId: lamp, rating, status: 'approved' })
  const reviews = [await write(own, { rating: 1 }), await write(own, { rating: 2, body: 'Slow.' })]
  await approve(own, reviews[0]?.body.id)
  const read = async (query: string) => {
    const { status, body } = await own.api.get(`/reviews?includeTotal=true&${query}`)
    assert.equal(status, 200, query)
    return [body.pagination.total, body.data.map(({ rating }: { rating: number }) => rating).sort()]
  }
  const check = async () => {
    assert.deepEqual(await read(''), [2, [3, 5]])
    assert.deepEqual(await read('subject=product'), [2, [3, 5]])
    assert.deepEqual(await read('subject=shop'), [2, [1, 2]])
    assert.deepEqual(await read('subject=all'), [4, [1, 2, 3, 5]])
    assert.deepEqual(await read('subject=shop&status=pending'), [1, [2]])
    assert.deepEqual(await read('subject=all&sort=rating'), [4, [1, 2, 3, 5]])
    assert.deepEqual(await read('subject=shop&q=slow'), [1, [2]])
    assert.deepEqual(await read('q=slow'), [0, []])
    assert.deepEqual(await read(`subject=all&productId=${lamp}`), [2, [3, 5]])
    assert.deepEqual(await read('reported=false'), [2, [3, 5]])
    const summary = async (query: string) => {
      const { count, average } = (await own.api.get(`/reviews/summary${query}`)).body
      return [count, average]
    }
    assert.deepEqual(await summary(''), [2, 4])
    assert.deepEqual(await summary('?subject=shop'), [1, 1])
    assert.deepEqual(await summary('?subject=all'), [3, 3])
  }
  await check()
  await service.service.db.store(own, 'write', (tx) => sumCounts(tx))
  await check()
  const [header = '', ...rows] = (await own.api.get('/reviews/export')).text.trim().split(/\r?\n/)
  assert.deepEqual([header.includes('subject'), rows.length], [false, 2])
  const all = (await own.api.get('/reviews/export?subject=all')).text.trim().split(/\r?\n/)
  assert.equal(all.length, 5)
  assert.equal(all.filter((row) => row.endsWith(',shop')).length, 2)
})

test('paging through one subject misses and repeats no review', async () => {
  const own = await service.shop('Paged')
  const lamp = await addProduct(own, 'lamp')
  for (let n = 0; n < 7; n++) {
    await addReview(service, own, { productId: lamp, status: 'approved' })
    await write(own, { body: `Note ${n}.` })
  }
  for (const query of ['subject=shop', 'subject=product', 'subject=shop&sort=rating', 'subject=shop&sort=updatedAt']) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await own.api.get(`/reviews?limit=3&${query}${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.pagination.nextCursor
    }
    assert.deepEqual([seen.length, new Set(seen).size], [7, 7], query)
  }
})

test('the ledger names the subject only for reviews of the shop', async () => {
  const own = await service.shop('Recorded')
  const lamp = await addProduct(own, 'lamp')
  const ofProduct = (await post(own.api, lamp, {})).id
  const ofShop = (await write(own)).body.id
  const submitted = async (id: string) => {
    const { data } = (await own.api.get(`/evidence/entries?review=${id}`)).body
    return data.find(({ type }: { type: string }) => type === 'submitted').data
  }
  assert.equal((await submitted(ofShop)).subject, 'shop')
  assert.ok(!('subject' in (await submitted(ofProduct))))
})

test('reports and the meter of withheld reviews count each subject separately', async () => {
  const own = await service.shop('Reported')
  const lamp = await addProduct(own, 'lamp')
  const ids = [(await post(own.api, lamp, { rating: 5 })).id, (await write(own, { rating: 1 })).body.id]
  const gone = (await write(own, { rating: 2, body: 'To be deleted.' })).body.id
  for (const id of ids)
    assert.equal((await own.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'off_topic' })).status, 200)
  assert.equal((await own.api.delete(`/reviews/${gone}`)).status, 204)
  const withheld = async (query: string) => {
    const { byRating } = (await own.api.get(`/evidence/suppression${query}`)).body
    return byRating.map(({ withheld }: { withheld: number }) => withheld)
  }
  assert.deepEqual(await withheld(''), [0, 0, 0, 0, 1])
  assert.deepEqual(await withheld('?subject=shop'), [1, 1, 0, 0, 0])
  assert.deepEqual(await withheld('?subject=all'), [1, 1, 0, 0, 1])
  const received = async (query: string) => {
    const { total } = (await own.api.get(`/analytics/reviews${query}`)).body
    return [total.received, total.rejected, total.averageRating]
  }
  assert.deepEqual(await received(''), [1, 1, 5])
  assert.deepEqual(await received('?subject=shop'), [1, 1, 1])
  assert.deepEqual(await received('?subject=all'), [2, 2, 3])
  const decided = async (query: string) => (await own.api.get(`/analytics/moderation${query}`)).body.total.decided
  assert.deepEqual([await decided(''), await decided('?subject=shop'), await decided('?subject=all')], [1, 1, 2])
})

test('events of reviews of the shop name no product, and `GET /events` lists none', async () => {
  const own = await service.shop('Told')
  const { id } = (await write(own)).body
  await approve(own, id)
  await own.api.put(`/reviews/${id}`, { reply: { body: 'Thank you!' } })
  await own.api.delete(`/reviews/${id}`)
  const rows = await service.service.db.store(own, 'read', (tx) =>
    tx.all<{ name: string; data: { subject?: string; productId: string | null } }>(
      sql`select e.event as name, e.data from events e where e.store_env_id = ${tx.storeEnvId} order by e.sequence`,
    ),
  )
  assert.deepEqual((await own.api.get('/events')).body.data, [])
  for (const { data } of rows) assert.equal(data.productId ?? null, null)
})

test('each act on a review of the shop sends its own event, and none of the events of products', async () => {
  const own = await service.shop('Subscribed')
  const receiver = await startReceiver()
  try {
    const kinds = ['created', 'approved', 'rejected', 'marked_spam', 'replied', 'deleted']
    await register(own, receiver.url, { events: kinds.flatMap((kind) => [`review.${kind}`, `shop_review.${kind}`]) })
    const { id } = (await write(own, { title: 'Fast' })).body
    const acts = [
      { status: 'approved' },
      { reply: { body: 'Thank you!' } },
      { status: 'rejected', reason: 'off_topic' },
      { status: 'spam' },
    ]
    for (const act of acts) {
      // Sends waiting events before the next act, because a deletion reduces them to the review's id.
      await service.runJobs()
      assert.equal((await own.api.put(`/reviews/${id}`, act)).status, 200)
    }
    await service.runJobs()
    assert.equal((await own.api.delete(`/reviews/${id}`)).status, 204)
    await service.runJobs()
    const sent = receiver.received.map(({ body }) => body)
    assert.deepEqual(
      sent.map(({ event, data }) => [event, data.status]),
      [
        ...[
          ['created', 'pending'],
          ['approved', 'approved'],
          ['replied', 'approved'],
          ['rejected', 'rejected'],
        ],
        ...[
          ['marked_spam', 'spam'],
          ['deleted', 'spam'],
        ],
      ].map(([kind, status]) => [`shop_review.${kind}`, status]),
    )
    for (const { event, data } of sent)
      assert.deepEqual([data.id, data.subject, data.productId, data.rating], [id, 'shop', null, 4], event)
    const dataOf = (kind: string) =>
      sent.find(({ event }) => event === `shop_review.${kind}`)?.data ?? assert.fail(kind)
    const { platformProductId, title, body, source } = dataOf('created')
    assert.deepEqual([platformProductId, title, body, source], [null, 'Fast', 'They answer fast.', 'api'])
    assert.equal((dataOf('replied').reply as { body: string }).body, 'Thank you!')
    assert.equal((dataOf('rejected').moderation as { reason: string }).reason, 'off_topic')
  } finally {
    await receiver.close()
  }
})

test("a person's export includes reviews of the shop, but the activity only those of products", async () => {
  const email = 'portable@customer.example'
  await addOrder(service, shop, { email, productId: mug })
  await post(shop.api, mug, { authorEmail: email })
  const { id } = (await write(shop, { authorEmail: email })).body
  const { body } = await shop.api.get(`/customers/by-email/${encodeURIComponent(email)}/activity`)
  assert.deepEqual(
    body.reviews.map(({ productId }: { productId: string }) => productId),
    [mug],
  )
  const exported = (await shop.api.get(`/customers/by-email/${encodeURIComponent(email)}/export`)).body.reviews
  assert.deepEqual(
    new Set(exported.map(({ productId }: { productId: string | null }) => productId)),
    new Set([mug, null]),
  )
  assert.equal((await shop.api.post('/customers/erase', { email })).status, 200)
  assert.equal((await shop.api.get(`/reviews/${id}`)).status, 404)
})
