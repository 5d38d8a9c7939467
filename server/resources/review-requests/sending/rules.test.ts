import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaults } from '#resources/email/settings/rules.ts'
import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { type Facts, judge, parseFirstName, type Terms } from './rules.ts'

const now = new Date('2026-11-21T09:00:00Z')
const product = (id: string, more: object = {}) => ({
  ...{ id, title: id, imageUrl: null, isExcluded: false, isReviewed: false },
  ...more,
})
const facts: Facts = {
  email: 'jane@customer.example',
  placedAt: '2026-11-01T00:00:00.000Z',
  fulfilledAt: null,
  deliveredAt: null,
  cancelledAt: null,
  total: '10.00',
  refundedTotal: '0',
  acceptsMarketing: null,
  country: null,
  products: [product('mug'), product('tea')],
}
const terms = (settings: Partial<EmailSettings> = {}, more: Partial<Terms> = {}): Terms => ({
  settings: { ...defaults, ...settings },
  isLapsed: false,
  timezone: 'UTC',
  ...more,
})

test('each obstacle to a request has a reason, and the first of several is reported', () => {
  const against: [string, Partial<Facts>, Terms?][] = [
    ['no_consent', { acceptsMarketing: false }, terms({ consent: 'opted_in_only' })],
    ['product_excluded', { products: [product('mug', { isExcluded: true })] }],
    ['already_reviewed', { products: [product('mug', { isReviewed: true, isExcluded: true })] }],
    ['no_products', { products: [] }],
    ['subscription_expired', {}, terms({}, { isLapsed: true })],
    ['requests_off', {}, terms({ requestsEnabled: false }, { isLapsed: true })],
    ['too_old', { placedAt: '2026-01-01T00:00:00.000Z' }, terms({ requestsEnabled: false })],
    ['order_refunded', { refundedTotal: '10', email: null }],
    ['order_refunded', { total: '0.10', refundedTotal: '10.001' }],
    ['no_email', { email: null, placedAt: '2026-01-01T00:00:00.000Z' }],
    ['order_cancelled', { email: null, cancelledAt: '2026-11-02T00:00:00.000Z' }],
  ]
  for (const [reason, more, when = terms()] of against)
    assert.deepEqual(judge({ ...facts, ...more }, when, now), { skip: reason })
})

test('partly refunded orders, free orders and orders without a total get a request', () => {
  for (const more of [
    { refundedTotal: '9.99' },
    { total: '0.00', refundedTotal: '0' },
    { total: null, refundedTotal: '10' },
  ])
    assert.ok('products' in judge({ ...facts, ...more }, terms(), now), JSON.stringify(more))
  const off = terms({ skipRefundedOrders: false })
  assert.ok('products' in judge({ ...facts, refundedTotal: '10' }, off, now))
})

test('reviewed and excluded products are skipped; the others are asked about', () => {
  const products = [product('a', { isReviewed: true }), product('b', { isExcluded: true }), product('c')]
  assert.deepEqual(judge({ ...facts, products }, terms(), now), { products: [product('c')] })
  assert.deepEqual(judge({ ...facts, acceptsMarketing: true }, terms({ consent: 'opted_in_only' }), now), {
    products: facts.products,
  })
})

test('a first name is the first word of a full name', () => {
  assert.deepEqual(['Jane Doe', '  Ana María  López', '山田太郎', ' ', null].map(parseFirstName), [
    'Jane',
    'Ana',
    '山田太郎',
    null,
    null,
  ])
})
