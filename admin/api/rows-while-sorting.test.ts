import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsWhileSorting } from './rows-while-sorting.ts'

const before = { queryKey: ['store-1', 'customers', 'list', { text: 'ada', sort: 'name', direction: 'asc' }] }

test('rows of the same store and filters stay visible while their order changes', () => {
  const choose = rowsWhileSorting('store-1', { text: 'ada', sort: 'orderCount' } as object)
  assert.deepEqual(choose(['row'], before), ['row'])
})

test('rows of another store, of other filters or of no list are not shown', () => {
  for (const choose of [
    rowsWhileSorting('store-2', { text: 'ada', sort: 'orderCount' } as object),
    rowsWhileSorting('store-1', { text: '', sort: 'orderCount' } as object),
  ])
    assert.equal(choose(['row'], before), undefined)
  assert.equal(rowsWhileSorting('store-1', {})(undefined, undefined), undefined)
})
