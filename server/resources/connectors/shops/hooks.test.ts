import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSender } from '#resources/webhooks/webhooks.testing.ts'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { day, provideService, type Shop } from '#test/service.ts'

const open: FakeWooCommerce[] = []
const service = provideService()
after(async () => {
  for (const each of open) await each.close()
})

async function connected(prepare: (fake: FakeWooCommerce) => void = () => {}) {
  const fake = await startWooCommerce()
  open.push(fake)
  prepare(fake)
  const shop = await service.shop()
  const credentials = { consumerKey: fake.consumerKey, consumerSecret: fake.consumerSecret }
  const body = { platform: 'woocommerce', address: fake.address, credentials, backfillDays: 0 }
  const answer = await shop.api.post('/connectors/shops', body)
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  return { fake, shop, body, id: answer.body.id as string, created: answer }
}
const missing = async (shop: Shop, id: string) => (await shop.api.get(`/connectors/shops/${id}`)).body.webhooks.missing
const awake = ({ webhooks }: FakeWooCommerce) => webhooks.filter(({ status }) => status === 'active').length

test("webhooks of a connected shop have the connection's address and an accepted secret", async () => {
  const { fake, shop, id } = await connected()
  assert.equal(awake(fake), 8)
  assert.deepEqual(await missing(shop, id), [])
  for (const hook of fake.webhooks) assert.ok(String(hook.delivery_url).endsWith(`/api/v1/webhooks/woocommerce/${id}`))
  const send = createSender(service, shop, 'woocommerce', id)
  const taken = await send({ id: 5 }, { topic: 'product.updated', secret: String(fake.webhooks[0]?.secret) })
  assert.equal(taken.status, 200, taken.text)
})

test('repair and the nightly job restore webhooks that the platform disabled or lost', async () => {
  const { fake, shop, id } = await connected()
  const spoil = () => {
    for (const hook of fake.webhooks.slice(0, 3)) hook.status = 'disabled'
    fake.webhooks.splice(6)
  }
  spoil()
  assert.equal((await shop.api.post(`/connectors/shops/${id}/repair`)).status, 200)
  await service.runJobs()
  assert.equal(awake(fake), 8)
  spoil()
  service.advance(day + 3_600_000)
  await service.tick()
  assert.equal(awake(fake), 8)
  assert.deepEqual(await missing(shop, id), [])
})

test('a read-only key is accepted with a warning that names the missing permissions', async () => {
  const { fake, shop, id, body } = await connected((each) => {
    each.scope = 'read'
  })
  const tried = await shop.api.post(`/connectors/shops/${id}/test`)
  const check = tried.body.checks.find(({ name }: { name: string }) => name === 'webhooks')
  assert.deepEqual([tried.body.ok, check.ok], [false, false])
  const row = (await shop.api.get(`/connectors/shops/${id}`)).body
  assert.deepEqual([row.status, row.missingScopes, row.webhooks.missing.length], ['active', ['read_write'], 8])
  assert.equal(row.lastSync.status, 'completed')
  assert.equal(fake.webhooks.length, 0, 'asking makes none')
  fake.scope = 'read_write'
  await shop.api.patch(`/connectors/shops/${id}`, { credentials: body.credentials })
  await service.runJobs()
  assert.deepEqual([await missing(shop, id), awake(fake)], [[], 8])
})

test('disconnecting removes all webhooks, and reconnecting creates them with a new secret', async () => {
  const { fake, shop, id, body } = await connected()
  await shop.api.delete(`/connectors/shops/${id}`)
  assert.equal(fake.webhooks.length, 0)
  const again = await shop.api.post('/connectors/shops', body)
  await service.runJobs()
  assert.equal(again.body.id, id)
  const send = createSender(service, shop, 'woocommerce', id)
  const sent = { topic: 'product.updated', secret: String(fake.webhooks[0]?.secret) }
  assert.equal((await send({ id: 5 }, sent)).status, 200)
})
