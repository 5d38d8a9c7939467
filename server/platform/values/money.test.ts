import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isCountry } from './countries.ts'
import { formatAmount, isCurrency, normalizeAmount } from './money.ts'

test("a formatted amount has at least its currency's decimals, and every further significant digit", () => {
  const cases: [string, string | null, string][] = [
    ['120.5', 'EUR', '120.50'],
    ['120.500000', 'EUR', '120.50'],
    ['0120', 'EUR', '120.00'],
    ['0', 'EUR', '0.00'],
    ['-0.00', 'EUR', '0.00'],
    ['-1.5', 'EUR', '-1.50'],
    ['1200.00', 'JPY', '1200'],
    ['1200.5', 'JPY', '1200.5'],
    ['1.2', 'KWD', '1.200'],
    ['0.1234', 'USD', '0.1234'],
    ['24.9', null, '24.90'],
    ['24', null, '24.00'],
    ['24.001', 'QQQ', '24.001'],
  ]
  for (const [amount, currency, expected] of cases) assert.equal(formatAmount(amount, currency), expected, amount)
})

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.nat({ max: 999_999 }))
  .map(([whole, millionths]) => [whole, String(millionths).padStart(6, '0')] as const)
const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', null)

test('equal amounts are stored in the same form, and no amount changes its value', () => {
  fc.assert(
    fc.property(amount, currency, fc.nat({ max: 3 }), ([whole, fraction], code, zeros) => {
      const full = `${'0'.repeat(zeros)}${whole}.${fraction}`
      const short = `${whole}.${fraction}`.replace(/\.?0+$/, '')
      assert.equal(normalizeAmount(full, code), normalizeAmount(short || '0', code))
      const millionths = (text: string) => {
        const [w = '', f = ''] = text.split('.')
        return BigInt(w) * 1_000_000n + BigInt(f.padEnd(6, '0'))
      }
      assert.equal(millionths(formatAmount(full, code)), millionths(full))
    }),
  )
})

test('currency and country codes are those of ISO 4217 and ISO 3166-1, where the runtime knows them', () => {
  for (const code of Intl.supportedValuesOf('currency')) assert.ok(isCurrency(code), code)
  for (const code of ['XXX', 'XTS', 'ZZZ', 'EURO', 'eur', '', '__proto__']) assert.equal(isCurrency(code), false, code)
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const pairs = alphabet.flatMap((a) => alphabet.map((b) => a + b))
  const countries = pairs.filter(isCountry)
  assert.equal(countries.length, 250)
  for (const code of countries) assert.ok(named.of(code), code)
  for (const code of ['UK', 'EU', 'ZZ', 'de', 'DEU', '']) assert.equal(isCountry(code), false, code)
})
