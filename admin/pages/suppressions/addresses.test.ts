import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesIn, inParts } from './addresses.ts'

test('addresses are found in a column, between commas, and beside names', () => {
  assert.deepEqual(addressesIn('ada@example.com\r\n tom@example.com '), ['ada@example.com', 'tom@example.com'])
  assert.deepEqual(addressesIn('ada@example.com, tom@example.com;eve@example.com'), [
    'ada@example.com',
    'tom@example.com',
    'eve@example.com',
  ])
  assert.deepEqual(addressesIn('"Brook, Ada" <ada@example.com>,2024-05-06'), ['ada@example.com'])
  assert.deepEqual(addressesIn('<a href="mailto:ada@example.com">'), ['ada@example.com'])
})

test('the heading of a table is no address, and neither is an empty line', () => {
  assert.deepEqual(addressesIn('"Email Address",Reason\nada@example.com,bounced\n\n'), ['ada@example.com'])
})

test('a line that holds no address is kept, for the report to name it', () => {
  assert.deepEqual(addressesIn('ada@example.com\nnobody at all'), ['ada@example.com', 'nobody at all'])
})

test('a list is cut into parts of which none is too large and nothing is lost', () => {
  assert.deepEqual(inParts([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(inParts([], 2), [])
})
