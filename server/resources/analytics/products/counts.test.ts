// Products that are added up from what is kept come to what adding them one by one does.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { Client } from 'pg'
import { startService, type TestService } from '#test/service.ts'
import { listPacked, type PackedCounts } from '../sums/packed.ts'
import { type Counts, createCounts, type Kind } from './counts.ts'

let service: TestService
let client: Client
before(async () => {
  service = await startService({})
  client = new Client(service.databaseUrl)
  await client.connect()
})
after(async () => {
  await client.end()
  await service.close()
})

type Product = { id: string } & PackedCounts

/** As the database does. */
async function pack(rows: readonly (readonly Product[])[]): Promise<string[]> {
  const { rows: found } = await client.query<{ packed: string }>(
    `select app.packed_products(
              array(select (p ->> 'id')::uuid from jsonb_array_elements(r.products) with ordinality e(p, n) order by n),
              array(select (p ->> 'received')::integer from jsonb_array_elements(r.products) with ordinality e(p, n) order by n),
              array(select (p ->> 'stars')::integer from jsonb_array_elements(r.products) with ordinality e(p, n) order by n),
              array(select (p ->> 'low')::integer from jsonb_array_elements(r.products) with ordinality e(p, n) order by n),
              array(select (p ->> 'unanswered')::integer from jsonb_array_elements(r.products) with ordinality e(p, n) order by n),
              array(select (p ->> 'waiting')::integer from jsonb_array_elements(r.products) with ordinality e(p, n) order by n)) as packed
       from jsonb_array_elements($1::jsonb) with ordinality r(products, n) order by r.n`,
    [JSON.stringify(rows)],
  )
  return found.map(({ packed }) => packed)
}

const ids = Array.from({ length: 5000 }, () => crypto.randomUUID())
const count = fc.oneof(
  fc.nat(3),
  fc.constantFrom(255, 256, 65_535, 65_536, 16_777_216, 2_147_483_647),
  fc.nat(2_147_483_647),
)
const product = fc.record({
  id: fc.constantFrom(...ids.slice(0, 40)),
  received: count,
  stars: count,
  low: count,
  unanswered: count,
  waiting: count,
})
const small = fc.record({
  id: fc.constantFrom(...ids.slice(0, 40)),
  received: fc.nat(50),
  stars: fc.nat(255),
  low: fc.nat(9),
  unanswered: fc.nat(9),
  waiting: fc.nat(9),
})
const unique = (of: fc.Arbitrary<Product>) => fc.uniqueArray(of, { selector: ({ id }) => id, maxLength: 20 })

test('products are read as they were packed, however large their counts are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(unique(small), unique(product)), { maxLength: 8 }), async (rows) => {
      assert.deepEqual(
        (await pack(rows)).map(listPacked),
        rows.map((products) => products.map((each) => ({ ...each }))),
      )
    }),
    { numRuns: 40 },
  )
  const [none, one] = await pack([
    [],
    [{ id: ids[0] as string, received: 1, stars: 5, low: 0, unanswered: 0, waiting: 0 }],
  ])
  assert.equal(none, '')
  // Most days have one byte for a count.
  assert.equal(Buffer.from(one as string, 'base64').length, 4 + 16 + 5)
})

const counted: Record<Kind, (of: PackedCounts) => Partial<Counts>> = {
  span: (of) => ({ ...of }),
  notWaiting: ({ waiting: _, ...of }) => of,
  neither: ({ waiting: _, unanswered: __, ...of }) => of,
  before: ({ received, stars }) => ({ before: received, starsBefore: stars }),
}

test('what is added up is what each product has, of each kind of days what is asked for', async () => {
  const kind = fc.constantFrom<Kind>('span', 'notWaiting', 'neither', 'before')
  const part = fc.tuple(fc.oneof(unique(small), unique(product)), kind, fc.constantFrom(1, -1), fc.boolean())
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
      const packed = await pack(parts.map(([products]) => products))
      const counts = createCounts()
      const expected = new Map<string, Counts>()
      for (const [i, [products, kind, sign, isPacked]] of parts.entries()) {
        if (isPacked) counts.add(packed[i] as string, kind, sign)
        for (const { id, ...of } of products) {
          if (!isPacked) counts.addOne(id, of, kind, sign)
          const sum = expected.get(id) ?? {
            ...{ received: 0, stars: 0, low: 0, unanswered: 0, waiting: 0 },
            ...{ before: 0, starsBefore: 0 },
          }
          for (const [name, value] of Object.entries(counted[kind](of)) as [keyof Counts, number][])
            sum[name] += sign * value
          expected.set(id, sum)
        }
      }
      assert.deepEqual(new Map([...counts.each()].map(({ id, ...of }) => [id, of])), expected)
    }),
    { numRuns: 60 },
  )
})

test('more products than there is room for at first are all counted', async () => {
  const all = ids.map((id, i) => ({ id, received: i % 7, stars: i, low: 0, unanswered: 0, waiting: 1 }))
  const counts = createCounts()
  for (const text of await pack([all, all.toReversed()])) counts.add(text, 'span', 1)
  const found = [...counts.each()]
  assert.deepEqual(
    found.map(({ id, received, stars, waiting }) => ({ id, received, stars, waiting })),
    all.map(({ id, received, stars }) => ({ id, received: 2 * received, stars: 2 * stars, waiting: 2 })),
  )
})
