import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { addProduct, nobody, submission } from '../reviews.testing.ts'

let shop: Shop
let admin: Api
const service = provideService({}, async () => {
  shop = await service.shop()
  admin = await shop.signedIn()
  await shop.api.put('/categories', [{ platformCategoryId: 'shirts', name: 'Shirts', products: ['tee'] }])
})

const size = { kind: 'scale', label: 'Size', lowLabel: 'Too small', highLabel: 'Too large' }
const use = { kind: 'choice', label: 'Bought for', choices: ['Home', 'Work'] }

const set = async (attributes: object[], categoryId?: string) => {
  const answer = await shop.api.put('/reviews/attributes', { attributes, ...(categoryId && { categoryId }) })
  return { status: answer.status, body: answer.body, text: answer.text }
}
const approved = async (productId: string, rating: number, attributes: object[]) => {
  const made = await shop.api.post('/reviews', submission(productId, { rating, attributes }))
  assert.equal(made.status, 201, made.text)
  const changed = await shop.api.put(`/reviews/${made.body.id}`, { status: 'approved' })
  assert.equal(changed.status, 200, changed.text)
  return made.body
}

test('a store asks its own questions, and reviews return the answers with the question texts', async () => {
  const productId = await addProduct(shop, 'mug')
  const made = await set([size, use])
  assert.equal(made.status, 200, made.text)
  const [a, b] = made.body.attributes
  assert.deepEqual([a.kind, a.label, a.lowLabel, a.choices, b.choices], ['scale', 'Size', 'Too small', [], use.choices])
  const review = await approved(productId, 4, [
    { id: b.id, value: 1 },
    { id: a.id, value: 3 },
  ])
  const expected = [
    { id: a.id, kind: 'scale', label: 'Size', value: 3, choice: null, lowLabel: 'Too small', highLabel: 'Too large' },
    { id: b.id, kind: 'choice', label: 'Bought for', value: 1, choice: 'Work', lowLabel: null, highLabel: null },
  ]
  assert.deepEqual(review.attributes, expected)
  assert.deepEqual((await shop.api.get(`/reviews/${review.id}`)).body.attributes, expected)
  assert.deepEqual((await shop.api.get('/reviews?q=coffee')).body.data[0].attributes, expected)
  const [shown] = (await shop.storefront.get('/storefront/reviews?platformProductId=mug')).body.data
  assert.deepEqual(shown.attributes, expected)
  const [found] = (await shop.storefront.get('/storefront/reviews?platformProductId=mug&q=coffee')).body.data
  assert.deepEqual(found.attributes, expected)
  // Like the rating, answers cannot be edited.
  await shop.api.put(`/reviews/${review.id}`, { attributes: [] })
  assert.deepEqual((await shop.api.get(`/reviews/${review.id}`)).body.attributes, expected)
})

test('storefronts get the average and the count of all approved answers', async () => {
  const productId = await addProduct(shop, 'pan')
  const [a, b] = (await shop.api.get('/reviews/attributes')).body.attributes
  await approved(productId, 5, [{ id: a.id, value: 2 }])
  await approved(productId, 5, [
    { id: a.id, value: 5 },
    { id: b.id, value: 0 },
  ])
  await approved(productId, 1, [
    { id: a.id, value: 4 },
    { id: b.id, value: 0 },
  ])
  await approved(productId, 1, [])
  await shop.api.post('/reviews', submission(productId, { attributes: [{ id: a.id, value: 1 }] }))
  const { attributes } = (await shop.storefront.get('/storefront/review-attributes?platformProductId=pan')).body
  assert.deepEqual(attributes, [
    {
      id: a.id,
      kind: 'scale',
      label: 'Size',
      lowLabel: 'Too small',
      highLabel: 'Too large',
      count: 3,
      average: 3.67,
      choices: [],
    },
    {
      id: b.id,
      kind: 'choice',
      label: 'Bought for',
      lowLabel: null,
      highLabel: null,
      count: 2,
      average: null,
      choices: [
        { label: 'Home', count: 2 },
        { label: 'Work', count: 0 },
      ],
    },
  ])
  const unknown = await shop.storefront.get('/storefront/review-attributes?platformProductId=nothing')
  assert.deepEqual(unknown.body, { attributes: [] })
})

test("a form asks the category's questions first, then the store's, six at most", async () => {
  await addProduct(shop, 'tee')
  const [shirts] = (await shop.api.get('/categories')).body.data
  const five = ['Fit', 'Cloth', 'Colour', 'Length', 'Seams'].map((label) => ({ kind: 'scale', label }))
  assert.equal((await set(five, shirts.id)).status, 200)
  const start = (await shop.storefront.get('/storefront/review-form?platformProductId=tee')).body
  const labels = start.attributes.map((each: { label: string }) => each.label)
  assert.deepEqual(labels, ['Fit', 'Cloth', 'Colour', 'Length', 'Seams', 'Size'])
  const other = (await shop.storefront.get('/storefront/review-form?platformProductId=mug')).body
  assert.deepEqual(other.attributes.length, 2)
  assert.deepEqual((await shop.storefront.get('/storefront/review-form')).body.attributes, [])
})

