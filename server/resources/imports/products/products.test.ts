// Products from a file: those that the store does not have yet come in, and what is there stays as it is.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Shop, startService, type TestService } from '#test/service.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startService()
  shop = await service.shop()
})
after(() => service.close())

async function send(file: string, query = '') {
  const { body, status, text } = await shop.api.call('POST', `/imports/products${query}`, file, {
    'content-type': 'text/csv',
  })
  assert.equal(status, 202, text)
  await service.runJobs()
  const done = (await shop.api.get(`/imports/${body.id}`)).body
  const rows = (await shop.api.get(`/imports/${body.id}/rows?limit=100`)).body.data
  return {
    done,
    rows: rows.map((row: { line: number; outcome: string; code: string }) => [row.line, row.outcome, row.code]),
  }
}
const products = async () =>
  (await shop.api.get('/products?limit=100')).body.data
    .map((each: Record<string, unknown>) => each.platformProductId)
    .sort()

const file = `id,title,link,image_link,brand,gtin,sku
mug,Stoneware mug,https://shop.example.com/mug,https://shop.example.com/mug.jpg,Acme,4006381333931,MUG-01
bowl,Bowl,,,,,
`

test('a dry run says what would come in, and writes nothing', async () => {
  const { done } = await send(file, '?dryRun=true')
  assert.deepEqual([done.kind, done.imported, done.failed], ['products', 2, 0])
  assert.deepEqual(await products(), [])
})

test('the columns of a shopping feed become products with their identifiers, and reviews find them', async () => {
  const { done } = await send(file)
  assert.deepEqual([done.status, done.imported], ['completed', 2])
  const { body } = await shop.api.get('/products/by-platform-id/mug')
  assert.deepEqual(
    [body.title, body.url, body.imageUrl],
    ['Stoneware mug', 'https://shop.example.com/mug', 'https://shop.example.com/mug.jpg'],
  )
  assert.deepEqual(
    body.variants.map((each: Record<string, unknown>) => [each.sku, each.gtin, each.brand]),
    [['MUG-01', '4006381333931', 'Acme']],
  )
  const review = await shop.api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 5, body: 'Keeps tea hot.', authorName: 'Jane' },
    authorEmail: 'jane@customer.example',
  })
  assert.equal(review.status, 201)
})

test('the same file again brings nothing, and what was pushed since stays as it was pushed', async () => {
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Pushed', variants: [{ platformVariantId: 'mug-blue', sku: 'B' }] },
  ])
  const { done, rows } = await send(file)
  assert.deepEqual([done.imported, done.skipped], [0, 2])
  assert.deepEqual(rows, [
    [2, 'skipped', 'already_there'],
    [3, 'skipped', 'already_there'],
  ])
  const { body } = await shop.api.get('/products/by-platform-id/mug')
  assert.deepEqual([body.title, body.variants[0].platformVariantId], ['Pushed', 'mug-blue'])
})

test('a row that does not fit fails by itself, and the others come in', async () => {
  const { done, rows } = await send(`product_id;name;url;ean
cup;Cup;https://shop.example.com/cup;
;No id;;
jar;;;
pot;Pot;javascript:alert(1);
tin;Tin;https://;
cup;Cup again;;
`)
  assert.deepEqual([done.imported, done.failed, done.skipped], [1, 4, 1])
  assert.deepEqual(rows, [
    [2, 'imported', null],
    [3, 'failed', 'id_missing'],
    [4, 'failed', 'title_missing'],
    [5, 'failed', 'value_not_taken'],
    [6, 'failed', 'value_not_taken'],
    [7, 'skipped', 'repeated_product'],
  ])
  assert.deepEqual(await products(), ['bowl', 'cup', 'mug'])
})

test('a file without an id or a title says which column is missing', async () => {
  const { status, body } = await shop.api.call('POST', '/imports/products', 'title,price\nMug,3\n', {
    'content-type': 'text/csv',
  })
  assert.deepEqual([status, body.code], [400, 'unknown_format'])
  assert.match(body.message, /No column was found for: id/)
})

test('who may not push products may not import them either', async () => {
  const push = await (await shop.as('MEMBER')).put('/products', [])
  const send = await (await shop.as('MEMBER')).call('POST', '/imports/products', file, { 'content-type': 'text/csv' })
  assert.deepEqual([send.status, send.body?.code], [push.status, push.body?.code])
})
