import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { ShopFailure } from '#integrations/shops/shop.ts'
import { makeCategory, makeProduct, type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { provideService, type Shop } from '#test/service.ts'

const service = provideService()
let shop: Shop
let plain: PlainShop
beforeEach(async () => {
  plain?.restore()
  plain = startPlainShop()
  shop = await service.shop()
})

type Category = Record<string, unknown> & { id: string; platformCategoryId: string; name: string }

const inCategories = (id: string, ...categoryIds: string[]) => ({ ...makeProduct(id), categoryIds })
async function connect(): Promise<string> {
  const credentials = { apiKey: plain.goodKey }
  const answer = await shop.api.post('/connectors/shops', {
    platform: 'medusa',
    address: 'http://localhost:9000',
    credentials,
  })
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  return answer.body.id
}
async function readAgain(id: string) {
  assert.equal((await shop.api.post('/products/sync')).status, 202)
  await service.runJobs()
  return (await shop.api.get(`/connectors/shops/${id}`)).body.lastSync
}
async function categories(): Promise<Map<string, Category>> {
  const { data } = (await shop.api.get('/categories?limit=100')).body
  return new Map(data.map((each: Category) => [each.platformCategoryId, each]))
}
const productsIn = async (id: unknown) =>
  (await shop.api.get(`/products?categoryId=${id}`)).body.data
    .map((each: { platformProductId: string }) => each.platformProductId)
    .sort()
    .join()

test("a shop's categories are read by id, with their parents and products", async () => {
  plain.categories = [
    makeCategory('men-shoes', 'Shoes', 'men'),
    makeCategory('men', 'Men'),
    makeCategory('women-shoes', 'Shoes'),
    makeCategory('nameless', '  '),
  ]
  plain.products = [
    inCategories('a', 'men-shoes', 'men'),
    inCategories('b', 'women-shoes'),
    inCategories('c', 'unknown'),
  ]
  const id = await connect()
  const { counts } = (await shop.api.get(`/connectors/shops/${id}`)).body.lastSync
  assert.equal(counts.categories, 3)
  const known = await categories()
  assert.deepEqual([...known.keys()].sort(), ['men', 'men-shoes', 'women-shoes'])
  const [men, shoes, women] = ['men', 'men-shoes', 'women-shoes'].map((each) => known.get(each) ?? assert.fail(each))
  assert.deepEqual([shoes?.parentId, shoes?.source, shoes?.productCount], [men?.id, 'shop', 1])
  assert.deepEqual(
    [await productsIn(shoes?.id), await productsIn(women?.id), await productsIn(men?.id)],
    ['a', 'b', 'a'],
  )
  const { body } = await shop.api.get('/products/by-platform-id/a')
  assert.deepEqual(body.categories, ['Shoes', 'Men'])
  const refused = await shop.api.delete(`/categories/${men?.id}`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])

  const again = await readAgain(id)
  assert.equal(again.counts.categories, 3)
  assert.deepEqual(await categories(), known, 'reading the same again changes nothing')
})

test("the next sync applies renames, moves and deletions, and preserves the merchant's settings", async () => {
  plain.categories = [makeCategory('1', 'Mugs'), makeCategory('2', 'Cups', '1'), makeCategory('3', 'Gone')]
  plain.products = [inCategories('a', '1'), inCategories('b', '2'), inCategories('c', '3')]
  const id = await connect()
  const first = await categories()
  await shop.api.patch(`/categories/${first.get('2')?.id}`, { requestsExcluded: true })
  await shop.api.put('/categories', [{ platformCategoryId: 'mine', name: 'Mine', products: ['a'] }])
  plain.categories = [makeCategory('1', 'Großes Geschirr'), makeCategory('2', 'Cups')]
  plain.products = [inCategories('a', '2'), inCategories('b', '1', '2'), inCategories('c')]
  await readAgain(id)
  const now = await categories()
  assert.deepEqual([...now.keys()].sort(), ['1', '2', 'mine'])
  assert.equal(now.get('1')?.id, first.get('1')?.id)
  assert.equal(now.get('1')?.name, 'Großes Geschirr')
  assert.deepEqual([now.get('2')?.parentId, now.get('2')?.requestsExcluded], [null, true])
  assert.deepEqual([await productsIn(now.get('1')?.id), await productsIn(now.get('2')?.id)], ['b', 'a,b'])
  assert.equal(await productsIn(now.get('mine')?.id), 'a', 'what was pushed beside it stays')
})

