import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProductKey } from './formats/products.ts'
import { chooseProduct, chooseStatus, cleanFileName, formatKey, joinRemarks } from './rules.ts'

describe('the initial status of a review', () => {
  const table = [
    ['approved', true, 'pending', 'pending'],
    ['approved', true, 'approved', 'approved'],
    ['pending', false, 'approved', 'approved'],
    ['pending', true, 'approved', 'pending'],
    ['pending', true, 'pending', 'pending'],
    ['rejected', true, 'approved', 'rejected'],
    ['rejected', true, 'pending', 'rejected'],
    ['spam', true, 'approved', 'spam'],
    ['spam', true, 'pending', 'spam'],
  ] as const
  for (const [claimed, isStated, asked, expected] of table) {
    test(`${claimed} in the file (${isStated ? 'stated' : 'not stated'}), ${asked} requested: ${expected}`, () => {
      assert.equal(chooseStatus(claimed, isStated, asked), expected)
    })
  }
})

describe('the product of a row', () => {
  const keys: ProductKey[] = [
    { kind: 'gtin', value: '4006381333931' },
    { kind: 'sku', value: 'S-1' },
    { kind: 'handle', value: 'mug' },
  ]
  const known = (entries: Record<string, string[]>) =>
    new Map(Object.entries(entries).map(([name, ids]) => [name, new Set(ids)]))

  test('the first reference that matches exactly one product decides', () => {
    assert.deepEqual(chooseProduct(keys, known({ 'sku:S-1': ['b'], 'handle:mug': ['c'] })), { productId: 'b' })
  })

  test('a reference that matches several products is skipped', () => {
    const products = known({ 'gtin:4006381333931': ['a', 'b'], 'handle:mug': ['c'] })
    assert.deepEqual(chooseProduct(keys, products), { productId: 'c' })
  })

  test('a row without a match is reported with its references, never with an e-mail address', () => {
    const none = chooseProduct([...keys, { kind: 'url', value: 'jane@example.com' }], new Map())
    assert.ok('problem' in none)
    assert.equal(none.problem.code, 'product_not_found')
    assert.match(none.problem.message, /GTIN “4006381333931”, SKU “S-1”, handle “mug”, address “\[e-mail\]”/)
    const several = chooseProduct(keys, known({ 'sku:S-1': ['a', 'b'] }))
    assert.equal('problem' in several && several.problem.code, 'product_ambiguous')
  })

  test('a GTIN is the same number with any number of leading zeros', () => {
    const [a, b] = ['012345678905', '0012345678905'].map((value) => formatKey({ kind: 'gtin', value }))
    assert.equal(a, b)
    assert.notEqual(formatKey({ kind: 'sku', value: '01' }), formatKey({ kind: 'sku', value: '1' }))
  })
})

test('a file name loses folders and control characters, and a blank name becomes null', () => {
  const names = [
    'C:\\temp\\a.csv',
    '../../etc/passwd',
    'a\u0000\u202eb.csv',
    '   ',
    undefined,
    `${'x'.repeat(300)}.csv`,
  ]
  assert.deepEqual(names.map(cleanFileName), ['a.csv', 'passwd', 'ab.csv', null, null, 'x'.repeat(255)])
  assert.equal(cleanFileName(`${'x'.repeat(254)}😀`)?.isWellFormed(), true)
})

test('several remarks are joined under the first code', () => {
  const remarks = [
    { code: 'a', message: 'First.' },
    { code: 'b', message: 'Second.' },
  ]
  assert.deepEqual(joinRemarks(remarks), { code: 'a', message: 'First. Second.' })
  assert.deepEqual(joinRemarks([]), { code: null, message: null })
})
