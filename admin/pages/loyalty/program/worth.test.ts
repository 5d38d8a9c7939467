import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reward } from '../../../api/loyalty.ts'
import { estimateWorth } from './worth.ts'

const reward = (more: Partial<Reward>) =>
  ({ kind: 'fixed_amount', active: true, cost: 100, value: '5.00', currency: 'EUR', ...more }) as Reward

test('points are worth what the best offered amount off gives for them', () => {
  const rewards = [reward({}), reward({ cost: 150, value: '10.00' }), reward({ value: '50.00', active: false })]
  assert.equal(estimateWorth(3_000, rewards, 'EUR'), '€200')
})

test('points without an amount off in the currency of the store have no estimate', () => {
  assert.equal(estimateWorth(3_000, [reward({ kind: 'percent' }), reward({ currency: 'USD' })], 'EUR'), undefined)
  assert.equal(estimateWorth(0, [reward({})], 'EUR'), undefined)
})
