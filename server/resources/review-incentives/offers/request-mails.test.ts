import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { openShop, order, push, start } from '#resources/review-requests/requests.testing.ts'
import { ask } from '#resources/storefront/form/form.testing.ts'
import { provideService } from '#test/service.ts'
import { offered } from '../review-incentives.testing.ts'

const service = provideService({ now: start })

test('the form honours the offer in its mail even after the incentive ended', async () => {
  const shop = await openShop(service)
  const { id } = await offered(shop.api, { code: 'THANKS', text: 'A mug of tea for your review' })
  await push(shop, order('promised'))
  service.advance(3 * 60_000)
  await service.tick()
  await service.runJobs()
  const mail = await service.service.db.store(shop, 'read', (tx) =>
    tx.first<{ text_body: string; html_body: string }>(sql`
      select text_body, html_body from mailbox where store_env_id = ${shop.storeEnvId} limit 1`),
  )
  for (const body of [mail?.text_body, mail?.html_body]) assert.match(body ?? '', /A mug of tea for your review/)
  await shop.api.patch(`/review-incentives/${id}`, { status: 'ended' })
  const [, token = ''] = /\/f\/([\w-]{22})/.exec(mail?.text_body ?? '') ?? []
  assert.match((await ask(service, 'GET', `/f/${token}`)).text, /A mug of tea for your review/)
})

test('a preview and a test mail promise the rewards that the store gives now, and no others', async () => {
  const shop = await openShop(service)
  const preview = async (name = 'review_request') =>
    String((await shop.api.post(`/email/templates/${name}/preview`)).body.text)
  assert.doesNotMatch(await preview(), /10% off/)
  const { id } = await offered(shop.api, { code: 'THANKS', text: 'A mug of tea for your review' })
  for (const name of ['review_request', 'review_reminder'])
    assert.equal((await preview(name)).split('A mug of tea for your review').length, 2, `${name} promises it once`)
  assert.equal((await shop.api.post('/email/templates/review_request/test', { to: shop.ownerEmail })).status, 202)
  await service.runJobs()
  const mail = await service.service.db.store(shop, 'read', (tx) =>
    tx.first<{ text_body: string }>(sql`
      select text_body from mailbox where store_env_id = ${shop.storeEnvId} order by id desc limit 1`),
  )
  assert.match(mail?.text_body ?? '', /A mug of tea for your review/)
  await shop.api.patch(`/review-incentives/${id}`, { status: 'ended' })
  assert.doesNotMatch(await preview(), /A mug of tea|10% off/)
})

test('a preview names the reward of each product if rewards differ', async () => {
  const shop = await openShop(service)
  const { body: mug } = await shop.api.get('/products/by-platform-id/mug')
  const text = 'A saucer for your review'
  await offered(shop.api, { code: 'SAUCER', text, productIds: [mug.id] })
  const { body } = await shop.api.post('/email/templates/review_request/preview')
  assert.match(body.text, new RegExp(`Mug.*${text}.*Tea`, 's'))
  assert.equal(body.text.split(text).length, 2)
})
