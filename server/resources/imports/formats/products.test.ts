import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { handle, productKeys, productUrl } from './products.ts'

describe('product references', () => {
  const cases: [read: (value: string) => unknown, value: string, expected: unknown][] = [
    [handle, 'mug-2024', 'mug-2024'],
    [handle, '/products/mug-2024/', 'mug-2024'],
    [handle, 'https://shop.example.com/collections/all/products/mug-2024?variant=1', 'mug-2024'],
    [handle, 'Mug.html', 'Mug'],
    [handle, '100%-cotton', '100%-cotton'],
    [handle, '/', undefined],
    [productUrl, 'https://shop.example.com/products/mug/?utm=x#top', 'https://shop.example.com/products/mug'],
    [productUrl, 'https://shop.example.com/?p=12', 'https://shop.example.com/?p=12'],
    [productUrl, 'https://shop.example.com/', undefined],
    [productUrl, 'javascript:alert(1)', undefined],
    [productUrl, 'products/mug', undefined],
  ]
  for (const [read, value, expected] of cases) {
    test(`${read.name} of ${value}`, () => assert.equal(read(value), expected))
  }

  test('product references are tried in the order GTIN, platform id, SKU, handle, address', () => {
    const keys = productKeys({
      url: 'https://shop.example.com/products/mug',
      handle: 'blue-mug',
      sku: 'MUG-1',
      platformProductId: '77',
      gtin: '4006381333931',
    })
    const expected = ['gtin', 'platformProductId', 'sku', 'handle', 'handle', 'url']
    assert.deepEqual(
      keys.map((key) => key.kind),
      expected,
    )
    assert.deepEqual(
      keys.filter((key) => key.kind === 'handle').map((key) => key.value),
      ['blue-mug', 'mug'],
    )
  })

  test('product references never contain an id read from the digits at the end of a handle', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,10}-\d{5,14}$/), (value) => {
        fc.pre(!value.startsWith('shopify-'))
        assert.deepEqual(productKeys({ handle: handle(value) }), [{ kind: 'handle', value }])
      }),
    )
  })

  test('product references never throw, for any text', () => {
    fc.assert(
      fc.property(anyText(), (value) => {
        for (const read of [handle, productUrl]) read(value)
        productKeys({ url: value })
      }),
    )
  })
})
