import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromMinorUnits, share, toMinorUnits } from '#platform/values/money.ts'
import { proration } from './proration.ts'
import { computeVat, outsideEu, parseVatCountry, reverseCharge, vatAmount } from './vat.ts'

const berlin = { country: 'DE', vatNumber: 'DE123456789', vatRate: '19', noVatNote: 'Small business, § 19 UStG.' }
const customer = (country: string | null, vatNumber: string | null = null) => ({ country, vatNumber })

test("VAT is due at the seller's rate, by reverse charge, or not at all", () => {
  assert.deepEqual(computeVat(berlin, customer('DE', 'DE999999999')), { rate: '19', note: null })
  assert.deepEqual(computeVat(berlin, customer(null)), { rate: '19', note: null })
  assert.deepEqual(computeVat(berlin, customer('FR')), { rate: '19', note: null }, 'no business that we know of')
  assert.deepEqual(computeVat(berlin, customer('FR', 'FR12345678901')), { rate: '0', note: reverseCharge })
  assert.deepEqual(
    computeVat(berlin, customer('FR', 'IT12345678901')),
    { rate: '19', note: null },
    'a number of elsewhere',
  )
  assert.deepEqual(computeVat(berlin, customer('GR', 'el 123 456 789')), { rate: '0', note: reverseCharge })
  assert.deepEqual(computeVat(berlin, customer('US')), { rate: '0', note: outsideEu })
  assert.deepEqual(computeVat({ ...berlin, vatNumber: null }, customer('FR')), { rate: '0', note: berlin.noVatNote })
  const zurich = { ...berlin, country: 'CH', vatNumber: 'CHE123', vatRate: '8.1', noVatNote: null }
  assert.deepEqual(computeVat(zurich, customer('CH')), { rate: '8.1', note: null })
  assert.deepEqual(computeVat(zurich, customer('DE', 'DE123456789')), { rate: '0', note: null })
  assert.equal(parseVatCountry('XX123'), undefined)
})

test('amounts are rounded to whole cents, with halves away from zero', () => {
  assert.equal(vatAmount(9900n, '19'), 1881n)
  assert.equal(vatAmount(50n, '19'), 10n)
  assert.equal(vatAmount(250n, '8.1'), 20n)
  assert.equal(share(-25n, 1n, 10n), -3n)
  assert.equal(toMinorUnits('-1.50', 'USD'), -150n)
  assert.equal(toMinorUnits('12', 'JPY'), 12n)
  assert.equal(fromMinorUnits(-5n, 'USD'), '-0.05')
  assert.equal(fromMinorUnits(1234n, 'KWD'), '1.234')
  assert.throws(() => toMinorUnits('1.001', 'USD'), /smallest unit/)
  fc.assert(
    fc.property(
      fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      (units, currency) => {
        assert.equal(toMinorUnits(fromMinorUnits(units, currency), currency), units)
      },
    ),
  )
})

test('an upgrade costs at most the full price difference, and less later in the period', () => {
  const startsAt = new Date('2028-02-29T00:00:00Z')
  const endsAt = new Date('2028-03-29T00:00:00Z')
  const at = (ms: number) => proration('starter', 'scale', { startsAt, endsAt }, new Date(startsAt.getTime() + ms))
  const whole = endsAt.getTime() - startsAt.getTime()
  assert.deepEqual([at(0), at(whole / 2), at(whole), at(whole + 1)], [25000n, 12500n, 0n, 0n])
  const moment = fc.integer({ min: 0, max: whole })
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)]
      assert.ok(at(earlier) >= at(later) && at(later) >= 0n && at(earlier) <= 25000n)
    }),
  )
})
