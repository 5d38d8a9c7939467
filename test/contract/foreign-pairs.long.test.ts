// Does the same test as foreign-ids.long.test.ts for operations with two ids in their path. Each foreign id is combined
// with each of our ids that fits there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nameOf, refusing } from '#test/operations.ts'
import { listIdParams, startTwoTenants, type TwoTenants } from '#test/two-tenants.ts'

let tenants: TwoTenants
before(async () => {
  tenants = await startTwoTenants()
})
after(() => tenants?.close())

const withTwo = refusing.filter((op) => listIdParams(op).length > 1)

test('there are operations with two ids', () => assert.ok(withTwo.length >= 7))

test('a foreign id combined with one of ours finds and changes nothing', async (t) => {
  const before = await tenants.everythingOfTheirs()
  for (const op of withTwo) await t.test(nameOf(op), () => tenants.assertUnknown(op))
  assert.equal(await tenants.everythingOfTheirs(), before)
})

test('each operation is reached with two of our ids that belong together', async (t) => {
  // Deletes run last, so that no deletion removes a row that a later call needs.
  const inOrder = withTwo.toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE') || (a.path < b.path ? -1 : 1),
  )
  for (const op of inOrder) await t.test(nameOf(op), async () => assert.ok(await tenants.isReached(op)))
})
