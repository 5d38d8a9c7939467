import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { gtin, handle, isMangledNumber, platformProductId, productKeys, productUrl } from './products.ts'

describe('product references', () => {
  const cases: [read: (value: string) => unknown, value: string, expected: unknown][] = [
    [platformProductId, ' 7012345678 ', '7012345678'],
    [platformProductId, 'gid://shopify/Product/7012345678', '7012345678'],
    [platformProductId, 'shopify-7012345678', '7012345678'],
    [platformProductId, 'shopify-mug', 'shopify-mug'],
    [platformProductId, '7012345678.0', '7012345678'],
    [platformProductId, '7.01235E+12', undefined],
    [platformProductId, ' ', undefined],
    [platformProductId, 'mug-2024', 'mug-2024'],
    [handle, 'mug-2024', 'mug-2024'],
    [handle, '/products/mug-2024/', 'mug-2024'],
    [handle, 'https://shop.example.com/collections/all/products/mug-2024?variant=1', 'mug-2024'],
    [handle, 'Mug.html', 'Mug'],
    [handle, '100%-cotton', '100%-cotton'],
    [handle, '/', undefined],
    [gtin, "'4006381333931", '4006381333931'],
    [gtin, '0 12345-67890 5', '012345678905'],
    [gtin, '4.00638E+12', undefined],
    [gtin, '12345', undefined],
    [productUrl, 'https://shop.example.com/products/mug/?utm=x#top', 'https://shop.example.com/products/mug'],
    [productUrl, 'https://shop.example.com/?p=12', 'https://shop.example.com/?p=12'],
    [productUrl, 'https://shop.example.com/', undefined],
    [productUrl, 'javascript:alert(1)', undefined],
    [productUrl, 'products/mug', undefined],
    [isMangledNumber, '7,01235E+12', true],
    [isMangledNumber, '7012345678', false],
  ]
  for (const [read, value, expected] of cases) {
    test(`${read.name} of ${value}`, () => assert.equal(read(value), expected))
  }

  test('are tried as GTIN, platform id, SKU, handle, address', () => {
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

  test('never turn the digits at the end of a handle into an id', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,10}-\d{5,14}$/), (value) => {
        fc.pre(!value.startsWith('shopify-'))
        assert.deepEqual(productKeys({ handle: handle(value) }), [{ kind: 'handle', value }])
        assert.equal(platformProductId(value), value)
      }),
    )
  })

  test('never throw, whatever the text', () => {
    fc.assert(
      fc.property(anyText(), (value) => {
        for (const read of [platformProductId, handle, gtin, productUrl]) read(value)
        productKeys({ url: value })
      }),
    )
  })
})
