import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { ask, hiddenIn, order, postForm, words } from './form.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z') }, async () => {
  shop = await service.shop('Larkmoor')
})

const hour = 3_600_000
const readDays = async (visitor: Shop) =>
  (await visitor.storefront.get('/storefront/review-form?platformProductId=mug')).body.usualDays

test('the usual decision time includes waiting reviews, each with its age so far', async () => {
  assert.equal(await readDays(shop), null)
  const ids: string[] = []
  for (let i = 0; i < 10; i++) {
    const { token, orderId, products } = await order(service, shop)
    const { text } = await ask(service, 'GET', `/f/${token}`)
    assert.match(text, /"after":\[\]/)
    service.advance(4_000)
    const startedAt = hiddenIn(text, 'startedAt')
    const sent = await postForm(service, `/f/${token}`, { productId: products[0] ?? '', startedAt, ...words })
    assert.equal(sent.status, 303)
    ids.push((await shop.api.get(`/reviews?orderId=${orderId}`)).body.data[0].id)
  }
  service.advance(30 * hour)
  for (const id of ids.slice(0, 6)) await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  service.advance(20 * 24 * hour)
  assert.equal(await readDays(shop), 2)
  const { token } = await order(service, shop)
  assert.match(
    (await ask(service, 'GET', `/f/${token}`)).text,
    /"after":\["The shop usually decides within 2 days\."\]/,
  )
  assert.equal(await readDays(await service.shop('Other shop')), null)
})
