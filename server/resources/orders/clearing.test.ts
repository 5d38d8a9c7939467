import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop } from '#test/service.ts'
import { lockBatch } from './store.ts'

const service = provideService()

const fill = (shop: Shop, orders: number) =>
  service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into orders (store_env_id, id, platform_order_id, placed_at, created_at, updated_at)
      select ${tx.storeEnvId}, gen_random_uuid(), 'many-' || i, ${tx.now}, ${tx.now}, ${tx.now} from generate_series(1, ${orders}::integer) i
      returning 1`),
  )

test('the query for the next batch is fast under any planner statistics', async () => {
  const [known, filled] = [await service.shop(), await service.shop()]
  await fill(known, 300)
  await service.query('alter table orders set (autovacuum_enabled = false)')
  await service.query('analyze orders')
  await fill(filled, 15_000)
  const found = await service.service.db.store(filled, 'write', async (tx) => {
    // A nested loop takes ten times as long as this timeout, and index lookups take a hundredth of it.
    await tx.run(sql`set local statement_timeout = 4000`)
    return lockBatch(tx, '00000000-0000-0000-0000-000000000000', 5_000)
  })
  assert.equal(new Set(found).size, 5_000)
})
