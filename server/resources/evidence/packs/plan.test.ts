import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startService } from '#test/service.ts'

test('packs need the plan Scale, and a lapsed store still reads packs and ledger', async () => {
  const service = await startService({ env: { BILLING: 'manual' } })
  const client = new Client(service.databaseUrl)
  await client.connect()
  try {
    const shop = await service.shop('Small')
    const set = (plan: string, status: string, ends: string) =>
      client.query(
        `update subscriptions set plan = $1, status = $2, trial_ends_at = null, current_period_ends_at = now() + $3::interval where store_env_id = $4`,
        [plan, status, ends, shop.storeEnvId],
      )
    await set('scale', 'active', '20 days')
    const { id } = (await shop.api.post('/evidence/packs', {})).body
    await service.runJobs()
    const reads = async () => [
      (await shop.api.get('/evidence/packs')).status,
      (await shop.api.get(`/evidence/packs/${id}`)).status,
      (await shop.api.get('/evidence/entries')).status,
      (await shop.api.get('/evidence/heads')).status,
      (await service.app.inject(`/evidence/${shop.storeEnvId}`)).statusCode,
    ]
    const refused = async () => {
      const { status, body } = await shop.api.post('/evidence/packs', {})
      return [status, body.code]
    }
    await set('growth', 'active', '20 days')
    assert.deepEqual(await refused(), [403, 'plan_required'])
    assert.deepEqual(await reads(), [403, 403, 200, 200, 200])
    await set('scale', 'cancelled', '-20 days')
    assert.deepEqual(await reads(), [200, 200, 200, 200, 200])
    assert.deepEqual(await refused(), [403, 'subscription_expired'])
    await set('growth', 'cancelled', '-20 days')
    assert.deepEqual(await reads(), [403, 403, 200, 200, 200])
  } finally {
    await client.end()
    await service.close()
  }
})
