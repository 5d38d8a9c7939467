import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subscription } from '../api/account/account.ts'
import { formatDay } from '../components/values/dates.ts'
import { chooseBanner } from './subscription.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const inGoodOrder: Subscription = {
  plan: 'growth',
  status: 'active',
  lapsed: false,
  billing: 'manual',
  trialEndsAt: null,
  currentPeriodEndsAt: '2026-12-21T12:00:00.000Z',
  cancelledAt: null,
  pastDueSince: null,
  nextPlan: null,
  nextPlanAt: null,
  createdAt: '2026-10-21T12:00:00.000Z',
}

test('an active subscription shows no banner', () => {
  assert.equal(chooseBanner(inGoodOrder, now), undefined)
})

test('a trial shows its remaining days, and the last day is urgent', () => {
  const trial = (trialEndsAt: string) => chooseBanner({ ...inGoodOrder, status: 'trialing', trialEndsAt }, now)
  assert.match(trial('2026-11-27T13:00:00.000Z')?.title ?? '', /^7 days/)
  assert.equal(trial('2026-11-27T13:00:00.000Z')?.isUrgent, false)
  assert.deepEqual(trial('2026-11-22T11:00:00.000Z')?.title, 'The trial ends today.')
  assert.equal(trial('2026-11-22T11:00:00.000Z')?.isUrgent, true)
})

test("in any status, a lapsed store's urgent banner mentions read and export access", () => {
  for (const status of ['expired', 'cancelled', 'past_due'] as const) {
    const banner = chooseBanner({ ...inGoodOrder, status, lapsed: true }, now)
    assert.ok(banner?.isUrgent)
    assert.match(banner?.text ?? '', /read and export/)
  }
})

test('a cancelled subscription that still runs shows its end', () => {
  const end = formatDay('2026-12-21T12:00:00.000Z')
  assert.ok(chooseBanner({ ...inGoodOrder, status: 'cancelled' }, now)?.text.includes(`until ${end}`))
})