test('a widget review has answers, and an invalid answer is refused with its path', async () => {
  const [a, b] = (await shop.api.get('/reviews/attributes')).body.attributes
  const send = (attributes: object[]) =>
    shop.storefront.post('/storefront/reviews', {
      ...submission('', { authorName: 'Bo', attributes, consent: true }),
      productId: undefined,
      platformProductId: 'mug',
    })
  const taken = await send([{ id: a.id, value: 5 }])
  assert.equal(taken.status, 202, taken.text)
  const { attributes } = (await shop.api.get(`/reviews/${taken.body.id}`)).body
  assert.deepEqual(
    attributes.map((each: { value: number }) => each.value),
    [5],
  )
  const wrong: [object[], string][] = [
    [[{ id: nobody, value: 1 }], '/attributes/0/id'],
    [
      [
        { id: a.id, value: 1 },
        { id: a.id, value: 2 },
      ],
      '/attributes/1/id',
    ],
    [[{ id: a.id, value: 0 }], '/attributes/0/value'],
    [[{ id: a.id, value: 6 }], '/attributes/0/value'],
    [[{ id: b.id, value: 2 }], '/attributes/0/value'],
  ]
  for (const [said, path] of wrong) {
    const refused = await send(said)
    assert.deepEqual([refused.status, refused.body.details[0].path], [400, path], refused.text)
  }
})

test('a retired question stays in the reviews that contain an answer to it', async () => {
  const [a, b] = (await shop.api.get('/reviews/attributes')).body.attributes
  const productId = await addProduct(shop, 'bowl')
  const review = await approved(productId, 5, [
    { id: a.id, value: 2 },
    { id: b.id, value: 1 },
  ])
  const changed = await set([{ ...use, id: b.id, label: 'Used at', choices: ['At home', 'At work', 'Outdoors'] }])
  assert.equal(changed.status, 200, changed.text)
  const { attributes } = (await shop.api.get(`/reviews/${review.id}`)).body
  const said = attributes.map(({ label, value, choice }: { label: string; value: number; choice: string | null }) =>
    [label, value, choice].join(),
  )
  assert.deepEqual(said.sort(), ['Size,2,', 'Used at,1,At work'])
  // A form that was opened before the change is still accepted.
  await approved(productId, 4, [{ id: a.id, value: 3 }])
  const summed = (await shop.storefront.get('/storefront/review-attributes?platformProductId=bowl')).body.attributes
  assert.deepEqual(
    summed.map((each: { label: string }) => each.label),
    ['Used at'],
  )
})

test('an invalid question is refused with the path of its field', async () => {
  const [b] = (await shop.api.get('/reviews/attributes')).body.attributes
  const wrong: [object[], string][] = [
    [[{ kind: 'scale', label: '  ' }], '/attributes/0/label'],
    [[size, { ...use, label: 'size' }], '/attributes/1/label'],
    [[{ kind: 'choice', label: 'Use', choices: ['One'] }], '/attributes/0/choices'],
    [[{ kind: 'choice', label: 'Use', choices: ['One', 'one'] }], '/attributes/0/choices'],
    [[{ kind: 'scale', label: 'Use', choices: ['a', 'b'] }], '/attributes/0/choices'],
    [[{ ...size, id: b.id }], '/attributes/0/kind'],
    [[{ ...use, id: b.id }], '/attributes/0/choices'],
    [[{ ...size, id: nobody }], '/attributes/0/id'],
  ]
  for (const [attributes, path] of wrong) {
    const { status, body, text } = await set(attributes)
    assert.deepEqual([status, body.details?.[0].path], [400, path], text)
  }
  assert.equal((await set(Array(7).fill(size))).status, 400)
  assert.equal((await set([size], nobody)).status, 404)
  assert.deepEqual((await admin.get('/reviews/attributes')).body.attributes[0].label, 'Used at')
})

test('an export transfers answers to another store that asks the same questions', async () => {
  const other = await service.shop('Other')
  await addProduct(other, 'bowl')
  await other.api.put('/reviews/attributes', {
    attributes: [{ kind: 'choice', label: 'used AT', choices: ['Outdoors', 'At work'] }],
  })
  for (const format of ['csv', 'jsonl']) {
    const exported = await shop.api.get(`/reviews/export?format=${format}&platformProductId=bowl`)
    assert.equal(exported.status, 200, exported.text)
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson'
    const started = await other.api.call('POST', `/imports/reviews?fileName=a.${format}`, exported.text, {
      'content-type': type,
    })
    assert.ok(started.status < 300, started.text)
    await service.runJobs()
    const listed = (await other.api.get('/reviews?rating=5')).body.data
    assert.deepEqual(
      listed.map((each: { attributes: { value: number; choice: string }[] }) =>
        each.attributes.map(({ value, choice }) => [value, choice]),
      ),
      [[[1, 'At work']]],
      format,
    )
  }
})
