import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { limitHeader, parseRateLimits, policyHeader, retryAfter, scale } from './windows.ts'

const standard = parseRateLimits('10/1s,50/10s,200/60s')

test('the standard text parses as three windows, named as in the IETF draft', () => {
  assert.deepEqual(standard, [
    { name: '1s', quota: 10, windowMs: 1000 },
    { name: '10s', quota: 50, windowMs: 10_000 },
    { name: '1m', quota: 200, windowMs: 60_000 },
  ])
})

test('a window is named by the largest unit that divides it', () => {
  const names = parseRateLimits('1/59s, 1/60s, 1/90s, 1/120s, 1/1h, 1/7200s').map(({ name }) => name)
  assert.deepEqual(names, ['59s', '1m', '90s', '2m', '1h', '2h'])
})

test('`off` parses as no windows', () => {
  assert.deepEqual(parseRateLimits(' off '), [])
})

const malformed = [
  '',
  ' ',
  'on',
  '10',
  '10/1',
  '/1s',
  '10/s',
  '0/1s',
  '10/0s',
  '-1/1s',
  '1.5/1s',
  '10/1s,',
  '10/1s;50/10s',
]
const outOfRange = ['10/1d', '1e3/1s', '0x10/1s', '999999/1s', '1/90000s', '10/1s,20/1s', '10/60s,20/1m', 'off,10/1s']

for (const text of [...malformed, ...outOfRange]) {
  test(`"${text}" is refused as a rate limit`, () => {
    assert.throws(() => parseRateLimits(text), /rate limit/)
  })
}

test('the message for a malformed limit quotes the faulty part', () => {
  assert.throws(() => parseRateLimits('10/1s,fifty/10s'), /"fifty\/10s" is not a rate limit: write calls\/time such as/)
})

test('the parser returns or throws an Error for every text', () => {
  const unit = fc.constantFrom('s', 'm', 'h', 'd', '')
  const part = fc.tuple(fc.integer(), fc.integer(), unit).map(([quota, span, name]) => `${quota}/${span}${name}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.array(part, { maxLength: 4 }).map(String)), (text) => {
      try {
        for (const { quota, windowMs } of parseRateLimits(text)) assert.ok(quota > 0 && windowMs >= 1000)
      } catch (error) {
        assert.match((error as Error).message, /rate limit/)
      }
    }),
  )
})

test('signed-in users get three times the quota in windows of the same names', () => {
  assert.equal(policyHeader(scale(standard, 3)), '"1s";q=30;w=1, "10s";q=150;w=10, "1m";q=600;w=60')
})

test('the policy header follows draft 11', () => {
  assert.equal(policyHeader(standard), '"1s";q=10;w=1, "10s";q=50;w=10, "1m";q=200;w=60')
  assert.equal(policyHeader([]), '')
})

test('the limit header rounds the reset up to whole seconds', () => {
  const windows = [
    { name: '1s', remaining: 9, resetMs: 1 },
    { name: '10s', remaining: 49, resetMs: 9000 },
    { name: '1m', remaining: 199, resetMs: 59_000.25 },
  ]
  assert.equal(
    limitHeader({ allowed: true, windows, retryAfterMs: 0 }),
    '"1s";r=9;t=1, "10s";r=49;t=9, "1m";r=199;t=60',
  )
})

test('Retry-After is whole seconds, never too early and never zero', () => {
  const after = (retryAfterMs: number) => retryAfter({ allowed: false, windows: [], retryAfterMs })
  assert.deepEqual([0.2, 1000, 1001, 59_999.5].map(after), [1, 1, 2, 60])
})
