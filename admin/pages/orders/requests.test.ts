import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../../api/orders.ts'
import { reasonText } from '../../texts/request-reasons.ts'
import { mayBeAsked } from './requests.ts'

const order = (state: string | null, reason: string | null = null, cancelledAt: string | null = null) =>
  ({ cancelledAt, reviewRequest: state && { state, reason } }) as Order

test('the request button appears only for orders whose request the service would send', () => {
  for (const each of [
    order(null),
    order('scheduled'),
    order('skipped', 'cancelled_by_merchant'),
    order('failed', 'refused'),
    order('failed', 'not_sent'),
    order('failed', 'http_503'),
    order('failed'),
  ])
    assert.equal(mayBeAsked(each), true, JSON.stringify(each))
  for (const each of [
    order('sent'),
    order('failed', 'outcome_unknown'),
    order('failed', 'refused', '2026-11-01T00:00:00.000Z'),
    order('skipped', 'no_email'),
  ])
    assert.equal(mayBeAsked(each), false, JSON.stringify(each))
})

test("every reason has a text, including a provider's reasons", () => {
  for (const reason of [
    'replaced',
    'address_changed',
    'quiet_hours',
    'provider_changed',
    'http_403 forbidden',
    'timeout',
  ])
    assert.notEqual(reasonText(reason), reason.replaceAll('_', ' '), reason)
  assert.equal(reasonText('of_a_later_version'), 'of a later version')
})
