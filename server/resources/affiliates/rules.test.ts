import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  codeInCookies,
  computeEarnings,
  decideState,
  dollars,
  type Fact,
  isSelfReferral,
  mostPerReferral,
} from './rules.ts'

const paid = (invoiceId: string, net: bigint, at: string): Fact => ({
  kind: 'paid',
  documentId: invoiceId,
  invoiceId,
  net,
  at,
})
const refunded = (invoiceId: string, net: bigint, at: string, documentId = `c${invoiceId}`): Fact => ({
  ...{ kind: 'refunded', documentId, invoiceId, net, at },
})
const amounts = (facts: Fact[]) => computeEarnings(facts).map(({ amount }) => dollars(amount))
const monthOf = (i: number) => new Date(Date.UTC(2026, i, 15)).toISOString()
const total = (facts: readonly Fact[]) => computeEarnings(facts).reduce((sum, { amount }) => sum + amount, 0n)

test('a commission is a fifth of the net payment; half a cent is rounded up', () => {
  assert.deepEqual(amounts([paid('a', 299_00n, monthOf(0))]), ['59.80'])
  for (const [net, share] of [
    [1n, '0.00'],
    [2n, '0.00'],
    [3n, '0.01'],
    [12n, '0.02'],
    [13n, '0.03'],
  ] as const)
    assert.deepEqual(amounts([paid('a', net, monthOf(0))]), [share], String(net))
})

test('a referral earns at most 500.00, and a refund frees part of the maximum', () => {
  const year = Array.from({ length: 12 }, (_, i) => paid(`i${i}`, 299_00n, monthOf(i)))
  assert.equal(dollars(total(year)), '500.00')
  assert.deepEqual(amounts(year).slice(7, 10), ['59.80', '21.60', '0.00'])
  const refund = refunded('i0', 299_00n, new Date(Date.UTC(2026, 8, 20)).toISOString())
  assert.deepEqual(amounts([...year, refund]).slice(8, 11), ['21.60', '-59.80', '59.80'])
})

test('earnings end a year after the first payment: from 29 February, on 28 February', () => {
  const first = paid('a', 100_00n, '2028-02-29T12:00:00.000Z')
  const last = paid('b', 100_00n, '2029-02-28T11:59:59.999Z')
  const late = paid('c', 100_00n, '2029-02-28T12:00:00.000Z')
  assert.deepEqual(amounts([late, first, last]), ['20.00', '20.00', '0.00'])
})

test("refunds, even partial ones, take back at most their invoice's earning, and count once each", () => {
  const invoice = paid('a', 100_00n, monthOf(0))
  const parts = [refunded('a', 60_00n, monthOf(1), 'c1'), refunded('a', 60_00n, monthOf(2), 'c2')]
  assert.deepEqual(amounts([invoice, ...parts, ...parts]), ['20.00', '-12.00', '-8.00'])
  assert.deepEqual(amounts([refunded('unheard', 50_00n, monthOf(0))]), ['0.00'])
})

test("a refund takes effect when its invoice's earning becomes payable, or immediately after that time", () => {
  const facts = [paid('a', 100_00n, '2026-01-01T00:00:00.000Z')]
  const due = (more: Fact[]) => computeEarnings([...facts, ...more]).map(({ payableAt }) => payableAt.slice(0, 10))
  assert.deepEqual(due([refunded('a', 1_00n, '2026-01-05T00:00:00.000Z')]), ['2026-01-31', '2026-01-31'])
  assert.deepEqual(due([refunded('a', 1_00n, '2026-03-05T00:00:00.000Z')]), ['2026-01-31', '2026-03-05'])
})

const history = fc
  .array(
    fc.record({
      net: fc.bigInt(1n, 3000_00n),
      day: fc.integer({ min: 0, max: 500 }),
      refunds: fc.array(fc.record({ net: fc.bigInt(1n, 4000_00n), day: fc.integer({ min: -3, max: 90 }) }), {
        maxLength: 3,
      }),
    }),
    { maxLength: 20 },
  )
  .map((invoices) =>
    invoices.flatMap(({ net, day, refunds }, i): Fact[] => {
      const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString()
      return [
        paid(`i${i}`, net, at(day)),
        ...refunds.map((refund, j) => refunded(`i${i}`, refund.net, at(day + refund.day), `c${i}-${j}`)),
      ]
    }),
  )

test('payments and refunds in any order and repetition give the same earnings, between zero and the maximum', () => {
  fc.assert(
    fc.property(
      history.chain((facts) =>
        fc.tuple(fc.constant(facts), fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 })),
      ),
      ([facts, heard]) => {
        const expected = computeEarnings(facts)
        assert.deepEqual(computeEarnings(heard), expected)
        let earned = 0n
        const ofInvoice = new Map<string, bigint>()
        for (const { amount, invoiceId } of expected) {
          earned += amount
          ofInvoice.set(invoiceId, (ofInvoice.get(invoiceId) ?? 0n) + amount)
          assert.ok(earned >= 0n && earned <= mostPerReferral, String(earned))
          assert.ok((ofInvoice.get(invoiceId) ?? 0n) >= 0n)
        }
      },
    ),
  )
})

test('the state of a referral follows from its first payment, earnings and rejection', () => {
  const now = new Date('2027-01-01T00:00:00Z')
  const state = (firstPaidAt: string | null, earned = 0n, rejectedReason: string | null = null) =>
    decideState({ rejectedReason, firstPaidAt, earned }, now)
  assert.equal(state(null), 'signed_up')
  assert.equal(state('2026-06-01T00:00:00Z'), 'paying')
  assert.equal(state('2026-01-01T00:00:00Z'), 'ended')
  assert.equal(state('2026-06-01T00:00:00Z', 500_00n), 'ended')
  assert.equal(state('2026-06-01T00:00:00Z', 0n, 'self_referral'), 'rejected')
})

test('affiliates cannot refer themselves by another +tag in their address', () => {
  const own = [{ userId: 'u1', email: 'Jane+shop@example.com' }]
  const other = (email: string, userId = 'u2') => isSelfReferral(own, [{ userId, email }])
  assert.equal(other('jane@example.com'), true)
  assert.equal(other('JANE+other+more@EXAMPLE.com'), true)
  assert.equal(other('someone@example.com', 'u1'), true)
  assert.equal(other('janet@example.com'), false)
  assert.equal(other('jane@example.org'), false)
})

test('only a valid code is read from cookies', () => {
  assert.equal(codeInCookies('a=b; evident_ref=acme-1; c=d'), 'acme-1')
  for (const bad of [
    undefined,
    '',
    'evident_ref=',
    'evident_ref=<script>',
    'xevident_ref=acme',
    `evident_ref=${'a'.repeat(99)}`,
  ])
    assert.equal(codeInCookies(bad), undefined, String(bad))
})
