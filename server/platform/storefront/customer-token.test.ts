import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCustomerToken, signCustomerToken } from './customer-token.ts'

const now = new Date('2026-11-21T09:00:00Z')
const nowSeconds = now.getTime() / 1000
const secret = 'evsf_the secret of the store'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signToken = (value: unknown, key = secret) => signCustomerToken(encoded(value), key)
const read = (token: unknown, secrets = [secret]) => readCustomerToken(token, secrets, now)
const good = { email: 'jane@example.com', exp: nowSeconds + 3600 }

test('a token identifies its customer exactly as the documentation says', () => {
  const payload = Buffer.from('{"email":"jane@example.com","exp":1795255200}').toString('base64url')
  const token = `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`
  assert.deepEqual(read(token), { email: 'jane@example.com' })
})

test('a token signed with the previous secret is valid only while that secret is accepted', () => {
  assert.deepEqual(read(signToken(good, 'the old one'), [secret, 'the old one']), { email: good.email })
  assert.equal(read(signToken(good, 'the old one')), undefined)
})

test('a token expires at its own expiry, which is at most a day ahead', () => {
  assert.equal(read(signToken({ ...good, exp: nowSeconds })), undefined)
  assert.equal(read(signToken({ ...good, exp: nowSeconds - 1 })), undefined)
  assert.ok(read(signToken({ ...good, exp: nowSeconds + 1 })))
  assert.ok(read(signToken({ ...good, exp: nowSeconds + 24 * 3600 })))
  assert.ok(read(signToken({ ...good, exp: nowSeconds + 24 * 3600 + 60 })), 'a clock that is a minute ahead')
  assert.equal(read(signToken({ ...good, exp: nowSeconds + 25 * 3600 })), undefined)
  assert.equal(read(signToken({ ...good, exp: now.getTime() + 3_600_000 })), undefined, 'milliseconds are no seconds')
})

const wrong: [string, unknown][] = [
  ['no address', { exp: good.exp }],
  ['no end', { email: good.email }],
  ['an end as text', { ...good, exp: String(good.exp) }],
  ['no end at all', { ...good, exp: Number.POSITIVE_INFINITY }],
  ['an address that is none', { ...good, email: 'jane' }],
  ['two addresses', { ...good, email: 'a@b.co,c@d.co@e' }],
  ['a line break in it', { ...good, email: 'a@b.co\r\nbcc: x@y.z' }],
  ['half a character in it', { ...good, email: 'a\ud800@b.co' }],
  ['an endless address', { ...good, email: `${'a'.repeat(300)}@b.co` }],
  ['a list', [good]],
  ['nothing', null],
  ['a text', 'jane@example.com'],
]

test('a signed token with invalid content is ignored', () => {
  for (const [why, value] of wrong) assert.equal(read(signToken(value)), undefined, why)
  assert.equal(read(signCustomerToken(Buffer.from('{').toString('base64url'), secret)), undefined)
  assert.equal(read(signCustomerToken(Buffer.from([0xff, 0xfe]).toString('base64url'), secret)), undefined)
  assert.equal(read(signCustomerToken('', secret)), undefined)
})

test('an unsigned token is ignored', () => {
  const token = signToken(good)
  const [payload = '', signature = ''] = token.split('.')
  const forged = [
    undefined,
    '',
    '.',
    payload,
    `${payload}.`,
    `.${signature}`,
    `${token}.${signature}`,
    `${encoded({ ...good, email: 'evil@example.com' })}.${signature}`,
    `${payload}.${signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`,
    `${payload}.${signature.slice(2)}`,
    `${payload}.${'0'.repeat(64)}`,
    `${payload}.${Buffer.from(signature, 'hex').toString('base64url')}`,
    signToken(good, ''),
    signToken(good, `${secret} `),
    'a'.repeat(100_000),
    [token],
  ]
  for (const each of forged) assert.equal(read(each), undefined, String(each).slice(0, 80))
})

test('the reader returns a customer or undefined for every text', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => assert.equal(read(text), undefined)))
  fc.assert(
    fc.property(fc.json(), (json) => {
      const found = read(signCustomerToken(Buffer.from(json).toString('base64url'), secret))
      assert.ok(found === undefined || found.email.includes('@'))
    }),
  )
})
