import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService } from '#test/service.ts'
import { sql } from './query.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('a store transaction sees its own rows and no others, even with no predicate at all', async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const { db } = service.service
  const add = (shop: typeof ours, text: string) =>
    db.store(shop, 'write', (tx) =>
      tx.run(sql`insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
                 values (${shop.storeEnvId}, gen_random_uuid(), ${text}, ${tx.now}, ${tx.now})`),
    )
  await add(ours, 'ours')
  await add(theirs, 'theirs')
  const seen = await db.store(ours, 'read', (tx) =>
    tx.all<{ platform_product_id: string }>(sql`select platform_product_id from products`),
  )
  assert.deepEqual(seen, [{ platform_product_id: 'ours' }])
})
