import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, provideService } from '#test/service.ts'
import { galleryWithForm } from './leads/leads.testing.ts'

const service = provideService()

async function makeReaders(role: string) {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const made = await owner.post('/api-keys', { name: role, role })
  assert.equal(made.status, 201, made.text)
  const headers = { 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${made.body.key}` }
  const feed = await owner.post('/products/review-feed')
  assert.equal(feed.status, 201, feed.text)
  const id = await galleryWithForm(shop)
  const set = await owner.patch(`/galleries/${id}`, { leadForm: { notificationEmail: 'team@shop.example' } })
  assert.equal(set.body.leadForm.notificationEmail, 'team@shop.example')
  return { shop, owner, id, url: feed.body.url, api: service.with(headers) }
}

const seen = async (api: Api, id: string) => {
  const feed = await api.get('/products/review-feed')
  const gallery = await api.get(`/galleries/${id}`)
  const list = await api.get('/galleries')
  assert.equal(feed.body.enabled, true, feed.text)
  return [feed.body.url, gallery.body.leadForm.notificationEmail, list.body.data[0].leadForm.notificationEmail]
}

test("a Viewer reads neither the feed's address nor the recipients of leads", async () => {
  const { shop, owner, id, url, api } = await makeReaders('VIEWER')
  assert.deepEqual(await seen(api, id), [null, null, null])
  assert.deepEqual(await seen(owner, id), [url, 'team@shop.example', 'team@shop.example'])
  assert.deepEqual(await seen(shop.api, id), [url, 'team@shop.example', 'team@shop.example'])
})

test("a member can read the feed's address and the recipients of leads", async () => {
  const { id, url, api } = await makeReaders('MEMBER')
  assert.deepEqual(await seen(api, id), [url, 'team@shop.example', 'team@shop.example'])
})
