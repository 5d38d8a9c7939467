import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { AppError } from '#platform/values/errors.ts'
import { decideSubscriptionState, includes, lapsesAtMs, planFeatures, prices, requirePlan } from './rules.ts'
import { plans } from './schema.ts'

const now = new Date('2026-11-21T00:00:00Z')
const days = (n: number) => new Date(now.getTime() + n * 86_400_000).toISOString()
const facts = (more: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  plan: 'growth',
  status: 'active',
  trialEndsAt: null,
  currentPeriodEndsAt: null,
  pastDueSince: null,
  ...more,
})

test('each state lapses when its time is over, and not an instant before', () => {
  const cases: [Partial<SubscriptionFacts>, string, boolean][] = [
    [{ status: 'trialing', trialEndsAt: days(0.001) }, 'trialing', false],
    [{ status: 'trialing', trialEndsAt: days(0) }, 'expired', true],
    [{ status: 'active' }, 'active', false],
    [{ status: 'past_due', pastDueSince: days(-13.99) }, 'past_due', false],
    [{ status: 'past_due', pastDueSince: days(-14) }, 'expired', true],
    [{ status: 'cancelled', currentPeriodEndsAt: days(3) }, 'cancelled', false],
    [{ status: 'cancelled', currentPeriodEndsAt: days(-3) }, 'cancelled', true],
    [{ status: 'expired' }, 'expired', true],
    [{ status: 'something new' }, 'expired', true],
  ]
  for (const [more, status, lapsed] of cases)
    assert.deepEqual(
      decideSubscriptionState(facts(more), now, 'manual'),
      { plan: 'growth', status, lapsed },
      JSON.stringify(more),
    )
})

test('the computed instant of a lapse is the instant at which it happens', () => {
  const instant = fc.option(fc.integer({ min: -30, max: 30 }).map(days), { nil: null })
  const anyFacts = fc.record({
    ...{ trialEndsAt: instant, currentPeriodEndsAt: instant, pastDueSince: instant, plan: fc.constant('growth') },
    status: fc.constantFrom('trialing', 'active', 'past_due', 'cancelled', 'expired', 'other'),
  })
  fc.assert(
    fc.property(anyFacts, (each) => {
      const atMs = lapsesAtMs(each, 'manual')
      if (Number.isFinite(atMs))
        assert.deepEqual(
          [-1, 0, 1].map((ms) => decideSubscriptionState(each, new Date(atMs + ms), 'manual').lapsed),
          [false, true, true],
        )
      else assert.equal(decideSubscriptionState(each, now, 'manual').lapsed, atMs < 0)
    }),
  )
})

test('a trial has the features of Growth, for any plan in its row', () => {
  assert.equal(
    decideSubscriptionState(facts({ plan: 'starter', status: 'trialing', trialEndsAt: days(1) }), now, 'manual').plan,
    'growth',
  )
})

test('a higher plan has every feature of a lower one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...plans), fc.integer({ min: 0, max: 1 }), (least, i) => {
      const [lower, higher] = [plans[i], plans[i + 1]]
      if (lower && higher && includes(lower, least)) assert.ok(includes(higher, least))
    }),
  )
  assert.deepEqual(prices, { starter: '49.00', growth: '99.00', scale: '299.00' })
})

const features = planFeatures({ loyalty: 'growth', evidence_packs: 'scale' })

test('the service does not start if a feature names an unknown plan', () => {
  assert.throws(() => planFeatures({ loyalty: 'golden' }), /loyalty names an unknown plan golden/)
})

const refusal = (op: object, more: Partial<SubscriptionFacts>): AppError | undefined => {
  try {
    requirePlan(op as never, facts(more), now, 'manual', features)
    return undefined
  } catch (error) {
    return error as AppError
  }
}

test('a lapsed store can be read, and writes are refused unless exempt', () => {
  assert.equal(refusal({ method: 'GET' }, { status: 'expired' }), undefined)
  assert.equal(refusal({ method: 'PUT' }, { status: 'expired' })?.code, 'subscription_expired')
  assert.equal(refusal({ method: 'POST', plan: { whileLapsed: true } }, { status: 'expired' }), undefined)
})

test('a refusal for the plan names the required plan', () => {
  const error = refusal({ method: 'POST', plan: { feature: 'evidence_packs' } }, { plan: 'growth' })
  assert.deepEqual([error?.status, error?.code, error?.extra], [403, 'plan_required', { requiredPlan: 'scale' }])
  assert.equal(refusal({ method: 'POST', plan: { feature: 'loyalty' } }, { plan: 'growth' }), undefined)
})

test('with billing off, every store has every feature forever, for any plan in its row', () => {
  for (const status of ['trialing', 'active', 'past_due', 'cancelled', 'expired', 'other']) {
    const row = facts({ plan: 'starter', status, trialEndsAt: days(-900), currentPeriodEndsAt: days(-900) })
    assert.deepEqual(decideSubscriptionState(row, now, 'off'), { plan: 'scale', status: 'active', lapsed: false })
    assert.equal(lapsesAtMs(row, 'off'), Number.POSITIVE_INFINITY)
    for (const feature of Object.keys(features))
      requirePlan({ method: 'PUT', plan: { feature } } as never, row, now, 'off', features)
  }
})
