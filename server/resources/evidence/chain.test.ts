import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { anyText } from '#test/any-text.ts'
import { provideService, type Shop } from '#test/service.ts'
import type { Json } from './canonical-json.ts'
import { type ChainEnd, type ChainedEntry, chain } from './chain.testing.ts'
import { appendEntries } from './commands.ts'
import type { NewEntry } from './rules.ts'
import { entryTypes, partyRoles, partyWays } from './schema.ts'

const service = provideService({}, async () => {})

const text = anyText({ maxLength: 40 })
const value = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))
const entry: fc.Arbitrary<NewEntry> = fc.record({
  type: fc.constantFrom(...entryTypes),
  review: fc.option(fc.uuid()),
  by: fc.record({ role: fc.constantFrom(...partyRoles), via: fc.constantFrom(...partyWays) }),
  data: fc.dictionary(text, value, { maxKeys: 4 }) as fc.Arbitrary<Record<string, Json>>,
})
const batches = fc.array(
  fc.record({ entries: fc.array(entry, { maxLength: 12 }), laterMs: fc.integer({ min: -5000, max: 5000 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
)

const read = (shop: Shop) =>
  service.service.db.store(shop, 'read', (tx) =>
    tx.all<ChainedEntry>(sql`
      select seq, at, entry as text, leaf from evidence_entries where store_env_id = ${tx.storeEnvId} order by seq`),
  )

test('the database chains batches of entries like the model, even when the clock runs back', async () => {
  const { db } = service.service
  const shop = await service.shop()
  let end: ChainEnd = { size: 0, leaf: null, at: null }
  const expected: ChainedEntry[] = []
  await fc.assert(
    fc.asyncProperty(batches, async (parts) => {
      for (const { entries, laterMs } of parts) {
        service.advance(laterMs)
        const now = await db.store(shop, 'write', async (tx) => {
          appendEntries(tx, entries)
          return tx.now.toISOString()
        })
        const added = chain(shop.storeEnvId, end, now, entries)
        end = added.end
        expected.push(...added.chained)
      }
      assert.deepEqual((await read(shop)).slice(-100), expected.slice(-100))
    }),
    { numRuns: 40 },
  )
  assert.deepEqual(await read(shop), expected)
})

test('parallel transactions append in one chain without a gap', async () => {
  const shop = await service.shop()
  const { db } = service.service
  const version = (i: number): NewEntry => ({
    ...{ type: 'policy', review: null, by: { role: 'SYSTEM', via: 'system' }, data: { version: i, sha256: newId() } },
  })
  await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      db.store(shop, 'write', async (tx) => appendEntries(tx, [version(i), version(i)])),
    ),
  )
  const rows = await read(shop)
  assert.equal(rows.length, 48)
  let end: ChainEnd = { size: 0, leaf: null, at: null }
  for (const row of rows) {
    const { type, review, by, data } = JSON.parse(row.text) as NewEntry
    const { chained, end: next } = chain(shop.storeEnvId, end, row.at, [{ type, review, by, data }])
    assert.deepEqual(chained, [row])
    end = next
  }
})
