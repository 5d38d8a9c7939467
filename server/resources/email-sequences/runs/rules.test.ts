import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Step } from '../rules.ts'
import {
  decideEnd,
  deferredTo,
  type Facts,
  findNext,
  holds,
  isAtLeast,
  lateMs,
  type Position,
  waitMs,
} from './rules.ts'

const hour = 3_600_000
const facts: Facts = {
  orderState: 'there',
  isRefunded: false,
  hasOrderedSince: false,
  hasReviewedSince: false,
  acceptsMarketing: null,
  hasReviewed: false,
  orderCount: 1,
  orderTotal: '40.00',
  boughtProducts: [],
  tier: null,
}
const mail: Step = { type: 'mail', subject: 's', heading: null, body: 'b', button: null }
const wait = (hours: number): Step => ({ type: 'wait', days: 0, hours, minutes: 0 })
const condition = (value: number, otherwise: 'exit' | 'skip'): Step => ({
  ...{ type: 'condition', fact: 'order_count', value, otherwise },
})

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 200 }).map(wait),
  fc.constant(mail),
  fc
    .tuple(fc.constantFrom(0, 5), fc.constantFrom('exit' as const, 'skip' as const))
    .map(([value, otherwise]) => condition(value, otherwise)),
)
const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 20 })

type Ended = { sent: [step: number, atMs: number][]; missed: number[]; skipped: number[]; end: string }

/** Checks a run at these moments, and sends every mail that is due. */
function walk(steps: readonly Step[], factMs: number, looks: readonly number[]): Ended {
  const ended: Ended = { sent: [], missed: [], skipped: [], end: 'active' }
  let position: Position = { step: 0, baseMs: factMs }
  for (const now of looks) {
    for (;;) {
      const next = findNext(steps, position, facts, now)
      position = next.position
      for (const { step, state } of next.passed) ended[state].push(step)
      if (next.does === 'mail') {
        ended.sent.push([position.step, now])
        position = { step: position.step + 1, baseMs: position.baseMs }
        continue
      }
      if (next.does === 'rest') break
      return { ...ended, end: next.does === 'exit' ? next.reason : 'completed' }
    }
  }
  return ended
}

function planDueTimes(steps: readonly Step[], factMs: number) {
  const due = new Map<number, number>()
  const skipped: number[] = []
  let ms = factMs
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step
    if (step.type === 'wait') ms += waitMs(step)
    else if (step.type === 'mail') due.set(i, ms)
    else if (facts.orderCount < Number(step.value)) {
      if (step.otherwise === 'exit') return { due, skipped, endMs: ms, end: 'condition' }
      if (steps[i + 1]?.type === 'mail') skipped.push(i + 1)
      i++
    }
  }
  return { due, skipped, endMs: ms, end: 'completed' }
}

test("a run checked on time sends each mail at the event's time plus the waits", () => {
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 0, max: 2 ** 40 }), (steps, factMs) => {
      const plan = planDueTimes(steps, factMs)
      const looks = [...new Set([factMs, ...plan.due.values(), plan.endMs])].sort((a, b) => a - b)
      const run = walk(steps, factMs, looks)
      assert.deepEqual(run.sent, [...plan.due])
      assert.deepEqual([run.skipped, run.missed, run.end], [plan.skipped, [], plan.end])
    }),
  )
})

test('whenever a run is checked, no mail is early, 72 hours late or sent twice', () => {
  const anyLooks = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(anySteps, anyLooks, (steps, gaps) => {
      const factMs = 1_000_000_000
      const plan = planDueTimes(steps, factMs)
      let at = factMs
      const looks = [...gaps.map((gap) => (at += gap * hour)), plan.endMs + 10_000 * hour]
      const run = walk(steps, factMs, looks)
      for (const [step, sentMs] of run.sent) {
        const dueMs = plan.due.get(step) as number
        assert.ok(sentMs >= dueMs && sentMs - dueMs < lateMs)
        // The mail was sent at the first check after it was due.
        assert.ok(!looks.some((look) => look >= dueMs && look < sentMs))
      }
      const handled = [...run.sent.map(([step]) => step), ...run.missed, ...run.skipped]
      assert.equal(new Set(handled).size, handled.length)
      assert.deepEqual(
        handled.sort((a, b) => a - b),
        [...plan.due.keys(), ...plan.skipped].sort((a, b) => a - b),
      )
      assert.equal(run.end, plan.end)
    }),
  )
})

