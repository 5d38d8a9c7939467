import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AppError } from '#platform/values/errors.ts'
import { computeRating, type ProductRow, preparing, requiringMeaning } from './rules.ts'
import { claimsRefused, diffingVariants, type StoredVariant } from './variants/rules.ts'

function whole<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value as T
  }
}

const prepareItem = (row: ProductRow) => {
  const [item] = whole(preparing([row])).items
  if (!item) throw new Error('refused')
  return item
}
const fingerprint = (row: ProductRow) => prepareItem(row).fingerprint.toString('hex')
const product = (platformProductId: string, ...variants: string[]): ProductRow => ({
  platformProductId,
  variants: variants.map((platformVariantId) => ({ platformVariantId })),
})

test('rows with the same meaning have the same fingerprint', () => {
  const one = fingerprint({ platformProductId: 'a', title: 'T' })
  assert.equal(
    fingerprint({ title: 'T', platformProductId: 'a', status: 'active', categories: [], variants: [], sku: null }),
    one,
  )
  assert.equal(fingerprint({ platformProductId: 'a', title: 'T', brand: '  ', variants: null }), one)
  assert.equal(fingerprint({ platformProductId: 'a', title: 'T', variants: [{ platformVariantId: 'a' }] }), one)
})

test('every field of a row and of its variants is in the fingerprint', () => {
  const variant = {
    platformVariantId: 'v',
    title: 't',
    sku: 's',
    gtin: 'g',
    mpn: 'm',
    brand: 'b',
    price: '1',
    currency: 'EUR',
    imageUrl: 'https://x.io/i',
  }
  const row = {
    platformProductId: 'a',
    ...{ title: 't', handle: 'h', url: 'https://x.io', imageUrl: 'https://x.io/i', description: 'd', status: 'draft' },
    categories: ['c'],
    variants: [variant, { platformVariantId: 'w' }],
  } as const
  const seen = new Set([fingerprint(row as unknown as ProductRow)])
  for (const name of Object.keys(row))
    seen.add(fingerprint({ ...row, [name]: undefined, platformProductId: name } as unknown as ProductRow))
  for (const name of Object.keys(variant)) {
    seen.add(fingerprint({ ...row, variants: [{ ...variant, [name]: 'X' }, row.variants[1]] } as unknown as ProductRow))
  }
  seen.add(fingerprint({ ...row, variants: row.variants.toReversed() } as unknown as ProductRow))
  assert.equal(seen.size, 2 + Object.keys(row).length + Object.keys(variant).length)
})

test("the row's brand is the default for variants without a brand", () => {
  const { variants } = prepareItem({
    platformProductId: 'a',
    brand: 'House',
    variants: [
      { platformVariantId: '1', brand: 'Own' },
      { platformVariantId: '2', brand: '' },
    ],
  })
  assert.deepEqual(
    variants.map(({ brand }) => brand),
    ['Own', 'House'],
  )
})

test('identifiers are stored as sent', () => {
  const { variants } = prepareItem({ platformProductId: 'a', gtin: ' 4006381-333931 ', sku: ' x ' })
  assert.deepEqual([variants[0]?.gtin, variants[0]?.sku], [' 4006381-333931 ', ' x '])
})

test('identifiers of a row with variants, and invalid addresses, are refused with their path', () => {
  const rows: ProductRow[] = [
    { platformProductId: 'ok', sku: 'S', variants: [] },
    {
      platformProductId: 'a',
      sku: 'S',
      mpn: 'M',
      gtin: null,
      variants: [{ platformVariantId: 'v', imageUrl: 'https://[' }],
    },
  ]
  assert.throws(
    () => whole(requiringMeaning(rows)),
    (error: AppError) => {
      assert.deepEqual(
        error.details?.map(({ path }) => path),
        ['/1/sku', '/1/mpn', '/1/variants/0/imageUrl'],
      )
      return error.status === 400
    },
  )
  whole(requiringMeaning(rows.slice(0, 1)))
})

