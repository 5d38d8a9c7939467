import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ConfigError, loadConfig } from '#platform/process/config.ts'
import { createSecrets } from '#platform/process/secrets.ts'
import { newId } from '#platform/values/ids.ts'
import { bounceAddress, reportHeaders } from './commands.ts'
import { findTokens, isProven, maxBounceLocalPart, messageToken } from './rules.ts'

const secretKey = 'a key for return addresses 0123456789'
const secrets = createSecrets(secretKey)
const ids = fc
  .tuple(fc.nat({ max: 4_102_444_800_000 }), fc.nat({ max: 4_102_444_800_000 }))
  .map(([a, b]) => [newId(a), newId(b)] as const)
const makeConfig = (env: Record<string, string>) => loadConfig({ SECRET_KEY: secretKey, ...env })

test('a return address identifies its store and message, in any case', () => {
  fc.assert(
    fc.property(ids, fc.boolean(), ([store, message], isUpper) => {
      const token = messageToken(secrets, store, message)
      const text = `To: <bounces+${isUpper ? token.toUpperCase() : token}@mail.example>`
      const [found] = findTokens(text)
      assert.ok(found)
      assert.equal(found.messageId, message)
      assert.ok(found.storeFrom <= store && store <= found.storeTo)
      assert.ok(isProven(secrets, store, found))
    }),
  )
})

test('a return address with any changed character is invalid', () => {
  const [store, message] = [newId(), newId()]
  const token = messageToken(secrets, store, message)
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === '0' ? '1' : '0'
    if (token[at] === '.') continue
    const [changed] = findTokens(token.slice(0, at) + other + token.slice(at + 1))
    const isOurs =
      changed !== undefined &&
      changed.storeFrom <= store &&
      store <= changed.storeTo &&
      isProven(secrets, store, changed)
    assert.equal(isOurs, false, `${at}`)
  }
})

test('an address of another deployment or store proves nothing', () => {
  const [store, other, message] = [newId(), newId(), newId()]
  const [foreign] = findTokens(messageToken(createSecrets('some other key 0123456789 0123456789'), store, message))
  assert.ok(foreign && !isProven(secrets, store, foreign))
  const [own] = findTokens(messageToken(secrets, store, message))
  assert.ok(own && !isProven(secrets, other, own))
})

test('any text is handled without an error, and look-alike tokens prove nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz.+@ '.split('')), maxLength: 300 }),
      (text) => {
        for (const found of findTokens(text)) assert.ok(!isProven(secrets, newId(), found))
      },
    ),
  )
  assert.ok(findTokens(`${'0'.repeat(12)}.${'z'.repeat(25)}.${'0'.repeat(16)}`).length <= 1)
})

test('the longest allowed bounce address fits the 64 characters before an @', () => {
  const local = 'b'.repeat(maxBounceLocalPart)
  const config = makeConfig({ BOUNCE_ADDRESS: `${local}@mail.example.com` })
  const address = bounceAddress({ config, secrets }, newId(), newId()) ?? ''
  assert.equal(address.split('@')[0]?.length, 64)
  assert.equal(bounceAddress({ config: makeConfig({}), secrets }, newId(), newId()), null)
})

test('an unusable bounce address, listener or name server stops the start of the service', () => {
  const bad: Record<string, string>[] = [
    { BOUNCE_ADDRESS: `${'b'.repeat(maxBounceLocalPart + 1)}@mail.example.com` },
    { BOUNCE_ADDRESS: 'bounces' },
    { BOUNCE_ADDRESS: 'bounces@localhost' },
    { BOUNCE_ADDRESS: 'a+b@mail.example.com' },
    { BOUNCE_LISTEN: '0.0.0.0:25' },
    { BOUNCE_ADDRESS: 'b@mail.example.com', BOUNCE_LISTEN: '25' },
    { BOUNCE_ADDRESS: 'b@mail.example.com', BOUNCE_LISTEN: '0.0.0.0:99999' },
    { BOUNCE_ADDRESS: 'b@mail.example.com', BOUNCE_LISTEN: '::1:25' },
    { DNS_SERVERS: 'dns.example.com' },
    { DNS_SERVERS: '192.0.2.53, 192.0.2.53:99999' },
  ]
  for (const env of bad) assert.throws(() => makeConfig(env), ConfigError, JSON.stringify(env))
  const config = makeConfig({ BOUNCE_ADDRESS: 'Bounces@Mail.Example.com', BOUNCE_LISTEN: '[::]:2525' })
  assert.deepEqual(
    [config.bounceAddress, config.bounceListen],
    ['bounces@mail.example.com', { host: '::', port: 2525 }],
  )
})

test('a message has its token in the header that the operator’s provider returns', () => {
  const headersFor = (smtpUrl: string) =>
    reportHeaders({ config: makeConfig({ SMTP_URL: smtpUrl }), secrets }, newId(), newId())
  const names = [
    'smtp://smtp.postmarkapp.com',
    'smtps://smtp.eu.mailgun.org',
    'smtp://smtp.sendgrid.net:587',
    'smtp://evilpostmarkapp.com',
  ].map((url) => Object.keys(headersFor(url))[1])
  assert.deepEqual(names, ['X-PM-Metadata-evident', 'X-Mailgun-Variables', 'X-SMTPAPI', undefined])
  for (const value of Object.values(headersFor('smtp://smtp.sendgrid.net'))) assert.equal(findTokens(value).length, 1)
})
