import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { asKey, asOwner, fetchArchive } from '#resources/backups/archives.testing.ts'
import { verifyFile } from '#resources/evidence/verify/verify.mjs'
import { importFile } from '#resources/imports/imports.testing.ts'
import { post } from '#resources/reviews/reviews.testing.ts'
import { ask, hiddenIn, order, postJson } from '#resources/storefront/form/form.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addPair, merge, pushOrder } from './merging.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T10:00:00Z') }, async () => {
  shop = await service.shop()
})

/** Decision for each column that references a product. A new column fails a test below until a decision is added. */
const treatments: Record<string, 'moves' | 'follows' | 'stays' | 'is recounted' | 'is matched again'> = {
  'reviews.product_id': 'moves',
  'order_line_items.product_id': 'moves',
  'review_incentive_promises.product_id': 'moves',
  'review_rewards.product_id': 'moves',
  'review_incentive_products.product_id': 'moves',
  'faq_products.product_id': 'moves',
  'faq_questions.product_id': 'moves',
  'gallery_item_products.product_id': 'moves',
  'placement_products.product_id': 'moves',
  'review_views.filter': 'moves',
  'review_grants.product_ids': 'moves',
  'web_page_versions.blocks': 'moves',
  'web_page_versions.translations': 'moves',
  'email_sequence_versions.filter': 'moves',
  'email_sequence_versions.steps': 'moves',
  'products.merged_into': 'follows',
  'analytics_sums.product_ids': 'is recounted',
  'product_review_counts.product_id': 'is recounted',
  'review_digests.product_id': 'is recounted',
  'shared_products.origin_product_id': 'is matched again',
  'shared_products.platform_product_id': 'is matched again',
  'shared_products.product_id': 'is matched again',
  'shared_reviews.origin_product_id': 'is matched again',
  'shared_reviews.product_id': 'is matched again',
  // The catalogue belongs to the shop, so the old product keeps its variants, categories and identifiers.
  'product_variants.product_id': 'stays',
  'product_pictures.product_id': 'stays',
  // A group belongs to the product, not to its reviews.
  'product_group_members.product_id': 'stays',
  // Each destination updates its exported reviews after a merge. Its exported ratings belong to the product.
  'destination_items.product_id': 'stays',
  // A log of the moved reviews.
  'review_moves.from_product_id': 'stays',
  'review_moves.to_product_id': 'stays',
  'products.platform_product_id': 'stays',
  'category_products.platform_product_id': 'stays',
  'shop_products.platform_product_id': 'stays',
  'shop_retirements.platform_product_id': 'stays',
  // An order line records which product was bought.
  'order_line_items.platform_product_id': 'stays',
  // The reward names the product that members get. Only the merchant may change it.
  'loyalty_rewards.platform_product_id': 'stays',
}

const inJson = ['review_views.filter', 'web_page_versions.', 'email_sequence_versions.']

test('every column that references a product has a decision for merges', async () => {
  const rows = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ name: string }>(sql`
      select c.relname || '.' || a.attname as name
        from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
         and (a.attname ~ '(^|_)products?_ids?$' or a.attname in ('products', 'merged_into')
              or exists (select from pg_catalog.pg_constraint f
                          where f.conrelid = c.oid and f.confrelid = 'public.products'::regclass and f.contype = 'f'
                            and a.attnum = any(f.conkey) and a.attname <> 'store_env_id'))
       order by 1`),
  )
  const decided = Object.keys(treatments).filter((name) => !inJson.some((json) => name.startsWith(json)))
  assert.deepEqual(rows.map(({ name }) => name).sort(), decided.sort())
})

test('data of customers and the shop moves, and data of the target is unchanged', async () => {
  const { api } = shop
  const { from, into } = await addPair(shop)
  const faq = (await api.post('/faqs', { question: 'Dishwasher?', answer: 'Yes.', productIds: [from] })).body
  const both = (await api.post('/faqs', { question: 'Oven?', answer: 'No.', productIds: [from, into] })).body
  const rule = { name: 'Stars', widget: 'stars', pageType: 'product', selector: '#stars', insertion: 'after' }
  const placement = await api.post('/placements', { ...rule, rule: { productIds: [from], excludeProductIds: [] } })
  assert.equal(placement.status, 201, placement.text)
  const page = await api.post('/web-pages', {
    ...{ slug: 'mugs', kind: 'landing', title: 'Mugs' },
    blocks: [
      { type: 'reviews', productIds: [from, into] },
      { type: 'products', productIds: [from] },
    ],
  })
  assert.equal(page.status, 201, page.text)
  const mail = { type: 'mail', subject: 'Hello', heading: 'Hello', body: 'Hello.', button: null }
  const sequence = await api.post('/email-sequences', {
    name: 'After a mug',
    trigger: { event: 'order.delivered', filter: { productIds: [from] } },
    steps: [{ type: 'condition', fact: 'bought_product', value: from, otherwise: 'exit' }, mail],
  })
  assert.equal(sequence.status, 201, sequence.text)
  const owner = await shop.signedIn()
  const view = await owner.post('/reviews/views', { name: 'Mugs', filter: { productId: from } })
  assert.equal(view.status, 201, view.text)
  const grant = await owner.post('/reviews/grants', { match: ['sku'], productIds: [from, into] })
  assert.equal(grant.status, 201, grant.text)
  assert.equal((await merge(api, from, into)).status, 200)
  const fetchProducts = async (path: string) => (await api.get(path)).body
  assert.deepEqual((await fetchProducts(`/faqs/${faq.id}`)).productIds, [into])
  assert.deepEqual((await fetchProducts(`/faqs/${both.id}`)).productIds.toSorted(), [from, into].sort())
  assert.deepEqual((await fetchProducts(`/placements/${placement.body.id}`)).rule.productIds, [into])
  const { terms } = (await owner.get(`/reviews/grants/${grant.body.id}`)).body
  assert.deepEqual(terms.productIds, [into])
  const { blocks } = await fetchProducts(`/web-pages/${page.body.id}`)
  assert.deepEqual(
    blocks.map(({ productIds }: { productIds: string[] }) => productIds),
    [[into], [into]],
  )
  const { trigger, steps } = await fetchProducts(`/email-sequences/${sequence.body.id}`)
  assert.deepEqual([trigger.filter.productIds, steps[0].value], [[into], into])
  const views = (await owner.get('/reviews/views')).body.data
  assert.equal(views.find(({ id }: { id: string }) => id === view.body.id).filter.productId, into)
})

