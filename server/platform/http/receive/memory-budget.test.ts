import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryBudget } from './memory-budget.ts'

function fill(budget: ReturnType<typeof createMemoryBudget>, network: string): number {
  let bytes = 0
  while (budget.take(network, 1)) bytes++
  return bytes
}

test('one address gets half of the budget, and each further address half of the rest', () => {
  const budget = createMemoryBudget(1024)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((network) => fill(budget, network)),
    [512, 256, 128, 64],
  )
  assert.equal(budget.take('e', 33), false)
  assert.equal(budget.take('e', 32), true)
})

test('memory that is returned to the budget is available to every address', () => {
  const budget = createMemoryBudget(1024)
  fill(budget, 'a')
  budget.give('a', 512)
  assert.equal(fill(budget, 'b'), 512)
  assert.equal(budget.take('a', 257), false)
  budget.give('b', 512)
  assert.equal(fill(budget, 'a'), 512)
})
