import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideSubscriptionState } from './rules.ts'
import { plans } from './schema.ts'
import {
  foldEvents,
  type Happening,
  inOrder,
  type SubscriptionEvent,
  type SubscriptionRecord,
  toFacts,
} from './transitions.ts'

const start = Date.parse('2026-11-21T00:00:00Z')
const day = 86_400_000
const at = (days: number) => new Date(start + days * day).toISOString()

const trial: SubscriptionRecord = {
  ...{ plan: 'growth', status: 'trialing', trialEndsAt: at(7), anchorAt: null, periodStartsAt: null },
  ...{ currentPeriodEndsAt: null, cancelledAt: null, nextPlan: null, nextPlanAt: null, owed: {} },
}
const baseline: SubscriptionEvent = { kind: 'baseline', key: 'baseline', at: at(0), record: trial }
const event = (days: number, happening: Happening, key = `${happening.kind}:${days}`): SubscriptionEvent => ({
  ...happening,
  key,
  at: at(days),
})
const stateAfter = (events: SubscriptionEvent[], days: number) => {
  const record = foldEvents([baseline, ...events.filter((each) => Date.parse(each.at) <= start + days * day)])
  assert.ok(record)
  const { plan, status, lapsed } = decideSubscriptionState(toFacts(record), new Date(start + days * day), 'manual')
  return [plan, status, lapsed]
}

const bought = event(3, { kind: 'paid', invoiceId: 'a', plan: 'scale', purpose: 'purchase' })
const owed = event(20, { kind: 'owed', invoiceId: 'b', dueAt: at(33) })
const renewed = (days: number) => event(days, { kind: 'paid', invoiceId: 'b', plan: 'scale', purpose: 'renewal' })

test('a subscription goes through trial, paid, overdue, expired and back', () => {
  assert.deepEqual(stateAfter([], 6.9), ['growth', 'trialing', false])
  assert.deepEqual(stateAfter([], 7), ['growth', 'expired', true])
  assert.deepEqual(stateAfter([bought], 3), ['scale', 'active', false])
  assert.deepEqual(stateAfter([bought, owed], 32.9), ['scale', 'active', false])
  assert.deepEqual(stateAfter([bought, owed], 33), ['scale', 'past_due', false])
  assert.deepEqual(stateAfter([bought, owed], 46.9), ['scale', 'past_due', false])
  assert.deepEqual(stateAfter([bought, owed], 47), ['scale', 'expired', true])
  assert.deepEqual(stateAfter([bought, owed, renewed(60)], 60), ['scale', 'active', false])
})

test('a renewal in grace continues the last period; a later payment starts a new period', () => {
  const foldToEnd = (events: SubscriptionEvent[]) => foldEvents([baseline, ...events])?.currentPeriodEndsAt
  assert.equal(foldToEnd([bought]), '2026-12-24T00:00:00.000Z')
  assert.equal(foldToEnd([bought, owed, renewed(25)]), '2027-01-24T00:00:00.000Z', 'paid early')
  assert.equal(foldToEnd([bought, owed, renewed(40)]), '2027-01-24T00:00:00.000Z', 'paid late')
  assert.equal(foldToEnd([bought, owed, renewed(60)]), '2027-02-20T00:00:00.000Z', 'paid after it had lapsed')
})

test('a downgrade waits for the end of the paid period; an upgrade is immediate', () => {
  const down = event(5, { kind: 'downgrade_scheduled', plan: 'starter' })
  assert.deepEqual(stateAfter([bought, down], 32), ['scale', 'active', false])
  const later = event(33.5, { kind: 'resumed' })
  assert.deepEqual(stateAfter([bought, down, later], 34), ['starter', 'active', false])
  assert.deepEqual(stateAfter([bought, down, event(6, { kind: 'downgrade_withdrawn' }), later], 34)[0], 'scale')
  const up = event(8, { kind: 'upgraded', plan: 'scale' })
  assert.deepEqual(stateAfter([event(3, { ...bought, plan: 'starter' } as Happening), up], 8)[0], 'scale')
})

test('a cancelled subscription works until its paid period ends, and can be resumed', () => {
  const cancelled = event(10, { kind: 'cancelled' })
  assert.deepEqual(stateAfter([bought, cancelled], 32), ['scale', 'cancelled', false])
  assert.deepEqual(stateAfter([bought, cancelled], 33), ['scale', 'cancelled', true])
  assert.deepEqual(stateAfter([bought, cancelled, event(12, { kind: 'resumed' })], 34)[1], 'active')
  assert.deepEqual(stateAfter([bought, cancelled, event(40, { kind: 'resumed' })], 40), ['scale', 'cancelled', true])
  assert.deepEqual(stateAfter([event(1, { kind: 'cancelled' })], 7), ['growth', 'cancelled', true], 'a trial')
  assert.deepEqual(stateAfter([event(1, { kind: 'cancelled' }), event(2, { kind: 'resumed' })], 3)[1], 'trialing')
})

