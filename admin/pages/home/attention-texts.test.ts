import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttentionItem } from '../../api/analytics.ts'
import { formatDetail, formatTitle } from './attention-texts.ts'

const item: AttentionItem = {
  ...{ kind: 'deprecation_used', count: 1, more: false, urgent: false },
  ...{ id: '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00', since: null, dueAt: '2027-01-15T00:00:00.000Z' },
}

test('a deprecation shows its name and last day, the same in every time zone', () => {
  assert.equal(formatTitle(item), 'The webhook header x-service-signature ends on Jan 15, 2027')
  assert.equal(formatDetail(item), 'Verify x-service-signature-v2 instead.')
  assert.equal(formatTitle({ ...item, id: null }), 'Your API calls use a feature that ends on Jan 15, 2027')
})
