import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionName } from './names.ts'

const name = (fact: string, value: unknown) =>
  conditionName({ type: 'condition', fact, value, otherwise: 'exit' } as never)

test('a condition is named by its fact and its value', () => {
  assert.equal(name('has_reviewed', false), 'If they have written no review')
  assert.equal(name('order_count', 1), 'If they have ordered at least once')
  assert.equal(name('order_count', 3), 'If they have ordered at least 3 times')
  assert.equal(name('tier', 'Gold'), 'If they are in the tier Gold')
})
