import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOrderSearch, searchTargetIn, toFilters } from './search.ts'

test("every URL filter reaches the service, and days are in the reader's time zone", () => {
  const filters = toFilters(readOrderSearch({ request: 'skipped', from: '2026-03-01', to: '2026-03-01' }))
  assert.equal(filters.reviewRequestState, 'skipped')
  const [after, before] = [filters.placedAfter, filters.placedBefore].map((each) => new Date(each ?? ''))
  assert.equal(after && new Date(after.getTime() + 1).toString(), new Date(2026, 2, 1).toString())
  assert.equal(before?.toString(), new Date(2026, 2, 2).toString())
})

test('unknown values in the URL are ignored', () => {
  const made = { request: 'toString', from: '2026-13-01', to: 7, other: 1 }
  assert.deepEqual(toFilters(readOrderSearch(made)), {})
})

test('the search field accepts a whole email address, a number or a name', () => {
  assert.deepEqual(searchTargetIn('jane.doe@example.com'), { email: 'jane.doe@example.com' })
  for (const orderNumber of ['#1001', '1001', 'EV-1001', '#'])
    assert.deepEqual(searchTargetIn(orderNumber), { orderNumber })
  for (const customerName of ['jane', 'Jane Doe', '太郎'])
    assert.deepEqual(searchTargetIn(customerName), { customerName })
  for (const half of ['jane@', '@example.com', 'jane @example.com'])
    assert.equal(searchTargetIn(half), 'half an address')
  assert.equal(searchTargetIn(''), undefined)
})
