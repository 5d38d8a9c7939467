import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { auditLines } from '../reviews.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('Settings of reviews')
})

const path = '/reviews/settings'
const defaults = { asked: false, question: null, askAgainDays: 180 }

test('a new store does not ask about the shop', async () => {
  assert.deepEqual((await shop.api.get(path)).body.shop, defaults)
})

test('a call can change some settings, and omitted ones keep their values', async () => {
  const question = 'How was shopping with us?'
  const first = await shop.api.put(path, { shop: { asked: true, question: `  ${question}\n` } })
  assert.deepEqual([first.status, first.body.shop], [200, { ...defaults, asked: true, question }])
  const second = await shop.api.put(path, { shop: { askAgainDays: 30 } })
  assert.deepEqual(second.body.shop, { asked: true, question, askAgainDays: 30 })
  assert.deepEqual((await shop.api.put(path, {})).body, second.body)
  assert.deepEqual((await shop.api.get(path)).body, second.body)
  assert.equal((await shop.api.put(path, { shop: { question: null } })).body.shop.question, null)
})

test('the audit log lists changed settings with new values; without a change it gets no entry', async () => {
  const store = await service.shop('Audited')
  const changes = async () =>
    (await auditLines(service, store))
      .filter(({ action }) => action === 'reviews.settings_updated')
      .map(({ details }) => details)
  for (const same of [{}, { receipts: true }, { translate: [] }, { shop: { asked: false, askAgainDays: 180 } }])
    assert.equal((await store.api.put(path, same)).status, 200)
  assert.deepEqual(await changes(), [])
  await store.api.put(path, { buyersOnly: true, receipts: true, shop: { asked: true, askAgainDays: 180 } })
  await store.api.put(path, { translate: ['de', 'fr'] })
  await store.api.put(path, { translate: ['de', 'fr'], buyersOnly: true })
  assert.deepEqual(await changes(), [{ buyersOnly: true, shop: { asked: true } }, { translate: ['de', 'fr'] }])
})

test('concurrent changes of different settings are all stored', async () => {
  const store = await service.shop('Two people')
  await Promise.all([
    store.api.put(path, { shop: { asked: true } }),
    store.api.put(path, { shop: { askAgainDays: 7 } }),
    store.api.put(path, { shop: { question: 'Was it nice?' } }),
  ])
  assert.deepEqual((await store.api.get(path)).body.shop, { asked: true, question: 'Was it nice?', askAgainDays: 7 })
  assert.deepEqual((await (await service.shop('Another')).api.get(path)).body.shop, defaults)
})

const initial = { askRelationship: false, buyersOnly: false, digest: false, receipts: true, translate: [] }

test('receipts are on and reviews are open to all, until an admin changes these settings', async () => {
  const store = await service.shop('Switches')
  const { shop: _, ...switches } = (await store.api.get(path)).body
  assert.deepEqual(switches, initial)
  await Promise.all([store.api.put(path, { buyersOnly: true }), store.api.put(path, { receipts: false })])
  const { shop: about, ...changed } = (await store.api.get(path)).body
  assert.deepEqual([changed, about], [{ ...initial, buyersOnly: true, receipts: false }, defaults])
  for (const bad of [{ buyersOnly: 'yes please' }, { receipts: null }])
    assert.equal((await store.api.put(path, bad)).status, 400)
})

test('settings outside their bounds are refused', async () => {
  for (const bad of [
    { askAgainDays: 0 },
    { askAgainDays: 731 },
    { askAgainDays: null },
    { question: ' ' },
    { question: 'x'.repeat(201) },
    { asked: 'perhaps' },
  ]) {
    const { status, body } = await shop.api.put(path, { shop: bad })
    assert.deepEqual([status, body.code], [400, 'validation_failed'], JSON.stringify(bad))
  }
})
