import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductDetail } from '../../api/products.ts'
import { sharedIdentifier } from './merge-relation.ts'

const product = (...variants: { sku?: string; gtin?: string }[]) => ({
  variants: variants.map(({ sku = null, gtin = null }) => ({ sku, gtin })) as ProductDetail['variants'],
})

test('products are related if any variants share a SKU', () => {
  assert.deepEqual(sharedIdentifier(product({ sku: 'A' }, { sku: 'B' }), product({ sku: 'B' })), {
    kind: 'sku',
    value: 'B',
  })
  assert.equal(sharedIdentifier(product({ sku: 'A' }), product({ sku: 'a' })), null)
  assert.equal(sharedIdentifier(product({}), product({})), null)
})

test('products are related by a valid GTIN, regardless of leading zeros', () => {
  const shared = sharedIdentifier(product({ gtin: '4006381333931' }), product({ gtin: '04006381-333931' }))
  assert.equal(shared?.kind, 'gtin')
  assert.equal(sharedIdentifier(product({ gtin: '4006381333932' }), product({ gtin: '4006381333932' })), null)
})
