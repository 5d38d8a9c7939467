import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatName, formatSource } from './labels.ts'

test('platforms appear under their own brand names', () => {
  assert.equal(formatName('judge_me'), 'Judge.me')
  assert.equal(formatName('judge_me_export'), 'Judge.me export')
  assert.equal(formatName('woocommerce'), 'WooCommerce')
})

test('files without a known platform are named by their content', () => {
  assert.equal(formatName('generic'), 'Unknown columns, matched by name')
  assert.equal(formatName('generic_orders'), 'CSV of orders')
})

test('a review from a file without a known platform names no platform', () => {
  assert.equal(formatSource('generic'), 'a file')
  assert.equal(formatSource('judge_me'), 'Judge.me')
})
