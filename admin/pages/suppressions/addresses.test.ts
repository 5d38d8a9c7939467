import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressesIn, inParts } from './addresses.ts'

test('addresses are found in columns, between commas, and beside names', () => {
  assert.deepEqual(addressesIn('ada@example.com\r\n tom@example.com '), ['ada@example.com', 'tom@example.com'])
  assert.deepEqual(addressesIn('ada@example.com, tom@example.com;eve@example.com'), [
    'ada@example.com',
    'tom@example.com',
    'eve@example.com',
  ])
  assert.deepEqual(addressesIn('"Brook, Ada" <ada@example.com>,2024-05-06'), ['ada@example.com'])
  assert.deepEqual(addressesIn('<a href="mailto:ada@example.com">'), ['ada@example.com'])
})

test('a table heading and an empty line are no addresses', () => {
  assert.deepEqual(addressesIn('"Email Address",Reason\nada@example.com,bounced\n\n'), ['ada@example.com'])
})

test('a line without an address stays, so the report can name it', () => {
  assert.deepEqual(addressesIn('ada@example.com\nnobody at all'), ['ada@example.com', 'nobody at all'])
})

test('a list is split into parts below the limit without loss', () => {
  assert.deepEqual(inParts([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(inParts([], 2), [])
})
