import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { checkDigit, isValidGtin, normalGtin } from './rules.ts'

const valid: [text: string, why: string][] = [
  ['96385074', 'GTIN-8'],
  ['036000291452', 'GTIN-12'],
  ['4006381333931', 'GTIN-13'],
  ['04006381333931', 'GTIN-13 written with 14 digits'],
  ['10614141543219', 'GTIN-14 of a case'],
  ['9780306406157', 'ISBN-13'],
  ['979-10-90636-07-1', 'ISBN-13 with hyphens'],
  ['978\u20110\u2011306\u201140615\u20117', 'non-breaking hyphens'],
  [' 4006381 333931\t', 'spaces'],
  ['\uFEFF4006381333931', 'byte order mark from a spreadsheet'],
  ['0000096385074', 'GTIN-8 written with 13 digits'],
  ['9771234567003', 'periodical (ISSN)'],
  ['9521234567899', 'GS1 demonstration prefix'],
]

for (const [text, why] of valid) {
  test(`the check accepts ${JSON.stringify(text)}: ${why}`, () => assert.equal(isValidGtin(text), true))
}

const invalid: [text: string, why: string][] = [
  ['', 'empty'],
  ['  - ', 'separators only'],
  ['4006381333932', 'wrong check digit'],
  ['400638133393', 'one digit missing'],
  ['963850745', '9 digits'],
  ['0306406152', 'ISBN-10'],
  ['080442957X', 'ISBN-10 with X'],
  ['104006381333931', '15 digits'],
  ['00000000', 'zeros, 8'],
  ['000000000000', 'zeros, 12'],
  ['0000000000000', 'zeros, 13'],
  ['00000000000000', 'zeros, 14'],
  ['4.00638E+12', 'a spreadsheet number'],
  ['N/A', 'a word'],
  ['٤٠٠٦٣٨١٣٣٣٩٣١', 'digits of another script'],
  ['4006381333931,4006381333931', 'two numbers in one field'],
  [`${'0'.repeat(100)}4006381333931`, 'far too long'],
]

for (const [text, why] of invalid) {
  test(`the check refuses ${JSON.stringify(text.slice(0, 30))}: ${why}`, () => assert.equal(isValidGtin(text), false))
}

const withCheckDigit = (body: string) => body + checkDigit(body)

for (const body of ['200000000001', '212345678901', '299999999999', '020000000001', '041234567890', '051234567890']) {
  test(`the check refuses ${body}…: a number for use within one shop or region, or a coupon`, () => {
    assert.equal(isValidGtin(withCheckDigit(body)), false)
    assert.equal(isValidGtin(withCheckDigit(`1${body}`)), false, 'nor as a case of them')
  })
}

for (const body of ['980123456789', '981123456789', '984123456789', '990123456789', '999123456789']) {
  test(`the check refuses ${body}…: a coupon or refund receipt`, () =>
    assert.equal(isValidGtin(withCheckDigit(body)), false))
}

for (const body of ['2123456', '0123456']) {
  test(`the check refuses the 8-digit ${body}…: company-internal, even padded with zeros`, () => {
    const code = withCheckDigit(body)
    for (const form of [code, code.padStart(12, '0'), code.padStart(13, '0'), code.padStart(14, '0')]) {
      assert.equal(isValidGtin(form), false, form)
    }
  })
}

test('the normal form of a GTIN is its digits, including leading zeros', () => {
  assert.equal(normalGtin(' 0-4006381-33393-1 '), '04006381333931')
  assert.equal(normalGtin('036000291452'), '036000291452')
})

const digit = fc.integer({ min: 0, max: 9 })
// The first digits come from unrestricted ranges, so only the check digit decides.
const gtins = fc
  .tuple(fc.constantFrom(8, 12, 13, 14), fc.array(digit, { minLength: 13, maxLength: 13 }))
  .map(([length, digits]) => {
    const head = length === 14 ? '14' : length === 12 ? '7' : '4'
    return withCheckDigit((head + digits.join('')).slice(0, length - 1))
  })

test('every number with a correct check digit is accepted', () => {
  fc.assert(fc.property(gtins, isValidGtin), { numRuns: 500 })
})

test('a single changed digit is always detected', () => {
  fc.assert(
    fc.property(gtins, fc.nat(), fc.integer({ min: 1, max: 9 }), (gtin, at, change) => {
      const index = at % gtin.length
      const changed = (Number(gtin[index]) + change) % 10
      return !isValidGtin(gtin.slice(0, index) + changed + gtin.slice(index + 1))
    }),
    { numRuns: 2000 },
  )
})

test('separators between the digits change nothing', () => {
  fc.assert(
    fc.property(
      gtins,
      fc.array(fc.constantFrom('', ' ', '-', '\u2013', '\u00A0'), { maxLength: 14 }),
      (gtin, marks) => {
        const spread = [...gtin].map((character, index) => character + (marks[index] ?? '')).join('')
        return normalGtin(spread) === gtin
      },
    ),
  )
})
