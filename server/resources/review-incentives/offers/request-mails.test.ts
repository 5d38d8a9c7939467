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
