import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createGraceTimes,
  createLapseTimes,
  type Earning,
  fold,
  orderPoints,
  pickTier,
  type Redemption,
} from './rules.ts'

const day = 86_400_000
const start = Date.parse('2026-01-01T10:00:00Z')
const grace = createGraceTimes('UTC')

const order = (id: string, earnedOn: number, points: number, holdDays = 0): Earning => ({
  id,
  kind: 'order',
  earnedAt: start + earnedOn * day,
  maturesAt: start + (earnedOn + holdDays) * day,
  points,
})
const spend = (id: string, on: number, points: number, reversedOn?: number): Redemption => ({
  id,
  at: start + on * day,
  points,
  reversedAt: reversedOn === undefined ? null : start + reversedOn * day,
})
const on = (days: number) => start + days * day

describe('the computation of points', () => {
  test('spending and expiry use the oldest points first', () => {
    const facts = { earnings: [order('a', 0, 100), order('b', 10, 50)], redemptions: [spend('r', 20, 60)] }
    const lapse = createLapseTimes({ startsAt: 0, days: 30 }, 'UTC')
    const before = fold(facts, lapse, grace, on(25))
    assert.equal(before.balance, 90)
    assert.deepEqual(before.nextExpiry, { at: Date.parse('2026-01-31T23:59:59.999Z'), points: 40 })
    const after = fold(facts, lapse, grace, Date.parse('2026-02-01T00:00:00Z'))
    assert.equal(after.balance, 50)
    assert.equal(after.tierPoints, 150)
  })

  test('points that are spent and later lost become a debt, paid by later earnings', () => {
    const redemptions = [spend('r', 1, 80)]
    const cancelled = fold({ earnings: [order('a', 0, 0)], redemptions }, createLapseTimes(null, 'UTC'), grace, on(2))
    assert.equal(cancelled.balance, -80)
    const earnings = [order('a', 0, 0), order('b', 3, 100)]
    assert.equal(fold({ earnings, redemptions }, createLapseTimes(null, 'UTC'), grace, on(4)).balance, 20)
  })

  test('a reversed redemption restores its points; those that expired are valid thirty more days', () => {
    const facts = { earnings: [order('a', 0, 100)], redemptions: [spend('r', 5, 100, 50)] }
    const lapse = createLapseTimes({ startsAt: 0, days: 30 }, 'UTC')
    const given = fold(facts, lapse, grace, on(51))
    assert.equal(given.balance, 100)
    assert.equal(given.nextExpiry?.at, Date.parse('2026-03-22T23:59:59.999Z'))
    assert.equal(fold(facts, lapse, grace, on(90)).balance, 0)
  })

  test("days follow the programme's time zone, across clock changes", () => {
    const lapse = createLapseTimes({ startsAt: 0, days: 1 }, 'Europe/Berlin')
    const at = lapse(Date.parse('2026-03-28T12:00:00Z'))
    assert.equal(new Date(at ?? 0).toISOString(), '2026-03-29T21:59:59.999Z')
  })

  test('points earned before the start of expiry get their full lifetime from that start', () => {
    const lapse = createLapseTimes({ startsAt: Date.parse('2026-06-01T00:00:00Z'), days: 10 }, 'UTC')
    assert.equal(lapse(start), Date.parse('2026-06-11T23:59:59.999Z'))
  })
})

describe('points of an order', () => {
  const paid = { refundedTotal: '0', isCancelled: false }
  test('points of an order are counted exactly and rounded down', () => {
    assert.equal(orderPoints({ ...paid, total: '19.99' }, '1'), 19)
    assert.equal(orderPoints({ ...paid, total: '0.29' }, '100'), 29)
    assert.equal(orderPoints({ ...paid, total: '1.15', refundedTotal: '1.15' }, '100'), 0)
    assert.equal(orderPoints({ ...paid, total: '100', refundedTotal: '33.33' }, '1.5'), 100)
    assert.equal(orderPoints({ ...paid, total: '10', refundedTotal: '20' }, '1'), 0)
    assert.equal(orderPoints({ ...paid, total: '10', isCancelled: true }, '1'), 0)
    assert.equal(orderPoints({ ...paid, total: null }, '1'), 0)
    assert.equal(orderPoints({ ...paid, total: '999999999999999.999999' }, '1000'), 1_000_000_000)
  })
})

