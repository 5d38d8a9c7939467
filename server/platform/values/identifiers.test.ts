import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cellText, gtinKey, idKey, isMangledNumber, readGtin, readId, readSku } from './identifiers.ts'

const value = (read: ReturnType<typeof readId>) => (read && 'value' in read ? read.value : read)

describe('an id', () => {
  const cells: [cell: string, id: string][] = [
    ['9038861234567', '9038861234567'],
    ['9038861234567.0', '9038861234567'],
    ['9038861234567,00', '9038861234567'],
    ["'00123", '00123'],
    ['’00123', '00123'],
    ['="00123"', '00123'],
    ['= "a ""b"""', 'a "b"'],
    ['"00123"', '00123'],
    ['\u00a0 123\u200b ', '123'],
    ['gid://shopify/Product/77', '77'],
    ['gid://shopify/ProductVariant/77', '77'],
    ['shopify-77', '77'],
    ['shopify-mug', 'shopify-mug'],
    ['v1.0', 'v1.0'],
    ['mug', 'mug'],
    ['1E5', '1E5'],
  ]
  for (const [cell, id] of cells) test(`${cell} is ${id}`, () => assert.equal(value(readId(cell)), id))

  test('an id is reported as lost if a spreadsheet shortened it, and never parsed as another id', () => {
    for (const cell of [
      '9.03886E+12',
      '9,03886E+12',
      '="9.03886E+12"',
      "'9.03886e+12",
      '9E+12',
      '9.03886E12',
      ' 4.00638E+12 ',
    ]) {
      assert.ok(isMangledNumber(cell), cell)
      for (const read of [readId, readSku, readGtin]) assert.ok('mangled' in (read(cell) ?? {}), cell)
    }
  })

  test('an id has the same comparison key in every notation', () => {
    for (const cell of [
      ...['00123', '123', '123.0', '123,00', ' 1 2 3', 'gid://shopify/Product/123', 'shopify-123', '0123\u200b'],
      ...["'00123", '’123', '="00123"', '= "123"', '"123"', "\u00a0'123"],
    ])
      assert.equal(idKey(cell), '123', cell)
    for (const cell of ['9.03886E+12', "'9,03886e12", '="9E+12"', ' ']) assert.equal(idKey(cell), null, cell)
    assert.equal(idKey('A–1—b'), idKey('A-1-b'))
    assert.notEqual(idKey('A1b'), idKey('A-1-b'))
    assert.notEqual(idKey('a'), idKey('A'))
    assert.equal(idKey('0'), '0')
  })
})

describe('a GTIN', () => {
  const same = [
    '4006381333931',
    '04006381333931',
    '4 006381-333931',
    '4–006381—333931',
    "'4006381333931",
    '="4006381333931"',
    '4006381333931.0',
  ]
  test('a GTIN is the same number in every notation', () => {
    for (const cell of same) {
      assert.equal(gtinKey(String(value(readGtin(cell)))), '4006381333931', cell)
      assert.equal(gtinKey(cell), '4006381333931', cell)
    }
    assert.equal(value(readGtin('12345678905')), '12345678905')
    for (const cell of ['', 'n/a', '123', '123456789012345', 'ABC-4006381'])
      assert.equal(readGtin(cell), undefined, cell)
    for (const cell of ['4.00638E+12', '="4,00638E+12"', 'n/a', '00000000']) assert.equal(gtinKey(cell), null, cell)
  })
})

test('a number is read without any characters that spreadsheets put around it', () => {
  const digits = fc.stringMatching(/^[1-9]\d{6,13}$/)
  const frame = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `="${text}"`,
    (text) => `'${text}`,
    (text) => `${text}.0`,
    (text) => `0${text}`,
    (text) => ` ${text}\u00a0`,
    (text) => `"${text}"`,
  )
  fc.assert(
    fc.property(digits, frame, (text, framed) => {
      const cell = framed(text)
      assert.equal(idKey(String(value(readId(cell)))), text)
      if (text.length < 14) assert.equal(gtinKey(String(value(readGtin(cell)))), text)
      assert.equal(cellText(cellText(cell)), cellText(cell))
    }),
  )
})

test('computing a key again leaves a GTIN key unchanged and makes no id key longer', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w –-]{1,20}$/), (text) => {
      const [id, gtin] = [idKey(text), gtinKey(text)]
      if (id !== null) assert.ok((idKey(id) ?? '').length <= id.length)
      if (gtin !== null) assert.equal(gtinKey(gtin), gtin)
    }),
  )
})
