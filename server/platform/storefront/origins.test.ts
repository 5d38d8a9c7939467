import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAllowedOrigin, listWwwVariants, readOrigin, withOwnPages } from './origins.ts'

const shop = ['https://shop.example.com']

test('an origin and its www. variant are equivalent in both directions', () => {
  assert.ok(isAllowedOrigin('https://shop.example.com', shop))
  assert.ok(isAllowedOrigin('https://www.shop.example.com', shop))
  assert.ok(isAllowedOrigin('https://shop.example.com', ['https://www.shop.example.com']))
  assert.ok(
    isAllowedOrigin('https://www.www.example.com', ['https://www.example.com']),
    'it differs by a leading www. too',
  )
  assert.ok(!isAllowedOrigin('https://www.www.example.com', ['https://example.com']))
})

test('scheme, host and port are compared; capitals and an explicit default port are ignored', () => {
  for (const same of ['https://SHOP.Example.COM', 'HTTPS://shop.example.com', 'https://shop.example.com:443'])
    assert.ok(isAllowedOrigin(same, shop), same)
  for (const other of ['http://shop.example.com', 'https://shop.example.com:80', 'https://shop.example.com:8443'])
    assert.ok(!isAllowedOrigin(other, shop), other)
  assert.ok(isAllowedOrigin('https://www.shop.example.com:8443', ['https://shop.example.com:8443']))
})

test('plain http is accepted only on loopback', () => {
  for (const local of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])
    assert.ok(isAllowedOrigin(local, [local]), local)
  for (const open of ['http://shop.example.com', 'http://localhost.example.com', 'http://10.0.0.1', 'http://0.0.0.0'])
    assert.equal(readOrigin(open), undefined, open)
  assert.ok(!isAllowedOrigin('http://www.localhost', ['http://localhost']), 'a variant is held to the same')
})

test('a host name in another alphabet matches its punycode form, and no similar name', () => {
  assert.ok(isAllowedOrigin('https://xn--bcher-kva.example', ['https://xn--bcher-kva.example']))
  assert.ok(isAllowedOrigin('https://bücher.example', ['https://xn--bcher-kva.example']))
  assert.ok(!isAllowedOrigin('https://bucher.example', ['https://xn--bcher-kva.example']))
})

const noOrigins = [
  undefined,
  null,
  42,
  ['https://shop.example.com'],
  '',
  'null',
  '*',
  'shop.example.com',
  '//shop.example.com',
  'https://',
  'https://shop.example.com/',
  'https://shop.example.com?',
  'https://shop.example.com#a',
  'https://a@shop.example.com',
  'https://shop.example.com\\@evil.example',
  'https://shop.example.com.',
  'https://shop.example.com,https://evil.example',
  ' https://shop.example.com',
  'https://shop.example.com ',
  'https://shop.example.com\u0000',
  'ftp://shop.example.com',
  'javascript://shop.example.com',
  'https://shop.example.com:99999',
]

test('text that is no origin matches no store', () => {
  for (const text of noOrigins) assert.ok(!isAllowedOrigin(text, shop), String(text))
})

test("a page's origin is allowed only as entered, or as its www. variant", () => {
  const host = fc.constantFrom(
    'shop.example.com',
    'www.shop.example.com',
    'example.com',
    'evil.example',
    'www.',
    'localhost',
  )
  const origin = fc
    .tuple(fc.constantFrom('https', 'http', 'HTTPS'), host, fc.constantFrom('', ':443', ':80', ':8443', '.', '/', '@x'))
    .map(([scheme, name, rest]) => `${scheme}://${name}${rest}`)
  fc.assert(
    fc.property(fc.oneof(origin, fc.string()), (text) => {
      if (!isAllowedOrigin(text, shop)) return
      assert.ok(listWwwVariants('https://shop.example.com').includes(new URL(text).origin), text)
    }),
  )
})

test("the service's own page has the service's origin, which the store must still list", () => {
  const own = 'http://127.0.0.1:8080'
  const fromOwnPage = withOwnPages({ site: 'same-origin' }, own)
  assert.ok(isAllowedOrigin(fromOwnPage.origin, [own]))
  assert.ok(!isAllowedOrigin(fromOwnPage.origin, shop))
  for (const site of [undefined, 'none', 'same-site', 'cross-site', 'Same-Origin']) {
    assert.equal(withOwnPages({ site, origin: 'https://a.example' }, own).origin, 'https://a.example')
    assert.equal(withOwnPages({ site }, own).origin, undefined)
  }
})