test('a product that moves between two categories with the same name changes its category', async () => {
  plain.categories = [makeCategory('1', 'Shoes'), makeCategory('2', 'Shoes')]
  plain.products = [inCategories('a', '1')]
  const id = await connect()
  plain.products = [inCategories('a', '2')]
  const { counts } = await readAgain(id)
  assert.equal(counts.unchanged, 1)
  const known = await categories()
  assert.deepEqual([await productsIn(known.get('1')?.id), await productsIn(known.get('2')?.id)], ['', 'a'])
})

test('an incomplete sync deletes no category', async () => {
  const all = Array.from({ length: 120 }, (_, i) => makeCategory(`k${i}`, `K ${i}`))
  plain.categories = all
  plain.products = [makeProduct('a'), makeProduct('b')]
  const id = await connect()
  assert.equal((await shop.api.get('/categories?includeTotal=true')).body.pagination.total, 120)
  const left = async () => (await shop.api.get('/categories?includeTotal=true')).body.pagination.total

  plain.categories = all.slice(0, 110)
  plain.countedCategories = [120, 120, 120]
  assert.equal((await readAgain(id)).status, 'completed')
  assert.equal(await left(), 120, 'the shop counts more than it gave')
  plain.countedCategories = [111, 110, 110]
  await readAgain(id)
  assert.equal(await left(), 120, 'one was deleted while they were read')
  plain.categories = []
  plain.countedCategories = [null]
  await readAgain(id)
  assert.equal(await left(), 120, 'nothing, by a shop that counts nothing')
  plain.countedCategories = undefined
  plain.categories = all.slice(0, 110)
  plain.counted = 5
  assert.equal((await readAgain(id)).error.code, 'read_incomplete')
  assert.equal(await left(), 120, 'the catalogue was not whole')
  plain.counted = undefined
  const whole = await readAgain(id)
  assert.deepEqual([await left(), whole.counts.categories], [110, 110])
})

test('a sync that fails while it reads categories resumes, and counts all categories', async () => {
  plain.categories = Array.from({ length: 60 }, (_, i) => makeCategory(`k${i}`, `K ${i}`))
  plain.products = Array.from({ length: 120 }, (_, i) => inCategories(`p${i}`, `k${i % 60}`))
  const id = await connect()
  plain.categories = plain.categories.slice(1)
  assert.equal((await shop.api.post('/products/sync')).status, 202)
  plain.failures.push(new ShopFailure('shop_failed', 'It is down.'))
  await service.runJobs()
  assert.equal((await categories()).size, 60)
  service.advance(60_000)
  await service.runJobs()
  const { status, counts } = await readAgain(id)
  assert.deepEqual([status, counts.categories], ['completed', 59])
  assert.equal((await categories()).size, 59)
})

test('a shop that is connected later takes over categories known by name, with their settings', async () => {
  await shop.api.put('/products', [
    { platformProductId: 'a', title: 'A', categories: ['Mugs'] },
    { platformProductId: 'mine', title: 'Mine', categories: ['Mugs', 'Other'] },
  ])
  const named = (await categories()).get('Mugs') ?? assert.fail()
  await shop.api.patch(`/categories/${named.id}`, { requestsExcluded: true })
  plain.products = [inCategories('a', 'c1')]
  await connect()
  const known = await categories()
  const { id, source, requestsExcluded } = known.get('c1') ?? assert.fail()
  assert.deepEqual([id, source, requestsExcluded], [named.id, 'shop', true])
  assert.deepEqual([...known.keys()].sort(), ['Other', 'c1'])
  assert.equal(await productsIn(id), 'a,mine')
})
