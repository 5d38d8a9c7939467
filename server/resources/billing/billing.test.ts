import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, provideService } from '#test/service.ts'

const service = provideService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })

test('every role reads the plans, the subscription and the features', async () => {
  const from = service.service.clock.nowMs()
  const shop = await service.shop()
  const until = service.service.clock.nowMs()
  for (const role of ['VIEWER', 'MEMBER', 'ADMIN'] as const) {
    const api = await shop.as(role)
    assert.equal((await api.get('/billing/plans')).body.data.length, 3)
    assert.equal((await api.get('/features')).status, 200)
    const { body } = await api.get('/billing/subscription')
    assert.deepEqual([body.plan, body.status, body.lapsed], ['growth', 'trialing', false])
    const beganMs = Date.parse(body.trialEndsAt) - 7 * day
    assert.ok(from <= beganMs && beganMs <= until, body.trialEndsAt)
  }
})

test('after the trial the store stays readable, and responses say that it lapsed', async () => {
  const shop = await service.shop()
  service.advance(7 * day)
  const { body } = await shop.api.get('/features')
  assert.deepEqual(
    [body.status, body.lapsed, body.features.some((each: { enabled: boolean }) => each.enabled)],
    ['expired', true, false],
  )
  const stores = await shop.api.get('/account/stores')
  assert.equal(stores.body.data[0].subscription.status, 'expired')
})
