import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inSlices } from '#platform/values/slices.ts'
import { provideService } from '#test/service.ts'
import { gtin13, pushAll } from './groups.testing.ts'
import { groupByKey, groupingByGtin, type KeyedProduct } from './rules.ts'
import { maxProducts } from './schema.ts'

const service = provideService()

/** States the definition: two products belong together if a chain of common keys connects them. */
function reachableFrom(start: string, rows: readonly KeyedProduct[]): string[] {
  const reached = new Set([start])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    const keys = new Set(rows.filter(({ productId }) => reached.has(productId)).map(({ key }) => key))
    for (const { productId, key } of rows) if (keys.has(key)) reached.add(productId)
  }
  return [...reached].sort()
}

const chains = (rows: readonly KeyedProduct[]): string[][] => {
  const products = [...new Set(rows.map(({ productId }) => productId))]
  const all = products.map((id) => JSON.stringify(reachableFrom(id, rows)))
  return [...new Set(all)].map((each) => JSON.parse(each) as string[])
}

const sorted = (groups: readonly (readonly string[])[]) => groups.map((each) => [...each].sort().join(' ')).sort()

const keyed = fc.array(
  fc.record({
    productId: fc.integer({ min: 0, max: 30 }).map(String),
    key: fc.integer({ min: 1, max: 25 }).map(String),
  }),
  { maxLength: 60 },
)

test('products belong to one GTIN group exactly if a chain of common GTINs connects them', async () => {
  await fc.assert(
    fc.asyncProperty(keyed, async (rows) => {
      const { groups, tooLarge } = await inSlices(groupingByGtin(rows))
      assert.deepEqual(
        sorted(groups.map(({ productIds }) => productIds)),
        sorted(chains(rows).filter(({ length }) => length > 1)),
      )
      assert.deepEqual(tooLarge, [])
      const keys = groups.map(({ productIds }) =>
        rows
          .filter(({ productId }) => productIds.includes(productId))
          .map(({ key }) => Number(key))
          .reduce((a, b) => Math.min(a, b)),
      )
      assert.deepEqual(
        groups.map(({ key }) => Number(key)),
        keys,
      )
    }),
  )
})

test('a group has 2 to 200 products, and a larger one is only counted', async () => {
  const size = fc.constantFrom(1, 2, maxProducts - 1, maxProducts, maxProducts + 1, 2 * maxProducts)
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 4 }), async (sizes) => {
      const rows = sizes.flatMap((count, key) =>
        Array.from({ length: count }, (_, i) => ({ productId: `${key}-${i}`, key: String(key + 1) })),
      )
      for (const found of [groupByKey(rows), await inSlices(groupingByGtin(rows))]) {
        assert.deepEqual(
          found.groups.map(({ productIds }) => productIds.length),
          sizes.filter((count) => count >= 2 && count <= maxProducts),
        )
        assert.equal(found.tooLarge.length, sizes.filter((count) => count > maxProducts).length)
      }
    }),
    { numRuns: 30 },
  )
})

type Product = { groupKey: string | null; gtins: number[]; manual: string | null }

const names = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']
const name = fc.constantFrom(...names)

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      rows: fc.uniqueArray(
        fc.record({
          name,
          groupKey: fc.option(fc.constantFrom('A', 'B'), { nil: null }),
          gtins: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
        }),
        { minLength: 1, maxLength: 4, selector: (row) => row.name },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retire' as const), name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('group' as const),
      names: fc.uniqueArray(name, { minLength: 2, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ungroup' as const), at: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('settings' as const), byGroupKey: fc.boolean(), byGtin: fc.boolean() }),
  },
)

/**
 * States the precedence: manual groups first, then groups by key, then by GTIN. Each uses only products that are not
 * yet in a group.
 */
function defineGroups(products: ReadonlyMap<string, Product>, settings: { byGroupKey: boolean; byGtin: boolean }) {
  const all = [...products]
  const sharing = (rows: readonly KeyedProduct[]) => chains(rows).filter(({ length }) => length > 1)
  const manual = Object.values(
    Object.groupBy(
      all.filter(([, { manual: id }]) => id !== null),
      ([, each]) => String(each.manual),
    ),
  )
  const free = all.filter(([, { manual: id }]) => id === null)
  const byKey = settings.byGroupKey
    ? sharing(free.flatMap(([id, { groupKey }]) => (groupKey === null ? [] : { productId: id, key: groupKey })))
    : []
  const placed = new Set(byKey.flat())
  const left = free.filter(([id]) => !placed.has(id))
  const byGtin = settings.byGtin
    ? sharing(left.flatMap(([id, { gtins }]) => gtins.map((gtin) => ({ productId: id, key: String(gtin) }))))
    : []
  return {
    manual: sorted(manual.map((found) => (found ?? []).map(([id]) => id))),
    group_key: sorted(byKey),
    gtin: sorted(byGtin),
  }
}

test('after any changes, the groups equal those of a fresh derivation for the whole store', {
  timeout: 240_000,
}, async () => {
  let stores = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
      const { api } = await service.shop(`Deriving ${++stores}`)
      const products = new Map<string, Product>()
      const ids = new Map<string, string>()
      const settings = { byGroupKey: true, byGtin: false }
      const manual: string[] = []
      const place = (row: { name: string; groupKey: string | null; gtins: number[] }) => {
        const { name: platformProductId, groupKey, gtins } = row
        products.set(platformProductId, { groupKey, gtins, manual: products.get(platformProductId)?.manual ?? null })
        const variants = gtins.map((n) => ({ platformVariantId: `${platformProductId}-${n}`, gtin: gtin13(n) }))
        return { platformProductId, groupKey, ...(variants.length > 0 && { variants }) }
      }
      await pushAll(
        api,
        names.map((each) => place({ name: each, groupKey: null, gtins: [] })),
      )
      for (const { id, platformProductId } of (await api.get('/products')).body.data) ids.set(platformProductId, id)
      for (const each of acts) {
        if (each.kind === 'push') await pushAll(api, each.rows.map(place))
        else if (each.kind === 'retire') {
          await api.delete(`/products/by-platform-id/${each.name}`)
          Object.assign(products.get(each.name) as Product, { gtins: [] })
        } else if (each.kind === 'settings') {
          Object.assign(settings, { byGroupKey: each.byGroupKey, byGtin: each.byGtin })
          await api.put('/products/groups/settings', { ...settings })
        } else if (each.kind === 'group') {
          const body = { name: 'Ours', productIds: each.names.map((one) => ids.get(one)) }
          const { status, body: made } = await api.post('/products/groups', body)
          assert.equal(status, each.names.some((one) => products.get(one)?.manual) ? 409 : 201)
          if (status !== 201) continue
          manual.push(made.id)
          for (const one of each.names) Object.assign(products.get(one) as Product, { manual: made.id })
        } else {
          const id = manual.splice(each.at % (manual.length || 1), 1)[0]
          if (id === undefined) continue
          await api.delete(`/products/groups/${id}`)
          for (const product of products.values()) if (product.manual === id) product.manual = null
        }
        const nameOf = new Map([...ids].map(([platformId, id]) => [id, platformId]))
        const found: { source: string; productIds: string[] }[] = (await api.get('/products/groups')).body.data
        const ofSource = (source: string) =>
          sorted(
            found
              .filter((group) => group.source === source)
              .map(({ productIds }) => productIds.map((id) => nameOf.get(id) ?? id)),
          )
        assert.deepEqual(
          { manual: ofSource('manual'), group_key: ofSource('group_key'), gtin: ofSource('gtin') },
          defineGroups(products, settings),
        )
      }
    }),
    { numRuns: 20 },
  )
})
