import assert from 'node:assert/strict'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, loadConfig, unknownVariables } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'evident-config-'))
const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: dataDir, ...env })

test('without variables the service listens on loopback and uses the embedded database', () => {
  const config = load()
  assert.deepEqual(
    [config.host, config.port, config.databaseUrl, config.publicOrigin, config.billing],
    ['127.0.0.1', 8080, undefined, undefined, 'off'],
  )
  assert.deepEqual(
    config.rateLimits.map((window) => window.quota),
    [10, 50, 200],
  )
})

test('a secret is generated once, stored privately and reused', () => {
  assert.equal(load().secretKey, load().secretKey)
  assert.equal(statSync(join(dataDir, 'secret-key')).mode & 0o777, 0o600)
})

test('each malformed value is refused in one line that names the variable', () => {
  const wrong: Record<string, string> = {
    PORT: '80a',
    BILLING: 'paypal',
    PUBLIC_ORIGIN: 'https://x.example/path',
    TRUSTED_PROXIES: '10.0.0.0/8, everybody',
    SECURITY_CONTACT: 'the office',
    DATABASE_URL: 'mysql://x',
    REDIS_URL: 'http://x',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'mail',
    MAIL_FROM: 'nobody',
    STORAGE_URL: 'ftp://x',
    SECRET_KEY: 'short',
    RATE_LIMITS: '10 per second',
    TEST_CLOCK: 'yesterday',
    WEBHOOK_ALLOW_PRIVATE: 'yes',
    DRAIN_SECONDS: '301',
  }
  const more: [string, string][] = [
    // Without Stripe keys nobody could pay after a trial.
    ['BILLING', 'stripe'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '2.5'],
    ['HOST', 'no host'],
    ['HOST', '[::1]'],
    ['SMTP_URL', 'smtp://'],
    ['DATABASE_DIRECT_URL', 'postgres://127.0.0.1/evident'],
    // JavaScript parses the first value in the machine's time zone, and the second as the year 2001.
    ['TEST_CLOCK', '2026-11-21T09:00:00'],
    ['TEST_CLOCK', '1'],
    ['DATA_DIR', '/dev/null'],
  ]
  for (const [name, value] of [...Object.entries(wrong), ...more]) {
    assert.throws(
      () => load({ [name]: value }),
      (error: Error) => error instanceof ConfigError && error.message.startsWith(name) && !error.message.includes('\n'),
      `${name}=${value}`,
    )
  }
  for (const value of ['0.0.0.0', '::', '::1', 'localhost', 'reviews.internal'])
    assert.equal(load({ HOST: value }).host, value)
})

test('billing through Stripe needs keys of one mode, and no message shows a key', () => {
  const keys = {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdefghij',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdefghij',
  }
  assert.equal(load(keys).stripe?.secretKey, keys.STRIPE_SECRET_KEY)
  assert.equal(load({ ...keys, BILLING: 'manual' }).stripe, undefined)
  const wrong: Record<string, string>[] = [
    { STRIPE_SECRET_KEY: '' },
    { STRIPE_SECRET_KEY: 'pk_test_0123456789abcdefghij' },
    { STRIPE_SECRET_KEY: 'sk_test_short' },
    { STRIPE_WEBHOOK_SECRET: '' },
    { STRIPE_WEBHOOK_SECRET: 'sk_test_0123456789abcdefghij' },
    { STRIPE_PUBLISHABLE_KEY: 'sk_test_0123456789abcdefghij' },
    { STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdefghij' },
    { STRIPE_ORIGIN: 'ftp://x' },
  ]
  for (const change of wrong)
    assert.throws(
      () => load({ ...keys, ...change }),
      (error: Error) => error instanceof ConfigError && !/\n|0123456789/.test(error.message),
      JSON.stringify(change),
    )
})

test('settings for tests are refused in production', () => {
  assert.throws(() => load({ NODE_ENV: 'production', TEST_CLOCK: '2026-01-01T00:00:00Z' }), ConfigError)
  assert.throws(() => load({ NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' }), ConfigError)
})

test('MAX_STORES is at least 1, and defaults to 50', () => {
  assert.deepEqual([load({}).maxStores, load({ MAX_STORES: '1' }).maxStores], [50, 1])
  for (const value of ['0', '-1', '1.5', 'many', '100000', '1e3'])
    assert.throws(
      () => load({ MAX_STORES: value }),
      (error: Error) => error instanceof ConfigError && /^MAX_STORES must be .*from 1/.test(error.message),
      value,
    )
})

test('an unknown variable that resembles one of ours is reported', () => {
  assert.deepEqual(unknownVariables({ RATE_LIMIT: '1', MAX_STORE: '9', TEST_CLOCKS: 'x', HOME: '/' }), [
    'RATE_LIMIT',
    'MAX_STORE',
    'TEST_CLOCKS',
  ])
})