test('an average has two decimals, rounded half up', () => {
  assert.equal(computeRating([]).average, null)
  assert.equal(
    computeRating([
      [5, 1],
      [4, 7],
    ]).average,
    4.13,
  )
  assert.deepEqual(
    computeRating([
      [1, 1],
      [5, 2],
    ]),
    { count: 3, average: 3.67, byStar: { 1: 1, 2: 0, 3: 0, 4: 0, 5: 2 } },
  )
})

const stored = (
  productId: string,
  platformVariantId: string,
  position: number,
  more: Partial<StoredVariant> = {},
): StoredVariant => {
  const blank = {
    title: null,
    sku: null,
    gtin: null,
    mpn: null,
    brand: null,
    price: null,
    currency: null,
    imageUrl: null,
  }
  return {
    ...blank,
    id: `${productId}/${platformVariantId}`,
    productId,
    platformVariantId,
    position,
    isRetired: false,
    ...more,
  }
}

test('only changed variants are written, and only live variants retire', () => {
  const item = prepareItem(product('a', 'same', 'moved', 'new', 'back'))
  const { writes, gone } = whole(
    diffingVariants(
      [{ id: 'p', item }],
      [
        stored('p', 'same', 0),
        stored('p', 'moved', 2),
        stored('p', 'back', 3, { isRetired: true }),
        stored('p', 'gone', 1),
        stored('p', 'long gone', 4, { isRetired: true }),
      ],
    ),
  )
  assert.deepEqual(
    writes.map(({ platformVariantId, position }) => [platformVariantId, position]),
    [
      ['moved', 1],
      ['new', 2],
      ['back', 3],
    ],
  )
  assert.deepEqual(gone, ['p/gone'])
})

const refusals = (rows: ProductRow[], holders: Record<string, string>) =>
  [...claimsRefused(whole(preparing(rows)).items, new Map(Object.entries(holders)))]
    .map(([item, variant]) => [item.platformProductId, variant])
    .sort()

test('a variant of a product outside the request cannot move to another product', () => {
  assert.deepEqual(refusals([product('a', 'v')], { v: 'other' }), [['a', 'v']])
  assert.deepEqual(refusals([product('a', 'v')], { v: 'a' }), [])
  assert.deepEqual(refusals([product('a', 'v')], {}), [])
})

test('a variant in two rows stays with its product, or else goes to the first row', () => {
  assert.deepEqual(refusals([product('a', 'v'), product('b', 'v')], {}), [['b', 'v']])
  assert.deepEqual(refusals([product('a', 'v'), product('b', 'v'), product('c', 'v')], { v: 'b' }), [
    ['a', 'v'],
    ['c', 'v'],
  ])
})

test('a chain of moves succeeds or fails with its last move', () => {
  const chain = [product('a', 'b1'), product('b', 'c1'), product('c', 'x')]
  assert.deepEqual(refusals(chain, { b1: 'b', c1: 'c' }), [])
  assert.deepEqual(refusals(chain, { b1: 'b', c1: 'c', x: 'outside' }), [
    ['a', 'b1'],
    ['b', 'c1'],
    ['c', 'x'],
  ])
})

test('the variants of all accepted rows can be live together', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const variants = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { maxLength: 3 })
  const requests = fc.uniqueArray(fc.tuple(id, variants), { selector: ([name]) => name, maxLength: 5 })
  const holding = fc.dictionary(
    fc.constantFrom('1', '2', '3', '4'),
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'outside'),
  )
  fc.assert(
    fc.property(requests, holding, (wanted, holders) => {
      const rows = wanted.map(([name, ids]) => product(name, ...ids))
      const refused = new Set(refusals(rows, holders).map(([name]) => name))
      const live = new Map<string, string>(Object.entries(holders))
      const accepted = whole(preparing(rows)).items.filter((item) => !refused.has(item.platformProductId))
      for (const item of accepted) for (const [v, holder] of live) if (holder === item.platformProductId) live.delete(v)
      for (const item of accepted) {
        for (const { platformVariantId } of item.variants) {
          assert.ok(!live.has(platformVariantId), `${platformVariantId} is live twice`)
          live.set(platformVariantId, item.platformProductId)
        }
      }
    }),
    { numRuns: 2000 },
  )
})
