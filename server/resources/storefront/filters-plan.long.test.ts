import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#platform/db/query.ts'
import { provideService } from '#test/service.ts'
import { countByFilters } from './filters-store.ts'

const service = provideService()
const reviews = 1_000_000
const products = 2_000

test('counts by language read the index alone, in a store with 1,000,000 reviews', { timeout: 600_000 }, async () => {
  const { storeEnvId } = await service.shop()
  await service.query(
    `insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
     select $1, ('00000003-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n, now(), now() from generate_series(0, $2::integer - 1) n`,
    [storeEnvId, products],
  )
  await service.query(
    `insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source, locale, detected_language,
                          submitted_at, approved_at, created_at, updated_at)
     select $1, gen_random_uuid(), ('00000003-0000-7000-8000-' || lpad((n % $2::integer)::text, 12, '0'))::uuid, 1 + n % 5, repeat('word ', 40),
            'Ada', 'ada' || n || '@customer.example', 'approved', 'import', case when n % 3 = 0 then 'de-AT' end,
            case when n % 3 <> 0 then 'en' end, now() - n * interval '1 second', now(), now(), now()
       from generate_series(1, $3::integer) n`,
    [storeEnvId, products, reviews],
  )
  await service.query('vacuum analyze reviews, products')
  const statements: { text: string; values: unknown[] }[] = []
  const tx = {
    storeEnvId,
    async all(query: Parameters<typeof compile>[0]) {
      statements.push(compile(query) as never)
      return []
    },
  }
  await countByFilters(tx as never, { platformProductId: 'p7' })
  const [statement] = statements
  assert.ok(statement)
  const { rows } = await service.query(`explain (analyze, costs off) ${statement.text}`, statement.values)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Only Scan using reviews_shown_counted_idx/)
  assert.doesNotMatch(plan, /Seq Scan/)
})
