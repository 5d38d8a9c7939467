import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Client } from 'pg'
import { auditAs } from '#platform/audit/audit.ts'
import { sql } from '#platform/db/query.ts'
import { type Api, day, provideService, startService } from '#test/service.ts'
import { noticesAt } from './clock/rules.ts'
import { readSubscription } from './commands.ts'
import { markPaid } from './manual/operator.ts'

const service = provideService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })

const origins = ['https://second.example.com']
const inStore = (storeEnvId: string) => ({ 'x-store-env-id': storeEnvId })
const loadSubscription = async (owner: Api, storeEnvId: string) =>
  (await owner.get('/billing/subscription', inStore(storeEnvId))).body
const open = async (owner: Api, name = 'Second') => {
  const { status, body } = await owner.post('/account/stores', { name, origins })
  assert.equal(status, 201)
  return body
}

test("a later store's trial ends at the same instant as the first store's trial", async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  service.advance(5 * day)
  const second = await open(owner)
  assert.deepEqual(second.subscription, { plan: 'growth', status: 'trialing' })
  const [ofFirst, ofSecond] = [await loadSubscription(owner, shop.storeEnvId), await loadSubscription(owner, second.id)]
  assert.deepEqual([ofSecond.status, ofSecond.lapsed], ['trialing', false])
  assert.equal(ofSecond.trialEndsAt, ofFirst.trialEndsAt)
  service.advance(2 * day)
  for (const id of [shop.storeEnvId, second.id])
    assert.deepEqual((await loadSubscription(owner, id)).status, 'expired', id)
})

test('a store that was opened after the trial has no trial, and works after payment', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  service.advance(7 * day)
  const second = await open(owner)
  assert.equal(second.subscription.status, 'expired')
  const { status, lapsed, trialEndsAt } = await loadSubscription(owner, second.id)
  assert.deepEqual([status, lapsed, trialEndsAt], ['expired', true, null])
  const products = [{ platformProductId: 'mug', title: 'Mug' }]
  const refused = await owner.put('/products', products, inStore(second.id))
  assert.deepEqual([refused.status, refused.body.code], [403, 'subscription_expired'])
  const page = await service.with({ ...inStore(second.id), origin: origins[0] ?? '' }).get('/storefront/config')
  assert.deepEqual([page.status, page.body.code], [403, 'subscription_expired'])
  assert.equal((await owner.get('/reviews', inStore(second.id))).status, 200)
  const { body } = await owner.post('/billing/checkout', { plan: 'starter' }, inStore(second.id))
  await markPaid({ db: service.service.db, audit: auditAs({ type: 'operator' }) }, body.invoice.number)
  assert.equal((await loadSubscription(owner, second.id)).status, 'active')
  assert.equal((await owner.put('/products', products, inStore(second.id))).status, 200)
  assert.equal((await loadSubscription(owner, shop.storeEnvId)).status, 'expired', 'each store pays for itself')
})

test('deleting every store does not give another trial', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { trialEndsAt } = await loadSubscription(owner, shop.storeEnvId)
  service.advance(day)
  await service.service.db.system('write', (tx) =>
    tx.run(sql`delete from stores where organization_id = ${shop.organizationId}`),
  )
  const during = await open(owner)
  assert.equal((await loadSubscription(owner, during.id)).trialEndsAt, trialEndsAt)
  service.advance(7 * day)
  await service.service.db.system('write', (tx) =>
    tx.run(sql`delete from stores where organization_id = ${shop.organizationId}`),
  )
  assert.equal((await open(owner)).subscription.status, 'expired')
})

test('a store opened after the trial causes no notice, and the first store causes one', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  service.advance(8 * day)
  const second = await open(owner)
  const { organizationId } = shop
  const kinds = (storeEnvId: string) =>
    service.service.db.store({ storeEnvId, organizationId }, 'read', async (tx) =>
      noticesAt(await readSubscription(tx), tx.now).map(({ kind }) => kind),
    )
  assert.deepEqual([await kinds(shop.storeEnvId), await kinds(second.id)], [['expired'], []])
})

test("the migration takes the organization's trial from its first store", async () => {
  const older = await startService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })
  const client = new Client({ connectionString: older.databaseUrl })
  await client.connect()
  try {
    const shop = await older.shop()
    const owner = await shop.signedIn()
    const { trialEndsAt } = await loadSubscription(owner, shop.storeEnvId)
    const second = await open(owner)
    await client.query(
      `update subscriptions set trial_ends_at = trial_ends_at + interval '30 days' where store_env_id = $1`,
      [second.id],
    )
    await client.query('drop table organization_trials')
    await client.query(readFileSync(new URL('../../../migrations/0460_one_trial.sql', import.meta.url), 'utf8'))
    const third = await open(owner, 'Third')
    assert.equal((await loadSubscription(owner, third.id)).trialEndsAt, trialEndsAt)
    assert.notEqual((await loadSubscription(owner, second.id)).trialEndsAt, trialEndsAt, 'it keeps its own trial')
  } finally {
    await client.end()
    await older.close()
  }
})

test('where billing is off, a store that was opened at any time has every feature', async () => {
  const free = await startService({ now: new Date('2026-11-21T09:00:00Z') })
  try {
    const shop = await free.shop()
    const owner = await shop.signedIn()
    free.advance(400 * day)
    const second = await open(owner)
    assert.deepEqual(second.subscription, { plan: 'scale', status: 'active' })
    const { status, lapsed, trialEndsAt } = await loadSubscription(owner, second.id)
    assert.deepEqual([status, lapsed, trialEndsAt], ['active', false, null])
    assert.equal((await owner.put('/products', [{ platformProductId: 'mug' }], inStore(second.id))).status, 200)
  } finally {
    await free.close()
  }
})
