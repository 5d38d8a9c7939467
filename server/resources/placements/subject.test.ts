import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'
import { content, placed, shownOn } from './placements.testing.ts'
import { widgets, widgetsOfShop } from './schema.ts'

const service = provideService()

test('a response has `subject` only for a placement that shows reviews of the shop', async () => {
  const shop = await service.shop()
  const { id, settings } = await placed(shop.api, { settings: { subject: 'shop', limit: 3 } })
  assert.deepEqual(settings, { galleryId: null, heading: null, limit: 3, subject: 'shop' })
  await placed(shop.api, { selector: 'footer', settings: { subject: 'product' } })
  const shown = await shownOn(shop, 'pageType=product')
  const bySelector = Object.fromEntries(shown.map((each) => [each.selector, each.settings]))
  assert.deepEqual(bySelector, {
    '#product': { galleryId: null, heading: null, limit: 3, subject: 'shop' },
    footer: { galleryId: null, heading: null, limit: null },
  })
  const later = await shop.api.patch(`/placements/${id}`, { settings: { heading: 'Our shop' } })
  assert.equal(later.body.settings.subject, 'shop', 'an omitted subject stays')
  const back = await shop.api.patch(`/placements/${id}`, { settings: { subject: 'product' } })
  assert.deepEqual(back.body.settings, { galleryId: null, heading: 'Our shop', limit: 3 })
})

test('only widgets that can show reviews of the shop accept the subject `shop`', async () => {
  const shop = await service.shop()
  for (const widget of widgets) {
    const { status, body } = await shop.api.post('/placements', { ...content, widget, settings: { subject: 'shop' } })
    assert.equal(status, widgetsOfShop.includes(widget) ? 201 : 400, widget)
    if (status === 400) assert.equal(body.details[0].path, '/settings/subject')
  }
  const { id } = await placed(shop.api, { settings: { subject: 'shop' } })
  const { status, body } = await shop.api.patch(`/placements/${id}`, { widget: 'faq' })
  assert.deepEqual([status, body.details[0].path], [400, '/settings/subject'])
  assert.equal((await shop.api.patch(`/placements/${id}`, { settings: { subject: 'all' } })).status, 400)
})