test('a late step does not delay later steps', () => {
  const steps = [wait(24), mail, wait(24), mail]
  assert.deepEqual(walk(steps, 0, [95 * hour]).sent, [
    [1, 95 * hour],
    [3, 95 * hour],
  ])
  assert.deepEqual(walk(steps, 0, [96 * hour]), { sent: [[3, 96 * hour]], missed: [1], skipped: [], end: 'completed' })
  assert.deepEqual(walk(steps, 0, [40 * hour, 47 * hour, 48 * hour]).sent, [
    [1, 40 * hour],
    [3, 48 * hour],
  ])
})

test('waits have the same duration across clock changes and leap days', () => {
  const days = (count: number): Step => ({ type: 'wait', days: count, hours: 0, minutes: 0 })
  // Berlin's clocks go back in the night to 25 October 2026. 2028 is a leap year.
  for (const [at, expected] of [
    ['2026-10-24T22:00:00Z', '2026-10-25T22:00:00.000Z'],
    ['2028-02-28T12:00:00Z', '2028-02-29T12:00:00.000Z'],
    ['2027-02-28T12:00:00Z', '2027-03-01T12:00:00.000Z'],
  ] as const) {
    const next = findNext([days(1), mail], { step: 0, baseMs: Date.parse(at) }, facts, Date.parse(at))
    assert.equal(new Date(next.position.baseMs).toISOString(), expected)
  }
})

test('a run stays active until its last wait ends', () => {
  assert.equal(walk([mail, wait(24)], 0, [0, 23 * hour]).end, 'active')
  assert.equal(walk([mail, wait(24)], 0, [0, 24 * hour]).end, 'completed')
})

test('a cancelled order takes precedence over a goal, and a goal over other exit events', () => {
  const all = { ...facts, isRefunded: true, hasOrderedSince: true, hasReviewedSince: true }
  const said = { exitOn: ['order.refunded'], goal: ['review.created'] } as const
  const of = (more: object) => decideEnd({ exitOn: [...said.exitOn], goal: [...said.goal] }, { ...all, ...more })
  assert.deepEqual(of({ orderState: 'cancelled' }), { reason: 'order_cancelled', isGoal: false })
  assert.deepEqual(of({}), { reason: 'goal_reached', isGoal: true })
  assert.deepEqual(of({ hasReviewedSince: false }), { reason: 'order_refunded', isGoal: false })
  assert.equal(of({ hasReviewedSince: false, isRefunded: false }), undefined, 'what nobody asked for ends nothing')
  assert.equal(of({ orderState: 'gone' })?.reason, 'order_removed')
  assert.equal(of({ orderState: 'moved' })?.reason, 'address_changed')
})

test('each condition compares the value that it names', () => {
  const asks = (fact: string, value: unknown) => ({ type: 'condition', fact, value, otherwise: 'exit' }) as never
  const cases: [string, unknown, Partial<Facts>, boolean][] = [
    ['accepts_marketing', true, { acceptsMarketing: true }, true],
    ['accepts_marketing', true, { acceptsMarketing: null }, false],
    ['accepts_marketing', false, { acceptsMarketing: null }, true],
    ['has_reviewed', false, {}, true],
    ['order_count', 2, { orderCount: 2 }, true],
    ['order_count', 3, { orderCount: 2 }, false],
    ['order_total', '40', {}, true],
    ['order_total', '40.01', {}, false],
    ['order_total', '0', { orderTotal: null }, false],
    ['bought_product', 'a', { boughtProducts: ['a'] }, true],
    ['bought_product', 'a', { boughtProducts: ['b'] }, false],
    ['tier', 'Gold', { tier: 'Gold' }, true],
    ['tier', 'Gold', { tier: null }, false],
  ]
  for (const [fact, value, more, expected] of cases)
    assert.equal(holds(asks(fact, value), { ...facts, ...more }), expected, `${fact} ${value}`)
})

test('amounts are compared by value', () => {
  const anyAmount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 999_999 }))
  fc.assert(
    fc.property(anyAmount, anyAmount, (one, other) => {
      const text = ([whole, part]: [bigint, number]) => `${whole}.${String(part).padStart(6, '0')}`
      const units = ([whole, part]: [bigint, number]) => whole * 1_000_000n + BigInt(part)
      assert.equal(isAtLeast(text(one), text(other)), units(one) >= units(other))
    }),
  )
  assert.ok(isAtLeast('100', '99.999999') && !isAtLeast('9.5', '10') && isAtLeast('120.5', '120.50'))
})

test('a mail is never postponed past its latest sending time', () => {
  assert.deepEqual(deferredTo(new Date(hour), 0), new Date(hour))
  assert.deepEqual(deferredTo(new Date(lateMs + hour), 0), new Date(lateMs))
})
