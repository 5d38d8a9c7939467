import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { compile, type Query, sql } from '#platform/db/query.ts'
import { isOnCitus } from '#test/database.ts'
import { provideService, type Shop } from '#test/service.ts'
import { list } from './store.ts'

let large: Shop
const service = provideService({}, async () => {
  large = await service.shop()
  await fill(large)
})

const many = 3_000

/** Every hundredth product is also a "Zephyr", and every thousandth has an "oak" SKU. */
const fill = ({ storeEnvId }: Shop) =>
  service.query(`
    insert into products (store_env_id, id, platform_product_id, title, title_folded, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), 'p' || n, title, lower(title), at, at
        from (select n, 'Lamp ' || lpad(n::text, 4, '0') || case when n % 100 = 0 then ' Zephyr' else '' end as title,
                     timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second' as at
                from generate_series(1, ${many}) n) numbered;
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, sku, position, created_at, updated_at)
      select store_env_id, gen_random_uuid(), id, platform_product_id,
             case when right(platform_product_id, 3) = '000' then 'OAK-1' else 'L-1' end, 0, created_at, updated_at
        from products where store_env_id = '${storeEnvId}';
    analyze products, product_variants`)

const searched = async ({ api }: Shop, query: Record<string, string>) => {
  const { status, body } = await api.get(`/products?${new URLSearchParams(query)}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const idsIn = ({ data }: { data: { platformProductId: string }[] }) => data.map((each) => each.platformProductId)

test('parts of titles, handles, ids and live SKUs are found in any case and script', async () => {
  const [small, other] = [await service.shop(), await service.shop()]
  const rows = [
    { platformProductId: 'a', title: 'Grüne ÖLLAMPE' },
    { platformProductId: 'b', title: 'Чайник', handle: 'ЧАЙ-kettle' },
    { platformProductId: 'c', title: '王小明', sku: 'Ähre_100%' },
    { platformProductId: 'gid://Shop/Product/77', title: null },
    { platformProductId: 'e', title: 'back\\slash' },
  ]
  assert.equal((await small.api.put('/products', rows)).body.created, rows.length)
  const theirs = [
    { platformProductId: 'f', title: 'Öllampe', sku: 'ÄHRE' },
    { platformProductId: 'g', handle: '王小明', sku: 'größe' },
  ]
  assert.equal((await other.api.put('/products', theirs)).body.created, theirs.length)
  const found = async (q: string) => {
    const body = await searched(small, { q, includeTotal: 'true' })
    assert.equal(body.pagination.total, body.data.length, q)
    return idsIn(body).sort()
  }
  assert.deepEqual(await found('äHRE'), ['c'])
  // This push retires the variant with the SKU `Ähre_100%`.
  const changed = { platformProductId: 'c', title: '王小明', variants: [{ platformVariantId: 'c2', sku: 'Größe_50%' }] }
  assert.equal((await small.api.put('/products', [changed])).body.updated, 1)
  const expected: [string, string[]][] = [
    ['öllampe', ['a']],
    ['ÜNE ö', ['a']],
    ['ollampe', []],
    ['ЙНИ', ['b']],
    ['чай-K', ['b']],
    ['小明', ['c']],
    ['王', ['c']],
    ['äHRE', []],
    ['GRÖ', ['c']],
    ['e_5', ['c']],
    ['0%', ['c']],
    ['_', ['c']],
    ['%', ['c']],
    ['g%e', []],
    ['G_ü', []],
    ['product/7', ['gid://Shop/Product/77']],
    ['7', ['gid://Shop/Product/77']],
    ['\\', ['e']],
    ['k\\S', ['e']],
    ['ü', ['a']],
    ['nobody', []],
  ]
  for (const [q, which] of expected) assert.deepEqual(await found(q), which, q)
  assert.equal((await small.api.get('/products?q=')).status, 400)
})

test('a rare word finds products of any age, across pages, each once and in order', async () => {
  const zephyrs = Array.from({ length: many / 100 }, (_, n) => `p${(n + 1) * 100}`)
  for (const [sort, expected] of [
    ['createdAt', zephyrs.toReversed()],
    ['title', zephyrs],
    ['updatedAt', zephyrs],
  ] as const)
    for (const limit of ['7', '100']) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const body = await searched(large, {
          q: 'zEPHYR',
          sort,
          limit,
          includeTotal: 'true',
          ...(cursor && { cursor }),
        })
        assert.equal(body.pagination.total, zephyrs.length)
        seen.push(...idsIn(body))
        cursor = body.pagination.nextCursor
      } while (cursor)
      assert.deepEqual(seen, expected, `${sort} by ${limit}`)
    }
  assert.deepEqual(idsIn(await searched(large, { q: 'oak' })), ['p3000', 'p2000', 'p1000'])
  assert.deepEqual(idsIn(await searched(large, { q: 'p1000' })), ['p1000'])
})

test('a search respects the other filters', async () => {
  const body = await searched(large, { q: 'lamp', updatedAfter: '2026-01-01T00:49:58Z', includeTotal: 'true' })
  assert.deepEqual([idsIn(body), body.pagination.total], [['p3000', 'p2999'], 2])
  assert.deepEqual(idsIn(await searched(large, { q: 'lamp', status: 'draft' })), [])
  assert.deepEqual(idsIn(await searched(large, { q: 'lamp', hasReviews: 'true' })), [])
})

test("a search reads only its store's part of the indexes, under any statistics", async () => {
  const countMatching = (shop: Shop, q: string) =>
    service.service.db.store(shop, 'read', async (tx) => {
      const matching = sql<{ ids: string[] }>`select app.products_matching(${`%${q}%`}, null, 5000) as ids`
      return (await tx.first(matching))?.ids.length
    })
  const other = await service.shop()
  for (const [q, count] of [
    ['zEPHYR', many / 100],
    ['oak', many / 1000],
    ['lamp', many],
  ] as const) {
    assert.equal(await countMatching(large, q), count, q)
    assert.equal(await countMatching(other, q), 0, q)
  }
  await service.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
  // Otherwise Citus shows the plan of one shard, which may be empty.
  if (isOnCitus()) await service.query('set local citus.explain_all_tasks = on')
  for (const [table, text] of [
    ['products', `lower(coalesce(t.title, '') || E'\\n' || coalesce(t.handle, '') || E'\\n' || t.platform_product_id)`],
    ['product_variants', 'lower(t.sku)'],
  ]) {
    const { rows } = await service.query(
      `explain select from ${table} t
        where uuid_hash_extended(t.store_env_id, 0) = uuid_hash_extended('${large.storeEnvId}', 0) and ${text} like '%zephyr%'
          ${table === 'products' ? '' : 'and t.sku is not null and t.retired_at is null'} offset 0`,
    )
    assert.match(JSON.stringify(rows), new RegExp(`Bitmap Index Scan on ${table}_text_idx`))
  }
  await service.query('rollback')
})

test('a product is found once, however many of its SKUs match', async () => {
  const shop = await service.shop()
  const variants = Array.from({ length: 40 }, (_, n) => ({ platformVariantId: `v${n}`, sku: `Part-${n}` }))
  const rows = Array.from({ length: 30 }, (_, n) => ({
    platformProductId: `k${n}`,
    variants: variants.map((each) => ({ ...each, platformVariantId: `${n}-${each.platformVariantId}` })),
  }))
  assert.equal((await shop.api.put('/products', rows)).status, 200)
  const body = await searched(shop, { q: 'PART-3', limit: '100', includeTotal: 'true' })
  assert.equal(new Set(idsIn(body)).size, 30)
  assert.deepEqual([body.data.length, body.pagination.total], [30, 30])
})

test('a common word or part of a SKU fills its page without scanning all variants', {
  skip: isOnCitus() && 'the coordinator does not count the rows that a worker reads',
}, async () => {
  for (const q of ['lamp', 'l-1']) {
    await service.query(`begin; set local app.store_env_id = '${large.storeEnvId}'; set local role evident_app`)
    try {
      const all = async (query: Query<unknown>) => {
        const { text, values = [] } = compile(query)
        return (await service.query(text, [...values])).rows
      }
      const page = await list({ storeEnvId: large.storeEnvId, all } as unknown as StoreTx, { q })
      assert.equal(page.data.length, 20)
      const { rows } = await service.query(
        `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'product_variants'`,
      )
      assert.ok(rows[0].read < 200, `${q} read ${rows[0].read} variants`)
    } finally {
      await service.query('rollback')
    }
  }
})