test('the tier is the one with the highest reached threshold', () => {
  const tiers = [
    { name: 'Gold', threshold: 1000 },
    { name: 'Silver', threshold: 100 },
  ]
  assert.equal(pickTier(tiers, 99), null)
  assert.equal(pickTier(tiers, 100), 'Silver')
  assert.equal(pickTier(tiers, 5000), 'Gold')
  assert.equal(pickTier([], 5000), null)
})

/** The reference model treats each point as a token and processes it day by day. It is slow but simple. */
type Token = { earnedAt: number; lot: string; lapsesAt: number }
type Owed = { by: string }

function simulate(
  earnings: readonly Earning[],
  redemptions: readonly Redemption[],
  lapseAt: (at: number) => number | undefined,
  now: number,
): number {
  let purse: Token[] = []
  let owed: Owed[] = []
  const usedFor = new Map<string, Token[]>()
  const moments = new Set([now])
  for (const { maturesAt } of earnings) moments.add(maturesAt)
  for (const { at, reversedAt } of redemptions) moments.add(at).add(reversedAt ?? at)
  const settle = () => {
    purse.sort((a, b) => a.earnedAt - b.earnedAt || (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : 0))
    while (owed.length > 0 && purse.length > 0) {
      const token = purse.shift() as Token
      const { by } = owed.shift() as Owed
      usedFor.set(by, [...(usedFor.get(by) ?? []), token])
    }
  }
  for (const moment of [...moments].filter((at) => at <= now).sort((a, b) => a - b)) {
    purse = purse.filter(({ lapsesAt }) => lapsesAt >= moment)
    const matured = earnings.filter(({ maturesAt, points }) => maturesAt === moment && points > 0)
    for (const { id, earnedAt, points } of matured.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const lapsesAt = lapseAt(earnedAt) ?? Number.POSITIVE_INFINITY
      for (let i = 0; i < points; i++) purse.push({ earnedAt, lot: id, lapsesAt })
      settle()
      purse = purse.filter((token) => token.lapsesAt >= moment)
    }
    const taken = [
      ...earnings
        .filter(({ maturesAt, points }) => maturesAt === moment && points < 0)
        .map(({ id, points }) => ({ id, points: -points })),
      ...redemptions.filter(({ at }) => at === moment).map(({ id, points }) => ({ id, points })),
    ].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id, points } of taken) {
      for (let i = 0; i < points; i++) owed.push({ by: id })
      settle()
    }
    const undone = redemptions.filter(({ reversedAt }) => reversedAt === moment).sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of undone) {
      owed = owed.filter(({ by }) => by !== id)
      for (const token of usedFor.get(id) ?? [])
        purse.push({ ...token, lapsesAt: token.lapsesAt < moment ? grace(moment) : token.lapsesAt })
      usedFor.delete(id)
      settle()
    }
  }
  return purse.length - owed.length
}

const days = fc.integer({ min: 0, max: 60 })
const earning = fc.record({ on: days, hold: fc.integer({ min: 0, max: 14 }), points: fc.integer({ min: -4, max: 20 }) })
const redeemed = fc.record({
  on: days,
  points: fc.integer({ min: 1, max: 25 }),
  undoneAfter: fc.option(fc.integer({ min: 0, max: 40 })),
})

test('for any history in any order, the balance equals that of the reference model', () => {
  fc.assert(
    fc.property(
      fc.array(earning, { maxLength: 8 }),
      fc.array(redeemed, { maxLength: 6 }),
      fc.option(fc.record({ startsOn: days, days: fc.integer({ min: 1, max: 30 }) })),
      fc.integer({ min: 0, max: 110 }),
      (earned, spent, expiry, today) => {
        const earnings = earned.map(({ on, hold, points }, i) => order(`e${i}`, on, points, hold))
        const redemptions = spent.map(({ on, points, undoneAfter }, i) =>
          spend(`s${i}`, on, points, undoneAfter === null ? undefined : on + undoneAfter),
        )
        const lapse = createLapseTimes(expiry && { startsAt: start + expiry.startsOn * day, days: expiry.days }, 'UTC')
        const folded = fold({ earnings, redemptions }, lapse, grace, on(today))
        assert.equal(folded.balance, simulate(earnings, redemptions, lapse, on(today)))
        assert.equal(
          folded.steps.reduce((sum, { delta }) => sum + delta, 0),
          folded.balance,
        )
        const turned = { earnings: earnings.toReversed(), redemptions: redemptions.toReversed() }
        assert.deepEqual(fold(turned, lapse, grace, on(today)), folded)
      },
    ),
    { numRuns: 3000 },
  )
})
