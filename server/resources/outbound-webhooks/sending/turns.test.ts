import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaseUntil } from '#platform/jobs/resumable.ts'
import { newId } from '#platform/values/ids.ts'
import { provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { addProduct, addReview, ok, register, startReceiver } from '../webhooks.testing.ts'
import { startSender } from './sender.ts'
import { lease } from './store.ts'

const service = provideService({ now: new Date('2026-11-21T10:00:00.000Z') })

test('hanging endpoints delay no delivery of another organization', async () => {
  const [busy, other] = [await service.shop(), await service.shop()]
  const [hanging, good] = [await startReceiver(() => {}), await startReceiver()]
  for (const shop of [busy, other]) await addProduct(shop)
  for (let endpoint = 0; endpoint < 12; endpoint++) await register(busy, hanging.url)
  await register(other, good.url)
  const sender = startSender(service.service, { timeoutMs: 300_000, endpointsAtOnce: 8 })
  try {
    await addReview(busy)
    await service.runJobs()
    await until(() => hanging.received.length >= 2, 'the first deliveries of the busy organization')
    await addReview(other)
    await service.runJobs()
    await until(() => good.received.length > 0, 'the delivery of the other organization')
    assert.ok(hanging.received.length <= 8)
  } finally {
    hanging.answers(ok)
    await sender.stop()
    for (const receiver of [hanging, good]) await receiver.close()
  }
})

/** Adds queues that have been due for `age` minutes. The sender leases the longest waiting first. */
const addQueues = (shop: Shop, storeEnvId: string, count: number, age: number) =>
  service.query(
    `insert into webhook_lanes (store_env_id, endpoint_id, organization_id, due_at)
       select $1, gen_random_uuid(), $2, $3::timestamptz - $4 * interval '1 minute' + n * interval '1 millisecond'
         from generate_series(1, $5) n`,
    [storeEnvId, shop.organizationId, service.service.clock.now(), age, count],
  )

const leased = async (limit: number, places: { ofOrganization: number; held?: Map<string, number> }) => {
  const rows = await service.service.db.system('write', (tx) =>
    lease(tx, newId(), leaseUntil(tx.now), { limit, held: new Map(), ...places }),
  )
  return rows.map(({ organization_id, store_env_id }) => ({ organization: organization_id, store: store_env_id }))
}
const countRowsBy = (rows: { organization: string; store: string }[], by: 'organization' | 'store') =>
  Object.fromEntries([...Map.groupBy(rows, (row) => row[by])].map(([id, of]) => [id, of.length]).sort())

test('leases alternate between organizations, and within an organization between its stores', async () => {
  await service.query('delete from webhook_lanes')
  const [many, few, one] = [await service.shop(), await service.shop(), await service.shop()]
  const owner = await many.signedIn()
  const second = (await owner.post('/account/stores', { name: 'Second', origins: [] })).body.id
  await addQueues(many, many.storeEnvId, 50, 30)
  await addQueues(many, second, 50, 20)
  await addQueues(few, few.storeEnvId, 3, 10)
  await addQueues(one, one.storeEnvId, 1, 1)
  const first = await leased(8, { ofOrganization: 100 })
  const expected = { [many.organizationId]: 4, [few.organizationId]: 3, [one.organizationId]: 1 }
  assert.deepEqual(countRowsBy(first, 'organization'), Object.fromEntries(Object.entries(expected).sort()))
  const ofMany = countRowsBy(
    first.filter(({ organization }) => organization === many.organizationId),
    'store',
  )
  assert.deepEqual(Object.values(ofMany), [2, 2])
})

test('an organization gets leases up to its share, including leases that it already has', async () => {
  await service.query('delete from webhook_lanes')
  const [many, other] = [await service.shop(), await service.shop()]
  await addQueues(many, many.storeEnvId, 50, 30)
  await addQueues(other, other.storeEnvId, 2, 1)
  const held = new Map([[many.organizationId, 6]])
  assert.deepEqual(
    countRowsBy(await leased(20, { ofOrganization: 10, held }), 'organization'),
    Object.fromEntries(
      [
        [many.organizationId, 4],
        [other.organizationId, 2],
      ].sort(),
    ),
  )
  assert.equal((await leased(20, { ofOrganization: 6, held })).length, 0)
})

test('three concurrent senders share the due queues, and lease none twice', async () => {
  await service.query('delete from webhook_lanes')
  const shops = await Promise.all([1, 2, 3].map(() => service.shop()))
  for (const shop of shops) await addQueues(shop, shop.storeEnvId, 20, 5)
  const all: unknown[] = []
  for (let round = 0; round < 10; round++)
    all.push(...(await Promise.all([1, 2, 3].map(() => leased(9, { ofOrganization: 30 })))).flat())
  assert.equal(all.length, 60)
})
