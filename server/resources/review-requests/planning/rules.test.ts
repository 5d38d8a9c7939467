import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaults } from '#resources/email/settings/rules.ts'
import { triggers } from '#resources/email/settings/schema.ts'
import { dueAt, isTooOld, type PlanFacts, planRequest, wakeUpTimes } from './rules.ts'

const now = new Date('2026-11-21T09:00:00Z')
const day = 86_400_000
const order: PlanFacts = {
  email: 'jane@customer.example',
  placedAt: '2026-11-01T00:00:00.000Z',
  fulfilledAt: '2026-11-03T00:00:00.000Z',
  deliveredAt: '2026-11-06T00:00:00.000Z',
  cancelledAt: null,
  total: '10.00',
  refundedTotal: '0',
  hasLines: true,
}

test('the delay counts from delivery if known, else from dispatch, else from the order', () => {
  const due = (more: Partial<PlanFacts>, trigger: 'delivered' | 'fulfilled' | 'placed' = 'delivered') =>
    dueAt({ ...order, ...more }, { ...defaults, trigger })
      .toISOString()
      .slice(0, 10)
  assert.equal(due({}), '2026-11-20')
  assert.equal(due({ deliveredAt: null }), '2026-11-17')
  assert.equal(due({ deliveredAt: null, fulfilledAt: null }), '2026-11-15')
  assert.equal(due({ fulfilledAt: null }), '2026-11-20')
  assert.equal(due({}, 'fulfilled'), '2026-11-17')
  assert.equal(due({ fulfilledAt: null }, 'fulfilled'), '2026-11-15')
  assert.equal(due({}, 'placed'), '2026-11-15')
})

test('a skipped request gets the most serious reason that applies, immediately', () => {
  const reason = (more: Partial<PlanFacts>) => planRequest({ ...order, ...more }, defaults, now).reason
  assert.equal(reason({}), null)
  assert.equal(reason({ hasLines: false }), 'no_products')
  assert.equal(reason({ hasLines: false, placedAt: '2026-08-01T00:00:00Z' }), 'too_old')
  assert.equal(reason({ email: null, placedAt: '2026-08-01T00:00:00Z' }), 'no_email')
  assert.equal(reason({ email: null, cancelledAt: '2026-11-02T00:00:00Z' }), 'order_cancelled')
})

test('buyers who ordered before the shop was connected get no request', () => {
  const connectedAt = new Date('2026-11-05T00:00:00Z')
  assert.equal(planRequest(order, defaults, now, connectedAt).reason, 'before_connection')
  assert.equal(planRequest({ ...order, placedAt: '2026-11-05T00:00:00Z' }, defaults, now, connectedAt).reason, null)
})

test('an order is too old from the day after the last permitted day', () => {
  const placedAt = '2026-08-01T10:00:00.000Z'
  const after = (ms: number) => isTooOld(placedAt, { maxOrderAgeDays: 90 }, new Date(Date.parse(placedAt) + ms))
  assert.equal(after(90 * day), false)
  assert.equal(after(91 * day - 1), false)
  assert.equal(after(91 * day), true)
})

const endOfTime = Date.parse('9999-12-31T23:59:59.999Z')
const instant = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
const maybe = fc.option(instant.map((at) => at.toISOString()))

test('for any dates, a plan has a skip reason or a valid due time', () => {
  fc.assert(
    fc.property(
      fc.record({
        placedAt: instant.map((at) => at.toISOString()),
        fulfilledAt: maybe,
        deliveredAt: maybe,
        cancelledAt: maybe,
        email: fc.option(fc.constant('a@b.example')),
        total: fc.constantFrom(null, '0', '10.00'),
        refundedTotal: fc.constantFrom('0', '5', '10.000'),
        hasLines: fc.boolean(),
      }),
      fc.constantFrom(...triggers),
      fc.integer({ min: 0, max: 90 }),
      (facts, trigger, delayDays) => {
        const plan = planRequest(facts, { ...defaults, trigger, delayDays }, now)
        assert.equal(plan.state === 'skipped', plan.reason !== null)
        assert.equal(plan.state === 'scheduled', plan.scheduledFor !== null)
        if (plan.scheduledFor) {
          assert.match(plan.scheduledFor.toISOString(), /^\d{4}-/)
          const known = [facts.placedAt, facts.fulfilledAt, facts.deliveredAt].flatMap((at) =>
            at ? [Date.parse(at)] : [],
          )
          const delayMs = delayDays * day
          assert.ok(known.some((at) => at + delayMs === plan.scheduledFor?.getTime() || at + delayMs > endOfTime))
          const lastWakeUp = endOfTime - 600_000
          assert.ok(
            wakeUpTimes([plan.scheduledFor]).every(
              (at) => at.getTime() >= Math.min(lastWakeUp, plan.scheduledFor?.getTime() ?? 0),
            ),
          )
        }
      },
    ),
  )
})

test('a batch of due times causes few wake-ups, and none is too early', () => {
  const at = (minutes: number) => new Date(Date.parse('2026-12-01T00:00:00Z') + minutes * 60_000)
  assert.deepEqual(wakeUpTimes([at(1), at(4), at(5), at(6)]), [at(5), at(10)])
  assert.deepEqual(wakeUpTimes([]), [])
})
