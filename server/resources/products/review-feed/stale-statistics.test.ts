// The feed's counts of a store that has just been filled, while the planner believes what was true before.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Shop, startService, type TestService } from '#test/service.ts'

const [products, reviews] = [2_000, 20_000]

let service: TestService
let shop: Shop
let owner: Client
before(async () => {
  service = await startService()
  shop = await service.shop()
  owner = new Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.close()
})

test('after an import that was approved in bulk, the feed tells its counts at once', async () => {
  const id = (kind: number, n: string) =>
    `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  await owner.query(`
    alter table reviews set (autovacuum_enabled = false);
    insert into products (store_env_id, id, platform_product_id, title, url, created_at, updated_at)
      select '${shop.storeEnvId}', ${id(3, 'n')}, 'p' || n, 'P', 'https://shop.example.com/' || n, now(), now() from generate_series(1, ${products}) n;
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, position, created_at, updated_at)
      select store_env_id, gen_random_uuid(), id, platform_product_id, 0, now(), now() from products;
    insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select '${shop.storeEnvId}', gen_random_uuid(), ${id(3, `1 + n % ${products}`)}, 5,
             case when n % 101 = 0 then ' ' else repeat('A fine thing. ', 20) end, 'Ana', 'pending', 'import', now(), now(), now()
        from generate_series(1, ${reviews}) n;
    analyze reviews;
    update reviews set status = 'approved';`)
  const { status, body, text } = await shop.api.post('/products/review-feed')
  assert.equal(status, 201, text)
  const wordless = Math.floor(reviews / 101)
  assert.deepEqual(body.counts, { reviews: reviews - wordless, products, skus: products, skipped: wordless })
})