test('a question about the old product becomes one about the target', async () => {
  const { from, into } = await addPair(shop)
  const question = newId()
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into faq_questions (store_env_id, id, question, email, product_id, status, notify, key, consented_at, created_at, updated_at)
      values (${tx.storeEnvId}, ${question}, 'Is it large?', 'q@customer.example', ${from}, 'pending', false,
              ${Buffer.from(question)}, ${tx.now}, ${tx.now}, ${tx.now})`),
  )
  await merge(shop.api, from, into)
  const { data } = (await shop.api.get(`/faqs/questions?productId=${into}`)).body
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [question],
  )
})

test('a form that was opened before the merge submits its review to the target', async () => {
  const { into, from, old } = await addPair(shop)
  const { token, orderId } = await order(service, shop, { products: [`${old}-form`], email: 'form@customer.example' })
  await pushOrder(
    shop.api,
    (await shop.api.get(`/orders/${orderId}`)).body.platformOrderId,
    'form@customer.example',
    old,
  )
  const { text } = await ask(service, 'GET', `/f/${token}`)
  const startedAt = hiddenIn(text, 'startedAt')
  await merge(shop.api, from, into)
  service.advance(4_000)
  const review = { rating: 5, body: 'Opened before.', authorName: 'Fay', consent: true, photoIds: [] }
  const sent = await postJson(service, `/f/${token}/reviews`, { ...review, productId: from, startedAt })
  assert.equal(sent.status, 201, sent.text)
  const stored = (await shop.api.get(`/reviews/${sent.json().id}`)).body
  assert.deepEqual([stored.productId, stored.verified, stored.orderId], [into, true, orderId])
})

test('an imported file that names the old product brings its reviews to the target', async () => {
  const { from, into, old } = await addPair(shop)
  const row = (body: string) =>
    `product_id,rating,review,reviewer_name,email,date\n${old},4,${body},Ann,imp@customer.example,2025-01-01\n`
  await importFile(service, shop.api, row('Fine'))
  await merge(shop.api, from, into)
  await importFile(service, shop.api, row('Fine'))
  const other = row('Also fine').replace('imp@', 'imp2@')
  await importFile(service, shop.api, other)
  const { data } = (await shop.api.get(`/reviews?productId=${into}`)).body
  assert.equal(data.length, 2)
  assert.equal((await shop.api.get(`/reviews?productId=${from}`)).body.data.length, 0)
})

test('after a merge, evidence packs and archives pass verification, and the archive restores the merge', async () => {
  const packed = await service.shop('Packed')
  const { from, into, anew, old } = await addPair(packed)
  const review = await post(packed.api, from)
  const folder = mkdtempSync(join(tmpdir(), 'merged-'))
  const check = async (name: string, content: Buffer) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    const { data } = JSON.parse((await service.app.inject('/evidence/keys')).payload)
    const { ok, problems } = await verifyFile(file, { keys: [data[0].publicKey] })
    assert.deepEqual([ok, problems], [true, []], name)
  }
  const pack = async () => {
    const { id } = (await packed.api.post('/evidence/packs', {})).body
    await service.runJobs()
    const { downloadUrl } = (await packed.api.get(`/evidence/packs/${id}`)).body
    return (await service.app.inject(new URL(downloadUrl).pathname)).rawPayload
  }
  try {
    await check('before.zip', await pack())
    assert.deepEqual((await merge(packed.api, from, into)).body, { moved: 1, skipped: 0 })
    await check('after.zip', await pack())
    const archive = await fetchArchive(service, await asOwner(service, packed))
    await check('archive.zip', archive.content)
    const target = await service.shop('Restored')
    const sent = await service.app.inject({
      method: 'POST',
      url: '/api/v1/imports/archive',
      headers: { ...asKey(target), 'content-type': 'application/zip' },
      payload: archive.content,
    })
    assert.equal(sent.statusCode, 202, sent.body)
    await service.runJobs()
    const [there] = (await target.api.get('/reviews')).body.data
    assert.deepEqual([there.body, there.source, there.product.platformProductId], [review.body, review.source, anew])
    const former = (await target.api.get(`/products/by-platform-id/${old}`)).body
    assert.equal(former.mergedIntoId, there.productId)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
