import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

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

test('a dry run reports the outcome and writes nothing', async () => {
  const { done } = await send(file, '?dryRun=true')
  assert.deepEqual([done.kind, done.imported, done.failed], ['products', 2, 0])
  assert.deepEqual(await products(), [])
})

test('columns of a shopping feed become products whose identifiers match reviews', async () => {
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

test('importing the same file again adds nothing and does not overwrite pushed changes', async () => {
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

test('an invalid row fails only itself, and the others are imported', async () => {
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

test('a file without ids or titles is refused with the missing column', async () => {
  const { status, body } = await shop.api.call('POST', '/imports/products', 'title,price\nMug,3\n', {
    'content-type': 'text/csv',
  })
  assert.deepEqual([status, body.code], [400, 'unknown_format'])
  assert.match(body.message, /Missing columns: id/)
})

test('an id shortened by a spreadsheet is refused and never merges two products', async () => {
  const before = await products()
  const { rows } = await send(`id,title,gtin,sku
9.03886E+12,One,,
9.03886E+12,Two,,
spread-1,Three,4.00638E+12,
spread-2,Four,,1.2E+5
`)
  assert.deepEqual(rows, [
    [2, 'failed', 'product_id_mangled'],
    [3, 'failed', 'product_id_mangled'],
    [4, 'failed', 'gtin_mangled'],
    [5, 'failed', 'sku_mangled'],
  ])
  assert.deepEqual(await products(), before)
})

test('the characters that spreadsheets put around ids are removed', async () => {
  const { done } = await send(`id\ttitle\tgtin
9038861234567.0\tOne\t="04006381333931"
'0042\tTwo\t4006381333931.0
`)
  assert.equal(done.imported, 2)
  const one = (await shop.api.get('/products/by-platform-id/9038861234567')).body
  const two = (await shop.api.get('/products/by-platform-id/0042')).body
  assert.deepEqual([one.variants[0].gtin, two.variants[0].gtin], ['04006381333931', '4006381333931'])
})

test('rows with the same item_group_id are variants of one product, in any order', async () => {
  const { done, rows } = await send(`id,title,item_group_id,gtin,sku,brand
shirt-s,Shirt S,shirt,4006381333931,S-S,Acme
belt,Belt,,,B-1,Acme
shirt-m,Shirt M,shirt,,S-M,Acme
`)
  assert.deepEqual([done.imported, done.skipped, done.failed], [2, 1, 0])
  assert.deepEqual(rows[2], [4, 'skipped', 'variant'])
  const { body } = await shop.api.get('/products/by-platform-id/shirt')
  assert.deepEqual(
    body.variants.map((each: Record<string, unknown>) => [each.platformVariantId, each.sku, each.gtin, each.brand]),
    [
      ['shirt-s', 'S-S', '4006381333931', 'Acme'],
      ['shirt-m', 'S-M', null, 'Acme'],
    ],
  )
})

test('WooCommerce variations belong to their parent, which is named by id or SKU', async () => {
  const { done } = await send(`ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Parent,Brands
870,variable,POT,,Tea &amp; Pot,1,,Acme
871,"variation",POT-S,4006381333931,Tea &amp; Pot - S,1,id:870,
872,variation,POT-M,,Tea &amp; Pot - M,1,POT,
873,simple,LID,,Lid,1,,
`)
  assert.deepEqual([done.imported, done.skipped, done.failed], [2, 2, 0])
  const { body } = await shop.api.get('/products/by-platform-id/870')
  assert.equal(body.title, 'Tea & Pot')
  assert.deepEqual(
    body.variants.map((each: Record<string, unknown>) => [each.platformVariantId, each.sku, each.title, each.brand]),
    [
      ['871', 'POT-S', 'Tea & Pot - S', 'Acme'],
      ['872', 'POT-M', 'Tea & Pot - M', 'Acme'],
    ],
  )
})

test('only callers that may push products may import them', async () => {
  const push = await (await shop.as('MEMBER')).put('/products', [])
  const send = await (await shop.as('MEMBER')).call('POST', '/imports/products', file, { 'content-type': 'text/csv' })
  assert.deepEqual([send.status, send.body?.code], [push.status, push.body?.code])
})