test('an invoice that was paid before its issue date is not owed', () => {
  for (const days of [0, 5, 19.9, 20]) {
    const early = event(days, { kind: 'paid', invoiceId: 'b', plan: 'scale', purpose: 'renewal' })
    assert.deepEqual(stateAfter([bought, owed, early], 49), ['scale', 'active', false], `paid on day ${days}`)
  }
})

test('a refund or chargeback ends the subscription immediately', () => {
  assert.deepEqual(stateAfter([bought, event(9, { kind: 'ended' })], 9), ['scale', 'expired', true])
})

const plan = fc.constantFrom(...plans)
const invoiceId = fc.constantFrom('a', 'b', 'c')
const days = fc.integer({ min: 0, max: 120 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('owed' as const), invoiceId, dueAt: days.map(at) }),
  fc.record({ kind: fc.constant('voided' as const), invoiceId }),
  fc.record({
    kind: fc.constant('paid' as const),
    invoiceId,
    plan,
    purpose: fc.constantFrom('purchase' as const, 'renewal' as const, 'upgrade' as const),
  }),
  fc.record({ kind: fc.constant('upgraded' as const), plan }),
  fc.record({ kind: fc.constant('downgrade_scheduled' as const), plan }),
  fc.constantFrom<Happening>(
    { kind: 'downgrade_withdrawn' },
    { kind: 'cancelled' },
    { kind: 'resumed' },
    { kind: 'ended' },
  ),
  fc.record({
    kind: fc.constant('mirrored' as const),
    record: fc.record({
      plan,
      status: fc.constantFrom('active' as const, 'cancelled' as const, 'expired' as const),
      ...{ anchorAt: days.map(at), periodStartsAt: days.map(at), currentPeriodEndsAt: days.map(at) },
      ...{ cancelledAt: fc.constant(null), nextPlan: fc.constant(null), nextPlanAt: fc.constant(null) },
      owed: fc.constantFrom<Record<string, string>>({}, { provider: at(30) }, { a: at(10), b: at(30) }),
    }),
  }),
)
const events = fc
  .array(fc.tuple(days, happening), { maxLength: 12 })
  .map((all) => all.map(([at, each], i) => event(at, each, `${each.kind}:${i}`)))

function arrived(all: readonly SubscriptionEvent[]): SubscriptionRecord | undefined {
  const known: SubscriptionEvent[] = []
  let record: SubscriptionRecord | undefined
  for (const each of all) {
    if (!known.some(({ key }) => key === each.key)) known.push(each)
    record = foldEvents(known)
  }
  return record
}

test('the order and repetition of events never change the folded state', () => {
  fc.assert(
    fc.property(
      events.chain((all) => {
        const withBaseline = [baseline, ...all]
        const shuffled = fc.shuffledSubarray([...withBaseline, ...withBaseline], {
          minLength: withBaseline.length * 2,
          maxLength: withBaseline.length * 2,
        })
        return fc.tuple(fc.constant(withBaseline), shuffled)
      }),
      ([all, shuffled]) => {
        const sorted = [...all].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
        assert.deepEqual(arrived(shuffled), foldEvents(sorted))
      },
    ),
    { numRuns: 500 },
  )
})

test('a paid or voided invoice is never owed, for any times of its events', () => {
  fc.assert(
    fc.property(events, (all) => {
      const settled = all.flatMap((each) => (each.kind === 'paid' || each.kind === 'voided' ? [each.invoiceId] : []))
      const owedIds = Object.keys(foldEvents([baseline, ...all])?.owed ?? {})
      assert.deepEqual(
        owedIds.filter((id) => settled.includes(id)),
        [],
      )
    }),
    { numRuns: 500 },
  )
})

test('no event shortens a paid period, and only a payment extends it', () => {
  fc.assert(
    fc.property(events, (all) => {
      const known: SubscriptionEvent[] = [baseline]
      for (const each of [...all].sort(inOrder)) {
        const before = foldEvents(known)
        known.push(each)
        const after = foldEvents(known)
        const ends = [before, after].map((record) => Date.parse(record?.currentPeriodEndsAt ?? at(0)))
        const [was = 0, is = 0] = ends
        if (each.kind === 'paid' && each.purpose !== 'upgrade') assert.ok(is > was || is > Date.parse(each.at))
        else if (!['mirrored', 'cancelled', 'resumed'].includes(each.kind)) assert.equal(is, was, each.kind)
      }
    }),
  )
})
