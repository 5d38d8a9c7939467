import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttentionItem } from '../../api/analytics.ts'
import { isShownOnHome } from './attention-shown.ts'
import { formatDetail, formatTitle } from './attention-texts.ts'

const item: AttentionItem = {
  ...{ kind: 'deprecation_used', count: 1, more: false, urgent: false },
  ...{ id: '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00', since: null, dueAt: '2027-01-15T00:00:00.000Z' },
}

test('a deprecation shows its name and last day, the same in every time zone', () => {
  assert.equal(formatTitle(item), 'Webhook receivers: check the new signature')
  assert.equal(formatDetail(item), 'x-service-signature ends on Jan 15, 2027. Verify x-service-signature-v2 instead.')
  assert.equal(formatTitle({ ...item, id: null }), 'Your API calls use a feature that ends on Jan 15, 2027')
})

test('Home names the old signature of webhooks only in its last 14 days, and deprecated calls always', () => {
  const isShownAt = (date: string, id: string | null) => isShownOnHome({ ...item, id }, Date.parse(date))
  assert.equal(isShownAt('2026-12-31T23:59:59Z', item.id), false)
  assert.equal(isShownAt('2027-01-01T00:00:00Z', item.id), true)
  assert.equal(isShownAt('2026-10-10T00:00:00Z', null), true)
})
