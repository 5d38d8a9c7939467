import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '#test/service.ts'
import { daysAgo, fate, listMails, openShop, order, push, startRequests } from './requests.testing.ts'

const { service, rewind } = await startRequests()
const soon = 10 * 60_000

test('products whose category is excluded at the due time get no review request', async () => {
  const shop = await openShop(service)
  // The title has several words, because a random token in the mail could contain a word of three letters.
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug of stoneware' }])
  await shop.api.put('/categories', [
    { platformCategoryId: 'kitchen', name: 'Kitchen', products: ['mug'] },
    { platformCategoryId: 'sale', name: 'Sale', products: ['mug'] },
    { platformCategoryId: 'below', name: 'Below', parentPlatformCategoryId: 'kitchen', products: ['tea'] },
  ])
  const { data } = (await shop.api.get('/categories')).body
  const exclude = async (platformCategoryId: string, requestsExcluded: boolean) => {
    const { id } = data.find((each: { platformCategoryId: string }) => each.platformCategoryId === platformCategoryId)
    assert.equal((await shop.api.patch(`/categories/${id}`, { requestsExcluded })).status, 200)
  }
  const tea = [{ platformProductId: 'tea' }]
  const both = [{ platformProductId: 'mug' }, ...tea]
  const later = { deliveredAt: daysAgo(4) }
  await push(shop, order('mug'), order('both', { lineItems: both }), order('tea', { lineItems: tea }))
  await push(shop, order('freed', later), order('sale', later))
  await exclude('kitchen', true)
  service.advance(soon)
  await service.tick()
  assert.equal(await fate(shop, 'mug'), 'skipped product_excluded')
  assert.equal(await fate(shop, 'both'), 'sent')
  assert.equal(await fate(shop, 'tea'), 'sent', 'a category below is one of its own')
  const mail = (await listMails(shop)).find(({ to }) => to.includes('both@'))
  assert.match(mail?.html ?? '', /Tea/)
  assert.doesNotMatch(mail?.html ?? '', /Mug of stoneware/)
  const [form] = (mail?.text ?? '').match(/\/f\/[\w-]+/) ?? []
  assert.ok(form)
  const page = await service.app.inject({ url: form })
  assert.match(page.body, /Tea/)
  assert.doesNotMatch(page.body, /Mug of stoneware/)

  assert.equal(await fate(shop, 'freed'), 'scheduled')
  await exclude('kitchen', false)
  await exclude('sale', true)
  await shop.api.put('/categories', [{ platformCategoryId: 'sale', name: 'Sale' }])
  service.advance(10 * day)
  await service.tick()
  assert.equal(await fate(shop, 'freed'), 'sent')
  const freed = (await listMails(shop)).find(({ to }) => to.includes('freed@'))
  assert.match(freed?.html ?? '', /Mug of stoneware/)
  assert.equal(await fate(shop, 'mug'), 'skipped product_excluded', 'what was decided stays')
  rewind()
})

test("another store's excluded category has no effect", async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  await other.api.put('/categories', [{ platformCategoryId: 'kitchen', name: 'Kitchen', products: ['mug'] }])
  const { data } = (await other.api.get('/categories')).body
  await other.api.patch(`/categories/${data[0].id}`, { requestsExcluded: true })
  await push(shop, order('ours'))
  await push(other, order('theirs'))
  service.advance(soon)
  await service.tick()
  assert.deepEqual([await fate(shop, 'ours'), await fate(other, 'theirs')], ['sent', 'skipped product_excluded'])
  rewind()
})
