import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { recordFormOpened } from '../commands.ts'
import { daysAgo, findOrder, listMails, openShop, order, push, start, tokenIn } from '../requests.testing.ts'
import { createFormLink, findFormLink, readFormOrder } from './commands.ts'

const service = provideService({ now: start })

const find = (token: string) => findFormLink(service.service.db, token, service.service.clock.now())
const inShop = <T>(shop: Shop, work: Parameters<typeof service.service.db.store<T>>[2]) =>
  service.service.db.store(shop, 'write', work)
const open = (shop: Shop, orderId: string, rating?: number) =>
  inShop(shop, (tx) => recordFormOpened(tx, { orderId, rating }))
const createOrderForm = async (shop: Shop, orderId: string) =>
  (await inShop(shop, (tx) => createFormLink(tx, service.service.services.secrets, orderId))) ?? ''

test("the mail's link opens the form of its order, and a guessed link opens nothing", async () => {
  const shop = await openShop(service)
  await push(shop, order('1', { locale: 'de' }))
  service.advance(day / 100)
  await service.tick()
  const token = tokenIn((await listMails(shop))[0])
  const { id } = await findOrder(shop, '1')
  const link = await find(token)
  assert.deepEqual([link?.storeEnvId, link?.organizationId, link?.orderId], [shop.storeEnvId, shop.organizationId, id])
  assert.deepEqual([link?.status, link?.origins], ['active', ['https://shop.example.com']])
  for (const wrong of [
    '',
    'x',
    `${token}x`,
    token.slice(1),
    (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
    token.replace(/[a-z]/i, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase())),
    `${token}\u0000`,
  ])
    assert.equal(await find(wrong), undefined, wrong)
  const rows = await inShop(shop, (tx) => tx.all<{ text: string }>(sql`select f::text as text from form_links f`))
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(token)), 'the token itself is kept nowhere')
})

test('a link works for 180 days, and 180 more after a reminder', async () => {
  const shop = await openShop(service)
  await push(shop, order('1', { placedAt: daysAgo(1), deliveredAt: null }))
  const { id } = await findOrder(shop, '1')
  const token = await createOrderForm(shop, id)
  service.advance(179 * day)
  assert.equal((await find(token))?.orderId, id)
  service.advance(day)
  assert.equal(await find(token), undefined)
  assert.equal(await createOrderForm(shop, id), token)
  assert.equal((await find(token))?.orderId, id)
  service.advance(-180 * day)
})

test('the form shows each product of the order once, except excluded products', async () => {
  const shop = await openShop(service)
  const lines = ['tea', 'mug', 'mug', 'nowhere'].map((platformProductId) => ({ platformProductId }))
  await push(shop, order('1', { lineItems: lines, locale: 'de', orderNumber: null }))
  const stored = await findOrder(shop, '1')
  const read = () => inShop(shop, (tx) => readFormOrder(tx, stored.id))
  const titles = (await read())?.products.map(({ title, reviewed }) => [title, reviewed])
  assert.deepEqual(titles, [
    ['Tea', false],
    ['Mug', false],
  ])
  const { body: mug } = await shop.api.get('/products/by-platform-id/mug')
  const review = { productId: mug.id, orderId: stored.id, rating: 5, body: 'x', authorName: 'J' }
  await shop.api.post('/reviews', { ...review, authorEmail: 'someone@customer.example' })
  assert.deepEqual(
    (await read())?.products.map(({ reviewed }) => reviewed),
    [false, true],
  )
  const { body: tea } = await shop.api.get('/products/by-platform-id/tea')
  await shop.api.patch(`/products/${tea.id}`, { requestsExcluded: true })
  assert.deepEqual(
    (await read())?.products.map(({ title }) => title),
    ['Mug'],
  )
  assert.deepEqual((await read())?.locale, 'de')
  assert.equal(await inShop(await openShop(service), (tx) => readFormOrder(tx, stored.id)), undefined)
  assert.equal(await inShop(shop, (tx) => readFormOrder(tx, newId())), undefined)
})

test('form openings are counted, the first is published, and the last star before a review counts', async () => {
  const shop = await openShop(service)
  await push(shop, order('1'))
  await shop.api.post('/outbound-webhooks', { url: 'https://127.0.0.1:9/hook' })
  const { id, lineItems } = await findOrder(shop, '1')
  const state = async () => {
    const { reviewFormFirstViewedAt, reviewFormViewCount, clickedRating } = await findOrder(shop, '1')
    return [reviewFormFirstViewedAt !== null, reviewFormViewCount, clickedRating]
  }
  assert.deepEqual(await state(), [false, 0, null])
  await open(shop, id)
  const first = (await findOrder(shop, '1')).reviewFormFirstViewedAt
  await open(shop, id, 2)
  await open(shop, id, 4)
  await open(shop, id)
  assert.deepEqual(await state(), [true, 4, 4])
  const review = { productId: lineItems[0].productId, orderId: id, rating: 5, body: 'x', authorName: 'J' }
  await shop.api.post('/reviews', { ...review, authorEmail: 'j@customer.example' })
  await open(shop, id, 1)
  assert.deepEqual(await state(), [true, 5, 4])
  assert.equal((await findOrder(shop, '1')).reviewFormFirstViewedAt, first)
  const found = await inShop(shop, (tx) =>
    tx.all<{ data: string }>(
      sql`select data from events where store_env_id = ${shop.storeEnvId} and event = 'review_form.opened'`,
    ),
  )
  assert.deepEqual(
    found
      .map(({ data }) => JSON.parse(data))
      .map(({ orderId, openedAt, clickedRating }) => [orderId, openedAt, clickedRating]),
    [[id, first, null]],
  )
})

test('twenty concurrent form openings count as twenty', async () => {
  const shop = await openShop(service)
  await push(shop, order('1'))
  const { id } = await findOrder(shop, '1')
  await Promise.all(Array.from({ length: 20 }, () => open(shop, id)))
  assert.equal((await findOrder(shop, '1')).reviewFormViewCount, 20)
})

test('form openings before 10 October 2026 are not recorded', async () => {
  const shop = await openShop(service)
  await push(shop, order('1'))
  const { id } = await findOrder(shop, '1')
  service.advance(Date.parse('2026-10-09T23:59:00Z') - service.service.clock.nowMs())
  await open(shop, id, 5)
  const before = await findOrder(shop, '1')
  assert.deepEqual([before.reviewFormViewCount, before.clickedRating, before.reviewFormFirstViewedAt], [0, null, null])
  service.advance(2 * 60_000)
  await open(shop, id, 5)
  assert.equal((await findOrder(shop, '1')).reviewFormViewCount, 1)
  service.advance(start.getTime() - service.service.clock.nowMs())
})

test("an id does not open the form of another store's order", async () => {
  const [ours, theirs] = [await openShop(service), await openShop(service)]
  await push(theirs, order('1'))
  const { id } = await findOrder(theirs, '1')
  await open(ours, id, 1)
  assert.equal((await findOrder(theirs, '1')).reviewFormViewCount, 0)
  assert.equal(await createOrderForm(ours, id), '')
})
