import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readArchive } from '#resources/backups/archives.testing.ts'
import { verifyFile } from '#resources/evidence/verify/verify.mjs'
import { startReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { gtin13 } from '#resources/products/groups/groups.testing.ts'
import { merge } from '#resources/products/merging/merging.testing.ts'
import { day, provideService } from '#test/service.ts'
import {
  addStore,
  bodiesOf,
  decide,
  grantTo,
  listCopies,
  makePack,
  makePair,
  productIdOf,
  pushProducts,
  write,
} from './sharing.testing.ts'

const service = provideService()

const und = [{ locale: 'und', count: 1 }]
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('an accepted grant copies approved reviews, and the other store decides on the copies', async () => {
  const pair = await makePair(service, 'First')
  const { giver, receiver } = pair
  const shown = await write(giver, 'Keeps tea hot.', { rating: 4 })
  const pending = await giver.api.post('/reviews', {
    ...{
      platformProductId: 'mug',
      rating: 1,
      body: 'Not yet.',
      authorName: 'Max',
      authorEmail: 'max@customer.example',
    },
  })
  const id = await grantTo(service, pair)
  const [copy, ...others] = await listCopies(receiver)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [copy.body, copy.rating, copy.status, copy.source, copy.orderId, copy.authorName, copy.authorEmailLast4],
    ['Keeps tea hot.', 4, 'pending', 'shared', null, 'Jane D.', null],
  )
  assert.notEqual(copy.id, shown)
  assert.equal(copy.productId, await productIdOf(receiver.api, 'mug'))
  assert.deepEqual(copy.origin, {
    ...{ kind: 'store', platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' },
    storeName: 'First',
  })
  assert.deepEqual((await receiver.api.get(`/reviews/${copy.id}`)).body, copy)
  assert.deepEqual((await receiver.api.get('/reviews')).body.data, [])
  const grant = (await giver.api.get(`/reviews/grants/${id}`)).body
  assert.deepEqual(
    [grant.direction, grant.state, grant.copies, grant.store, grant.terms],
    ['given', 'active', 1, { id: receiver.storeEnvId, name: 'First Outlet' }, { match: ['gtin'], productIds: null }],
  )
  assert.equal((await receiver.api.get('/reviews/grants')).body.data[0].direction, 'received')

  const locked = await receiver.api.put(`/reviews/${copy.id}`, { body: 'Ours' })
  assert.deepEqual(refusal(locked), [403, 'review_content_locked'])
  await decide(receiver, copy.id, { status: 'approved', reply: { body: 'Thank you!' } })
  const bulk = await receiver.api.post('/reviews/bulk-update', { updates: [{ id: copy.id, status: 'approved' }] })
  assert.equal(bulk.body.unchanged, 1, bulk.text)
  const page = await receiver.storefront.get('/storefront/reviews?platformProductId=mug&pool=shared')
  assert.equal(page.headers['cache-control'], 'private, no-cache')
  assert.deepEqual(
    page.body.data.map((review: { body: string; reply: { body: string } }) => [review.body, review.reply.body]),
    [['Keeps tea hot.', 'Thank you!']],
  )
  assert.equal(page.body.data[0].origin.storeName, 'First')
  assert.deepEqual((await receiver.storefront.get('/storefront/reviews?platformProductId=mug')).body.data, [])
  const [summary] = (await receiver.storefront.get('/storefront/summary?platformProductIds=mug&pool=shared')).body.data
  assert.deepEqual([summary.count, summary.pooled.count, summary.pooled.stores], [0, 1, 1])
  const filters = await receiver.storefront.get('/storefront/review-filters?platformProductId=mug&pool=shared')
  assert.equal(filters.headers['cache-control'], 'private, no-cache')
  assert.deepEqual([filters.body.count, filters.body.byStar['4'], filters.body.locales], [1, 1, und])
  const own = await receiver.storefront.get('/storefront/review-filters?platformProductId=mug')
  assert.equal(own.body.count, 0)
  // The giver approves another review, which is copied as pending.
  await decide(giver, pending.body.id, { status: 'approved' })
  await service.runJobs()
  assert.deepEqual(bodiesOf(await listCopies(receiver, '&status=pending')), ['Not yet.'])
})

test('a code works only in its own organization, once, within seven days', async () => {
  const { giver, receiver, shop } = await makePair(service, 'Codes')
  const other = await makePair(service, 'Stranger')
  const offer = async () => (await giver.person.post('/reviews/grants', {})).body
  const accept = (side: typeof receiver, code: string) => side.person.post('/reviews/grants/accept', { code })
  assert.deepEqual(refusal(await giver.api.post('/reviews/grants', {})), [403, 'user_session_required'])
  const first = await offer()
  assert.deepEqual([first.state, first.store], ['offered', null])
  assert.equal((await accept(other.giver, first.code)).status, 404)
  assert.equal((await accept(receiver, `${first.code}x`)).status, 404)
  assert.deepEqual(refusal(await accept(giver, first.code)), [409, 'conflict'])
  assert.equal((await accept(receiver, first.code)).status, 201)
  assert.equal((await accept(receiver, first.code)).status, 404)
  const second = await offer()
  assert.deepEqual(refusal(await accept(receiver, second.code)), [409, 'conflict'])
  const third = await addStore(shop, 'Codes Third')
  assert.equal((await accept(third, second.code)).status, 201)
  const late = await offer()
  service.advance(7 * day)
  assert.equal((await giver.api.get(`/reviews/grants/${late.id}`)).body.state, 'expired')
  assert.equal((await accept(await addStore(shop, 'Codes Fourth'), late.code)).status, 404)
  assert.equal((await other.giver.api.get(`/reviews/grants/${first.id}`)).status, 404)
  assert.equal((await other.giver.person.delete(`/reviews/grants/${first.id}`)).status, 404)
  const unknown = await giver.person.post('/reviews/grants', {
    productIds: [await productIdOf(other.giver.api, 'mug')],
  })
  assert.equal(unknown.status, 404)
})

test('copies follow changes, withdrawals and lost matches of their originals', async () => {
  const pair = await makePair(service, 'Following')
  const { giver, receiver } = pair
  const kept = await write(giver, 'Stays.')
  const rejected = await write(giver, 'Is rejected.')
  const deleted = await write(giver, 'Is deleted.')
  await write(giver, 'Of the pot.', { platformProductId: 'pot' })
  await grantTo(service, pair)
  assert.equal((await listCopies(receiver)).length, 4)
  await decide(giver, rejected, { status: 'rejected', reason: 'fake' })
  await giver.api.delete(`/reviews/${deleted}`)
  await write(giver, 'Is new.')
  await service.runJobs()
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Is new.', 'Of the pot.', 'Stays.'])
  await pushProducts(receiver.api, [])
  await receiver.api.put('/products', [{ platformProductId: 'pot', title: 'Pot', gtin: gtin13(3) }])
  await service.runJobs()
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Is new.', 'Stays.'])
  await receiver.api.put('/products', [{ platformProductId: 'pot', title: 'Pot', gtin: gtin13(2) }])
  await service.runJobs()
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Is new.', 'Of the pot.', 'Stays.'])
  // Several products have the same GTIN, so none of them matches.
  await receiver.api.put('/products', [{ platformProductId: 'pot-2', title: 'Pot', gtin: gtin13(2) }])
  await service.runJobs()
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Is new.', 'Stays.'])
  await giver.api.post('/customers/erase', { email: 'jane.doe@customer.example' })
  await service.runJobs()
  assert.equal((await giver.api.get(`/reviews/${kept}`)).status, 404)
  assert.deepEqual(await listCopies(receiver), [])
})

test('a copy is not eligible for a destination, and is gone when the grant ends', async () => {
  const pair = await makePair(service, 'Destinations')
  const { giver, receiver } = pair
  await write(giver, 'Is not shown there.')
  const id = await grantTo(service, pair, { accepted: { status: 'approved' } })
  const made = await receiver.api.post('/connectors/destinations', { kind: 'meta_csv' })
  assert.equal(made.status, 201, made.text)
  const [copy] = await listCopies(receiver)
  const read = (side: typeof giver) => side.api.get(`/reviews/${copy.id}/destinations`)
  const { data } = (await read(receiver)).body
  assert.deepEqual(
    data.map((each: object) => Object.entries(each).filter(([, value]) => value !== null)),
    [Object.entries({ destinationId: made.body.id, kind: 'meta_csv', eligible: false, reasons: ['shared'] })],
  )
  assert.equal((await read(giver)).status, 404)
  assert.equal((await receiver.person.delete(`/reviews/grants/${id}`)).status, 204)
  assert.equal((await read(receiver)).status, 404)
})

test('copies follow a merge of products, at the giver and at the receiver', async () => {
  const pair = await makePair(service, 'Merging')
  const { giver, receiver } = pair
  await write(giver, 'Of the mug.')
  const from = await productIdOf(giver.api, 'mug')
  await grantTo(service, pair, { terms: { productIds: [from] } })
  const place = async () => {
    await service.runJobs()
    return (await listCopies(receiver)).map((each) => each.product.platformProductId)
  }
  assert.deepEqual(await place(), ['mug'])
  const anew = { platformProductId: 'mug-2', title: 'Mug', gtin: gtin13(1) }
  for (const { api } of [giver, receiver]) {
    await pushProducts(api, [anew])
    const into = await productIdOf(api, 'mug-2')
    const merged = await merge(api, await productIdOf(api, 'mug'), into)
    assert.equal(merged.status, 200, merged.text)
    assert.deepEqual(await place(), [api === giver.api ? 'mug' : 'mug-2'])
  }
})

test("a deleted copy returns only with a new grant, and an erased author's copy never returns", async () => {
  const pair = await makePair(service, 'Away')
  const { giver, receiver } = pair
  const first = await write(giver, 'Deleted there.', { authorEmail: 'first@customer.example' })
  await write(giver, 'Erased there.', { authorEmail: 'second@customer.example' })
  const id = await grantTo(service, pair)
  const copies = await listCopies(receiver)
  const copy = copies.find(({ body }) => body === 'Deleted there.')
  assert.equal((await receiver.api.delete(`/reviews/${copy.id}`)).status, 204)
  assert.equal((await receiver.api.get(`/reviews/${copy.id}`)).status, 404)
  const erased = await receiver.api.post('/customers/erase', { email: 'Second@customer.example' })
  assert.equal(erased.body.sharedReviewsDeleted, 1, erased.text)
  await decide(giver, first, { reply: { body: 'Touched' } })
  await write(giver, 'Again by the second.', { authorEmail: 'second@customer.example' })
  await service.runJobs()
  assert.deepEqual(await listCopies(receiver), [])
  assert.equal((await giver.api.get(`/reviews/grants/${id}`)).body.copies, 0)
  const meter = (await receiver.api.get('/evidence/suppression?origin=shared')).body
  assert.equal(meter.byRating.at(-1).withheld, 1)
  assert.equal((await receiver.api.get('/evidence/suppression')).body.byRating.at(-1).withheld, 0)
  // A new grant brings back what the store deleted, but never the erased author.
  await receiver.person.delete(`/reviews/grants/${id}`)
  await service.runJobs()
  await grantTo(service, pair)
  assert.deepEqual(bodiesOf(await listCopies(receiver)), ['Deleted there.'])
})

test('accepting a grant can approve the reviews approved at that moment, and no later ones', async () => {
  const pair = await makePair(service, 'Approving')
  const { giver, receiver } = pair
  await write(giver, 'Before.')
  await grantTo(service, pair, { accepted: { status: 'approved' } })
  service.advance(1_000)
  await write(giver, 'After.')
  await service.runJobs()
  const copies = await listCopies(receiver)
  assert.deepEqual(copies.map(({ body, status }) => [body, status]).sort(), [
    ['After.', 'pending'],
    ['Before.', 'approved'],
  ])
  const before = copies.find(({ body }) => body === 'Before.')
  const entries = (await receiver.api.get(`/evidence/reviews/${before.id}`)).body.entries
  const [submitted, , moderated] = entries.map(({ entry }: { entry: object }) => entry)
  assert.equal(submitted.data.source, 'shared')
  assert.equal(submitted.data.origin.store, giver.storeEnvId)
  assert.deepEqual([moderated.type, moderated.by], ['moderated', { role: 'OWNER', via: 'session' }])
})

test('both ledgers record a grant and its end', async () => {
  const pair = await makePair(service, 'Ledgers')
  const { giver, receiver } = pair
  await write(giver, 'Told.')
  const id = await grantTo(service, pair)
  const [copy] = await listCopies(receiver)
  assert.equal((await receiver.person.delete(`/reviews/grants/${id}`)).status, 204)
  await service.runJobs()
  const given = (await giver.api.get('/evidence/entries?type=granted,grant_revoked')).body.data
  assert.deepEqual(
    given.map(({ type, data, by }: { type: string; data: object; by: { role: string } }) => [type, data, by.role]),
    [
      ['grant_revoked', { grant: id }, 'OWNER'],
      ['granted', { grant: id }, 'OWNER'],
    ],
  )
  const received = (await receiver.api.get(`/evidence/entries?review=${copy.id}`)).body.data
  assert.deepEqual([received[0].type, received[0].data], ['deleted', { cause: 'grant' }])
})

test('creation and removal of copies send `shared_review` events, and no `review` events', async () => {
  const pair = await makePair(service, 'Subscribed')
  const { giver, receiver } = pair
  const hooks = await startReceiver()
  try {
    const own = ['review.created', 'review.approved', 'review.rejected', 'review.deleted']
    const hook = await receiver.api.post('/outbound-webhooks', {
      ...{ url: hooks.url, events: [...own, 'shared_review.created', 'shared_review.removed'] },
    })
    assert.equal(hook.status, 201, hook.text)
    const withdrawn = await write(giver, 'Is withdrawn.', { rating: 2 })
    await write(giver, 'Is deleted.')
    await write(giver, 'Is erased.', { authorEmail: 'erased@customer.example' })
    await write(giver, 'Stays until the end.')
    const grantId = await grantTo(service, pair)
    const copies = await listCopies(receiver)
    const copyOf = (body: string) => copies.find((copy) => copy.body === body)
    const sent = () => hooks.received.splice(0).map(({ body: { event, data } }) => ({ ...data, event, sequence: 0 }))
    const productId = await productIdOf(receiver.api, 'mug')
    assert.deepEqual(
      new Set(sent().map((data) => JSON.stringify(Object.entries(data).sort()))),
      new Set(
        copies.map(({ id, rating }) => {
          const data = {
            id,
            grantId,
            productId,
            rating,
            status: 'pending',
            event: 'shared_review.created',
            sequence: 0,
          }
          return JSON.stringify(Object.entries(data).sort())
        }),
      ),
    )
    await decide(receiver, copyOf('Stays until the end.').id, { status: 'approved' })
    await service.runJobs()
    assert.deepEqual(sent(), [])
    const removed = (body: string, cause: string) => [
      { id: copyOf(body).id, grantId, cause, event: 'shared_review.removed', sequence: 0 },
    ]
    await decide(giver, withdrawn, { status: 'rejected' })
    await service.runJobs()
    assert.deepEqual(sent(), removed('Is withdrawn.', 'origin'))
    assert.equal((await receiver.api.delete(`/reviews/${copyOf('Is deleted.').id}`)).status, 204)
    await service.runJobs()
    assert.deepEqual(sent(), removed('Is deleted.', 'store'))
    assert.equal((await receiver.api.post('/customers/erase', { email: 'erased@customer.example' })).status, 200)
    await service.runJobs()
    assert.deepEqual(sent(), removed('Is erased.', 'erasure'))
    await giver.person.delete(`/reviews/grants/${grantId}`)
    await service.runJobs()
    assert.deepEqual(sent(), removed('Stays until the end.', 'grant'))
    assert.deepEqual((await receiver.api.get('/events')).body.data, [])
  } finally {
    await hooks.close()
  }
})

test('an evidence pack has no words of copies, and verifies', async () => {
  const pair = await makePair(service, 'Packed')
  const { giver, receiver } = pair
  await write(giver, 'Of the giver.')
  const { id: own } = (
    await receiver.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 3, body: 'Of the receiver.', authorName: 'Max' },
      authorEmail: 'max@customer.example',
    })
  ).body
  await grantTo(service, pair)
  const [copy] = await listCopies(receiver)
  await decide(receiver, copy.id, { status: 'approved' })
  const content = await makePack(service, receiver)
  const { files } = await readArchive(content)
  const lines = (files.get('reviews.jsonl')?.toString() ?? '').trim().split('\n')
  const rows = new Map(lines.map((line) => JSON.parse(line)).map((row) => [row.review, row]))
  const { words, salt, rating, status, source } = rows.get(copy.id)
  assert.deepEqual([words, salt, rating, status, source], [null, null, 5, 'approved', 'shared'])
  assert.equal(rows.get(own).words.body, 'Of the receiver.')
  assert.ok(!content.includes('Of the giver.'))
  const folder = mkdtempSync(join(tmpdir(), 'shared-pack-'))
  try {
    const path = join(folder, 'pack.zip')
    writeFileSync(path, content)
    const { data } = JSON.parse((await service.app.inject('/evidence/keys')).payload)
    const report = await verifyFile(path, { keys: [data[0].publicKey] })
    assert.deepEqual([report.ok, report.problems, report.reviews], [true, [], 2])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
