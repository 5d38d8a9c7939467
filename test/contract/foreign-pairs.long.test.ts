// The same for operations with two ids in their path: each of theirs beside those of ours that may belong there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nameOf, refusing } from '#test/operations.ts'
import { idParamsOf, startTwoTenants, type TwoTenants } from '#test/two-tenants.ts'

let tenants: TwoTenants
before(async () => {
  tenants = await startTwoTenants()
})
after(() => tenants?.close())

const withTwo = refusing.filter((op) => idParamsOf(op).length > 1)

test('there are such operations', () => assert.ok(withTwo.length >= 7))

test("nothing is found by an id of somebody else's beside one of ours, and nothing of theirs changes", async (t) => {
  const before = await tenants.everythingOfTheirs()
  for (const op of withTwo) await t.test(nameOf(op), () => tenants.assertUnknown(op))
  assert.equal(await tenants.everythingOfTheirs(), before)
})

test('each of them is reached by two of ours that belong together', async (t) => {
  // What is deleted first takes nothing along that another is asked for.
  const inOrder = withTwo.toSorted(
    (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE') || (a.path < b.path ? -1 : 1),
  )
  for (const op of inOrder) await t.test(nameOf(op), async () => assert.ok(await tenants.isReached(op)))
})
