import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaults } from '#resources/email/settings/rules.ts'
import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { capUntil, type Facts, firstNameOf, judge, type Terms, waitUntil } from './rules.ts'

const now = new Date('2026-11-21T09:00:00Z')
const hour = 3_600_000
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

test('each fact that stands against a request has its reason, and the first of several is told', () => {
  const against: [string, Partial<Facts>, Terms?][] = [
    ['no_consent', { acceptsMarketing: false }, terms({ consent: 'opted_in_only' })],
    ['product_excluded', { products: [product('mug', { isExcluded: true })] }],
    ['already_reviewed', { products: [product('mug', { isReviewed: true, isExcluded: true })] }],
    ['no_products', { products: [] }],
    ['subscription_expired', {}, terms({}, { isLapsed: true })],
    ['requests_off', {}, terms({ requestsEnabled: false }, { isLapsed: true })],
    ['too_old', { placedAt: '2026-01-01T00:00:00.000Z' }, terms({ requestsEnabled: false })],
    ['no_email', { email: null, placedAt: '2026-01-01T00:00:00.000Z' }],
    ['order_cancelled', { email: null, cancelledAt: '2026-11-02T00:00:00.000Z' }],
  ]
  for (const [reason, more, when = terms()] of against)
    assert.deepEqual(judge({ ...facts, ...more }, when, now), { skip: reason })
})

test('reviewed and excluded products are left out; the others are asked about', () => {
  const products = [product('a', { isReviewed: true }), product('b', { isExcluded: true }), product('c')]
  assert.deepEqual(judge({ ...facts, products }, terms(), now), { products: [product('c')] })
  assert.deepEqual(judge({ ...facts, acceptsMarketing: true }, terms({ consent: 'opted_in_only' }), now), {
    products: facts.products,
  })
})

test('two mails keep their distance, and a week its number', () => {
  const cap = { hoursBetween: 20, perWeek: 3 }
  const ago = (hours: number) => now.getTime() - hours * hour
  assert.equal(capUntil([], cap, now), undefined)
  assert.equal(capUntil([ago(20)], cap, now), undefined)
  assert.deepEqual(capUntil([ago(19)], cap, now), new Date(now.getTime() + hour))
  assert.equal(capUntil([ago(30), ago(60)], cap, now), undefined)
  assert.deepEqual(capUntil([ago(100), ago(60), ago(30)], cap, now), new Date(ago(100) + 168 * hour))
  assert.equal(capUntil([ago(170), ago(60), ago(30)], cap, now), undefined)
  // A process whose clock is a little ahead counts; a time from before the clock was set back does not.
  assert.deepEqual(capUntil([ago(-0.5)], cap, now), new Date(ago(-20.5)))
  assert.equal(capUntil([ago(-24 * 365)], cap, now), undefined)
})

test('a wait for the limit that would end in the night ends in the morning', () => {
  const settings = { quietHours: { start: '21:00', end: '08:00' }, frequencyCap: { hoursBetween: 20, perWeek: 3 } }
  const recent = [now.getTime() - 5 * hour]
  assert.deepEqual(waitUntil(null, recent, terms(settings), now), new Date('2026-11-22T08:00:00Z'))
  assert.equal(waitUntil(null, [], terms(settings), now), undefined)
  assert.equal(waitUntil(null, recent, terms(), now), undefined)
})

test('sent as soon as the limit allows, however many wait, no limit is ever broken', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 168 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 12 }),
      (hoursBetween, perWeek, count) => {
        const sent: number[] = []
        let at = now
        for (let i = 0; i < count; i++) {
          at = capUntil(sent, { hoursBetween, perWeek }, at) ?? at
          assert.equal(capUntil(sent, { hoursBetween, perWeek }, at), undefined)
          sent.push(at.getTime())
        }
        for (const [i, time] of sent.entries()) {
          const before = sent[i - 1]
          if (before !== undefined) assert.ok(time - before >= hoursBetween * hour)
          const inWeek = sent.filter((each) => each <= time && each > time - 168 * hour).length
          assert.ok(inWeek <= perWeek)
        }
      },
    ),
  )
})

test('a first name is the first word of a name that has one', () => {
  assert.deepEqual(['Jane Doe', '  Ana María  López', '山田太郎', ' ', null].map(firstNameOf), [
    'Jane',
    'Ana',
    '山田太郎',
    null,
    null,
  ])
})
