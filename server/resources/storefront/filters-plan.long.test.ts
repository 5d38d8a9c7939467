import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { countAnswers } from '#resources/reviews/attributes/store.ts'
import { provideService, type Shop } from '#test/service.ts'
import { countByFilters, countVariants } from './filters-store.ts'
import { type ListRequest, list } from './store.ts'

const reviews = 200_000
const products = 2_000
/** Number of reviews of the largest product. All other products have a hundred. */
const popular = 5_000
const attribute = '01a00000-0000-7000-8000-000000000001'
let shop: Shop

const service = provideService({}, async () => {
  shop = await service.shop()
  await service.query(
    `insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
       select $1, ('00000003-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n, now(), now() from generate_series(0, $2::integer - 1) n`,
    [shop.storeEnvId, products],
  )
  await service.query(
    `insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source, locale, detected_language,
                            verified, attribute_values, submitted_at, approved_at, created_at, updated_at)
       select $1, gen_random_uuid(),
              ('00000003-0000-7000-8000-' || lpad((case when n % ($3::integer / $4::integer) = 0 then 7 else n % $2::integer end)::text, 12, '0'))::uuid,
              1 + n % 5, repeat('word ', 40), 'Ada', 'ada' || n || '@customer.example', 'approved', 'import',
              case when n % 10000 = 0 then 'sv' when n % 3 = 0 then 'de-AT' end, case when n % 3 <> 0 then 'en' end, n % 10000 = 0,
              case when n % 4 = 0 then json_build_object($5::text, 1 + n % 5)::jsonb end,
              now() - (n::bigint * 7919 % $3::integer) * interval '1 second', now(), now(), now()
         from generate_series(1, $3::integer) n`,
    [shop.storeEnvId, products, reviews, popular, attribute],
  )
  await service.query('vacuum analyze reviews, products')
})

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Scans of the table `reviews` in the query plans, with the number of rows that each reads. */
const scansOf = (read: (tx: StoreTx) => Promise<unknown>) =>
  service.service.db.store(shop, 'read', async (tx) => {
    const plans: Plan[] = []
    const all = async (page: Query<unknown>) => {
      const [row] = await tx.all<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        sql`explain (analyze, timing off, format json) ${page as ReturnType<typeof sql>}`,
      )
      plans.push(row?.['QUERY PLAN'][0]?.Plan as Plan)
      return []
    }
    const several = async ([settings, page]: [Query<unknown>, Query<unknown>]) => {
      await tx.run(settings)
      return [[], await all(page)]
    }
    await read({ storeEnvId: tx.storeEnvId, all, several } as unknown as StoreTx)
    return plans
      .flatMap(nodesOf)
      .filter((node) => node['Relation Name'] === 'reviews')
      .map((node) => ({
        type: node['Node Type'],
        index: node['Index Name'],
        rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      }))
  })

test('counts by language, stars and photos read only an index', async () => {
  const [scan, ...others] = await scansOf((tx) => countByFilters(tx, { platformProductId: 'p7' }))
  assert.deepEqual([scan?.type, scan?.index, others], ['Index Only Scan', 'reviews_shown_counted_idx', []])
  assert.ok(scan && scan.rows < popular * 1.1)
})

test('counts of answers and variants read only the rows of the product', async () => {
  for (const read of [
    (tx: StoreTx) => countAnswers(tx, 'p7'),
    (tx: StoreTx) => countVariants(tx, { platformProductId: 'p7' }),
  ]) {
    const scans = await scansOf(read)
    for (const { type, rows } of scans) assert.ok(type !== 'Seq Scan' && rows < popular * 1.1, JSON.stringify(scans))
  }
})

const filters: Record<string, Partial<ListRequest>> = {
  'a rare language': { locale: ['sv'] },
  'verified purchases': { verified: true },
  'an answer': { answers: [`${attribute}:4`] },
  'an answer that nobody gave': { answers: [`${attribute}:9`] },
  'a variant': { platformVariantId: 'blue' },
  'stars and a rare language': { rating: 1, locale: ['sv'] },
}
for (const [name, filter] of Object.entries(filters))
  for (const sort of ['newest', 'highest', 'photos', 'helpful'] as const)
    test(`a page of ${name} sorted by ${sort} reads only the reviews of its product`, async () => {
      const request = { limit: 20, sort, platformProductId: 'p7', ...filter }
      const scans = await scansOf((tx) => list(tx, request, service.service.services.media))
      assert.ok(scans.length > 0)
      const rows = scans.reduce((sum, each) => sum + each.rows, 0)
      assert.ok(
        scans.every(({ type }) => type !== 'Seq Scan'),
        JSON.stringify(scans),
      )
      assert.ok(rows <= popular * 1.1, JSON.stringify(scans))
    })
