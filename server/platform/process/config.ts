import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { createProxies } from '../identity/proxies.ts'
import { type Billing, billings } from '../identity/subscription.ts'
import { isInstant } from '../values/instant.ts'
import { readStorageAddress } from '../values/storage-address.ts'
import { parseRateLimits, type RateWindow } from '../values/windows.ts'

export type Config = Readonly<{
  host: string
  port: number
  /** The service's public address. When absent, callers' Host header is trusted. */
  publicOrigin: string | undefined
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  dataDir: string
  databaseUrl: string | undefined
  /** Address of the same database without the pooler, for work that needs a session. */
  databaseDirectUrl: string | undefined
  /** A replica of the database, for reads that may be seconds old. */
  databaseReadUrl: string | undefined
  redisUrl: string | undefined
  logLevel: string
  smtpUrl: string | undefined
  mailFrom: string
  /**
   * Address for bounces. A bounce arrives at `<local>+<token>@<host>`, formed from this address. When absent, no bounces
   * arrive.
   */
  bounceAddress: string | undefined
  /**
   * The address on which the bounce listener accepts mail. When absent, the operator's mail server delivers bounces
   * in another way.
   */
  bounceListen: { host: string; port: number } | undefined
  /** Number of processes that serve calls. The first also runs the jobs. */
  processes: number
  /** Time between a SIGTERM and the end of serving, in which proxies learn that this process is not ready. */
  drainSeconds: number
  storageUrl: string
  dnsServers: readonly string[]
  secretKey: string
  /** The file of a generated secret key; undefined when SECRET_KEY is set. */
  secretKeyPath: string | undefined
  oldSecretKey: string | undefined
  /** Rate limits of the API. Empty means no limits. */
  rateLimits: readonly RateWindow[]
  /** Rate limits per visitor address and storefront. When this or `rateLimits` is empty, storefronts have no limit. */
  storefrontRateLimits: readonly RateWindow[]
  /** Rate limits for pictures, per address. When this or `rateLimits` is empty, pictures have no limit. */
  mediaRateLimits: readonly RateWindow[]
  maxStores: number
  /** The largest uncompressed size of one part of a store's review feed. */
  reviewFeedPartBytes: number
  testClock: Date | undefined
  webhookAllowPrivate: boolean
  billing: Billing
  /** Set if and only if `billing` is `stripe`. */
  stripe: StripeConfig | undefined
  /** Whether anybody may sign up. */
  signUp: boolean
  /** `clientSecrets` has the current secret first. Without the operator's app, shops connect with their own credentials. */
  shopifyApp: Readonly<{ clientId: string; clientSecrets: readonly string[] }> | undefined
  /** Addresses of providers' and platforms' APIs, when they differ from the real ones: a local fake or a proxy. */
  providerOrigins: Readonly<Record<string, string | undefined>>
  /** True if Shopify has approved the operator's app for its standard reviews. */
  shopifyReviews: boolean
  googleReviewsVersion: string
  /** The engine that translates reviews. When absent, no review is translated. */
  translation: TranslationConfig | undefined
  /** Contacts for security reports, shown in security.txt. When empty, security.txt is not served. */
  securityContacts: readonly string[]
  production: boolean
  version: string
}>

export type StripeConfig = Readonly<{
  secretKey: string
  webhookSecret: string
  /** Publishable key for payment forms in merchants' browsers. When absent, no `client-token` is issued. */
  publishableKey: string | undefined
  origin: string | undefined
}>

/** `endpoint` is the complete URL of LibreTranslate's `translate` call. */
export type TranslationConfig = 'apertium' | Readonly<{ endpoint: string; apiKey: string | undefined }>

export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

export const variables: readonly string[] = [
  'HOST',
  'PORT',
  'PUBLIC_ORIGIN',
  'PROCESSES',
  'DRAIN_SECONDS',
  'TRUSTED_PROXIES',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'SMTP_URL',
  'MAIL_FROM',
  'BOUNCE_ADDRESS',
  'BOUNCE_LISTEN',
  'STORAGE_URL',
  'DNS_SERVERS',
  'SECRET_KEY',
  'OLD_SECRET_KEY',
  'RATE_LIMITS',
  'STOREFRONT_RATE_LIMITS',
  'MEDIA_RATE_LIMITS',
  'MAX_STORES',
  'REVIEW_FEED_PART_MB',
  'TEST_CLOCK',
  'WEBHOOK_ALLOW_PRIVATE',
  'BILLING',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_ORIGIN',
  'SIGN_UP',
  'SECURITY_CONTACT',
  'EVIDENT_API_KEY',
  'KLAVIYO_ORIGIN',
  'OMNISEND_ORIGIN',
  'MAILCHIMP_ORIGIN',
  'BREVO_ORIGIN',
  'SHOPIFY_CLIENT_ID',
  'SHOPIFY_CLIENT_SECRET',
  'SHOPIFY_ORIGIN',
  'SHOPIFY_REVIEWS',
  'BIGCOMMERCE_ORIGIN',
  'GOOGLE_MERCHANT_ORIGIN',
  'GOOGLE_REVIEWS_VERSION',
  'TRANSLATE_URL',
  'TRANSLATE_API_KEY',
]

export function loadConfig(env: Env = process.env): Config {
  const read = (name: string) => env[name]?.trim() || undefined
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(read('DATA_DIR') ?? 'data')
  const secretKeyPath = join(dataDir, 'secret-key')
  const testClock = read('TEST_CLOCK')
  const allowPrivate =
    parseChoice('WEBHOOK_ALLOW_PRIVATE', read('WEBHOOK_ALLOW_PRIVATE') ?? 'false', ['true', 'false']) === 'true'
  const billing = parseChoice('BILLING', read('BILLING') ?? 'off', billings)
  if (production && testClock) throw new ConfigError('TEST_CLOCK is not allowed when NODE_ENV=production. Remove it.')
  if (production && allowPrivate)
    throw new ConfigError('WEBHOOK_ALLOW_PRIVATE is not allowed when NODE_ENV=production. Remove it.')
  return Object.freeze({
    host: host(read('HOST') ?? '127.0.0.1'),
    port: port(read('PORT') ?? '8080'),
    publicOrigin: origin('PUBLIC_ORIGIN', read('PUBLIC_ORIGIN')),
    trustedProxies: trustedProxies(read('TRUSTED_PROXIES') ?? ''),
    processes: wholeNumber('PROCESSES', read('PROCESSES') ?? '1', 64),
    drainSeconds: wholeNumber('DRAIN_SECONDS', read('DRAIN_SECONDS') ?? '3', 300, 0),
    dataDir,
    databaseUrl: databaseUrl('DATABASE_URL', read),
    databaseDirectUrl: databaseUrl('DATABASE_DIRECT_URL', read),
    databaseReadUrl: databaseUrl('DATABASE_READ_URL', read),
    redisUrl: url('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:', 'valkey:', 'unix:']),
    logLevel: parseChoice('LOG_LEVEL', read('LOG_LEVEL') ?? 'warn', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    smtpUrl: smtpUrl(read('SMTP_URL')),
    mailFrom: mailFrom(read('MAIL_FROM') ?? 'Evident <no-reply@localhost>'),
    bounceAddress: bounceAddress(read('BOUNCE_ADDRESS')),
    bounceListen: bounceListen(read('BOUNCE_LISTEN'), read('BOUNCE_ADDRESS')),
    storageUrl: storageUrl(read('STORAGE_URL') ?? fileUrl(join(dataDir, 'files'))),
    dnsServers: dnsServers(read('DNS_SERVERS') ?? ''),
    secretKey: secret('SECRET_KEY', read('SECRET_KEY')) ?? keptSecretKey(secretKeyPath),
    secretKeyPath: read('SECRET_KEY') ? undefined : secretKeyPath,
    oldSecretKey: secret('OLD_SECRET_KEY', read('OLD_SECRET_KEY')),
    rateLimits: limits('RATE_LIMITS', read('RATE_LIMITS') ?? '10/1s,50/10s,200/60s'),
    storefrontRateLimits: limits('STOREFRONT_RATE_LIMITS', read('STOREFRONT_RATE_LIMITS') ?? '60/10s'),
    mediaRateLimits: limits('MEDIA_RATE_LIMITS', read('MEDIA_RATE_LIMITS') ?? '1000/10s'),
    maxStores: wholeNumber('MAX_STORES', read('MAX_STORES') ?? '50', 99_999),
    reviewFeedPartBytes: wholeNumber('REVIEW_FEED_PART_MB', read('REVIEW_FEED_PART_MB') ?? '80', 4_000) * 1_000_000,
    testClock: testClock === undefined ? undefined : instant('TEST_CLOCK', testClock),
    webhookAllowPrivate: allowPrivate,
    billing,
    stripe: billing === 'stripe' ? stripe(read) : undefined,
    signUp: parseChoice('SIGN_UP', read('SIGN_UP') ?? 'closed', ['open', 'closed']) === 'open',
    providerOrigins: {
      klaviyo: origin('KLAVIYO_ORIGIN', read('KLAVIYO_ORIGIN')),
      omnisend: origin('OMNISEND_ORIGIN', read('OMNISEND_ORIGIN')),
      mailchimp: origin('MAILCHIMP_ORIGIN', read('MAILCHIMP_ORIGIN')),
      brevo: origin('BREVO_ORIGIN', read('BREVO_ORIGIN')),
      shopify: origin('SHOPIFY_ORIGIN', read('SHOPIFY_ORIGIN')),
      bigcommerce: origin('BIGCOMMERCE_ORIGIN', read('BIGCOMMERCE_ORIGIN')),
      google: origin('GOOGLE_MERCHANT_ORIGIN', read('GOOGLE_MERCHANT_ORIGIN')),
    },
    shopifyReviews: shopifyReviews(read('SHOPIFY_REVIEWS')),
    googleReviewsVersion: googleVersion(read('GOOGLE_REVIEWS_VERSION') ?? 'v1alpha'),
    translation: translation(read),
    shopifyApp: shopifyApp(read('SHOPIFY_CLIENT_ID'), read('SHOPIFY_CLIENT_SECRET')),
    securityContacts: securityContacts(read('SECURITY_CONTACT')),
    production,
    version: packageVersion(),
  })
}

/** Reads the engine's settings, and appends `/translate` to TRANSLATE_URL. */
function translation(read: (name: string) => string | undefined): TranslationConfig | undefined {
  const apiKey = read('TRANSLATE_API_KEY')
  const text = read('TRANSLATE_URL')
  if (text === undefined && apiKey === undefined) return undefined
  if (text === undefined || (text === 'apertium:' && apiKey !== undefined))
    throw new ConfigError('TRANSLATE_API_KEY needs TRANSLATE_URL with the address of LibreTranslate.')
  if (text === 'apertium:') return 'apertium'
  const address = URL.parse(text)
  if (!address || !/^https?:$/.test(address.protocol) || address.search || address.hash)
    throw new ConfigError(
      'TRANSLATE_URL must be `apertium:`, or the address of LibreTranslate such as http://127.0.0.1:5000.',
    )
  if (address.username || address.password)
    throw new ConfigError('TRANSLATE_URL must not contain a user name or password. TRANSLATE_API_KEY is for the key.')
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/translate`
  return { endpoint: address.href, apiKey }
}

function shopifyReviews(text: string | undefined): boolean {
  if (text !== undefined && text !== 'approved')
    throw new ConfigError('SHOPIFY_REVIEWS must be `approved`, or unset while Shopify has not approved the app.')
  return text === 'approved'
}

function googleVersion(text: string): string {
  if (/^v\d{1,2}(?:(?:alpha|beta)\d{0,2})?$/.test(text)) return text
  throw new ConfigError('GOOGLE_REVIEWS_VERSION must be a version of Google’s API, such as v1alpha.')
}

function shopifyApp(clientId: string | undefined, secrets: string | undefined) {
  if (clientId === undefined && secrets === undefined) return undefined
  const clientSecrets = (secrets ?? '').split(',').flatMap((secret) => secret.trim() || [])
  if (clientId === undefined || clientSecrets.length === 0)
    throw new ConfigError('SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET must be set together.')
  if (clientSecrets.length > 2)
    throw new ConfigError(
      'SHOPIFY_CLIENT_SECRET must be one secret, or during a rotation two: the new one, a comma, the old one.',
    )
  return { clientId, clientSecrets }
}

/** Returns unknown variables that resemble ours, because a typing mistake must not silently select the default. */
export function unknownVariables(env: Env = process.env): string[] {
  return Object.keys(env).filter(
    (name) =>
      /^(EVIDENT_|DATABASE_|DRAIN_|TRUSTED_|WEBHOOK_|BOUNCE_|RATE_LIMIT|MAX_|TEST_CLOCK|REVIEW_FEED_|BILLING|STRIPE_|SIGN_UP|SECURITY_|SHOPIFY_|BIGCOMMERCE_|GOOGLE_|TRANSLATE_)/.test(
        name,
      ) && !variables.includes(name),
  )
}

function host(text: string): string {
  if (!isIP(text) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text))
    throw new ConfigError(`HOST must be an address or a name such as 0.0.0.0 or localhost, not "${text}".`)
  return text
}

function port(text: string): number {
  const number = Number(text)
  if (!/^\d{1,5}$/.test(text) || number > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return number
}

function wholeNumber(name: string, text: string, most: number, least = 1): number {
  const number = Number(text)
  if (!/^(0|[1-9]\d{0,8})$/.test(text) || number < least || number > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
  return number
}

function parseChoice<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value)
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
  return found
}

/**
 * Without complete keys nobody could pay, and shops would be switched off for good when their trials end. Messages never
 * contain a key.
 */
function stripe(read: (name: string) => string | undefined): StripeConfig {
  const key = (name: string, pattern: RegExp, form: string): string => {
    const text = read(name)
    if (text === undefined) throw new ConfigError(`BILLING=stripe needs ${name}.`)
    if (!pattern.test(text)) throw new ConfigError(`${name} must start with ${form}, as in Stripe's dashboard.`)
    return text
  }
  const secretKey = key(
    'STRIPE_SECRET_KEY',
    /^[sr]k_(test|live)_\w{16,250}$/,
    'sk_test_, sk_live_, rk_test_ or rk_live_',
  )
  const publishableKey =
    read('STRIPE_PUBLISHABLE_KEY') &&
    key('STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w{16,250}$/, 'pk_test_ or pk_live_')
  const isTest = (text: string) => text.slice(2).startsWith('_test_')
  if (publishableKey && isTest(publishableKey) !== isTest(secretKey))
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live.')
  return {
    secretKey,
    webhookSecret: key('STRIPE_WEBHOOK_SECRET', /^whsec_\w{16,250}$/, 'whsec_'),
    publishableKey: publishableKey || undefined,
    origin: origin('STRIPE_ORIGIN', read('STRIPE_ORIGIN')),
  }
}

function url(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be a URL that starts with ${protocols.join(' or ')}.`)
  }
  return text
}

/**
 * Without DATABASE_URL the database is embedded, and DATABASE_DIRECT_URL or DATABASE_READ_URL would name another
 * database.
 */
function databaseUrl(name: string, read: (name: string) => string | undefined): string | undefined {
  const text = url(name, read(name), ['postgres:', 'postgresql:'])
  if (text !== undefined && read('DATABASE_URL') === undefined) throw new ConfigError(`${name} needs DATABASE_URL.`)
  return text
}

function smtpUrl(text: string | undefined): string | undefined {
  const parsed = url('SMTP_URL', text, ['smtp:', 'smtps:'])
  if (parsed !== undefined && new URL(parsed).hostname === '')
    throw new ConfigError('SMTP_URL must name a host, such as smtp://127.0.0.1:25.')
  return parsed
}

function origin(name: string, text: string | undefined): string | undefined {
  const parsed = url(name, text, ['http:', 'https:'])
  if (parsed === undefined) return undefined
  const { origin, pathname } = new URL(parsed)
  if (pathname !== '/')
    throw new ConfigError(`${name} must be an origin such as https://reviews.example.com, without a path.`)
  return origin
}

function securityContacts(text: string | undefined): readonly string[] {
  return (text ?? '').split(',').flatMap((each) => {
    const contact = each.trim()
    if (contact === '') return []
    const address = /^[^\s@:/]+@[^\s@:/]+$/.test(contact) ? `mailto:${contact}` : contact
    if (!/^(mailto:|https:\/\/|tel:)[!-~]+$/.test(address))
      throw new ConfigError(
        'SECURITY_CONTACT must be addresses such as security@example.com or https://…, separated by commas.',
      )
    return [address]
  })
}

function trustedProxies(text: string): readonly string[] {
  const proxies = text.split(',').flatMap((each) => each.trim() || [])
  try {
    createProxies(proxies)
  } catch {
    throw new ConfigError(
      'TRUSTED_PROXIES must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas.',
    )
  }
  return proxies
}

function storageUrl(text: string): string {
  try {
    readStorageAddress(text)
    return text
  } catch (error) {
    throw new ConfigError(`STORAGE_URL ${(error as Error).message}`)
  }
}

const fileUrl = (path: string) => `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`

function mailFrom(text: string): string {
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text))
    throw new ConfigError('MAIL_FROM must be an address, or "Name <address>".')
  return text
}

function dnsServers(text: string): readonly string[] {
  const servers = text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  try {
    new Resolver().setServers(servers)
  } catch {
    throw new ConfigError(
      `DNS_SERVERS must be addresses such as 192.0.2.53 or [2001:db8::53]:5353, separated by commas.`,
    )
  }
  return servers
}

/** The token and its `+` take 56 of the 64 characters that are allowed before an `@`. */
function bounceAddress(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[a-z0-9][a-z0-9_-]{0,7}@([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(text))
    throw new ConfigError(
      'BOUNCE_ADDRESS must be an address such as bounces@mail.example.com, with at most 8 characters before the @.',
    )
  return text?.toLowerCase()
}

function bounceListen(text: string | undefined, address: string | undefined) {
  if (text === undefined) return undefined
  if (address === undefined)
    throw new ConfigError('BOUNCE_LISTEN needs BOUNCE_ADDRESS: only mail to that address is accepted.')
  const [, inBrackets, plain, digits = ''] = /^(?:\[([0-9a-f:]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = inBrackets ?? plain
  if (host === undefined || Number(digits) > 65_535)
    throw new ConfigError(`BOUNCE_LISTEN must be host:port, such as 0.0.0.0:25, not "${text}".`)
  return { host, port: Number(digits) }
}

function instant(name: string, text: string): Date {
  if (!isInstant(text))
    throw new ConfigError(`${name} must be an ISO instant such as 2026-11-21T09:00:00Z, not "${text}".`)
  return new Date(text)
}

function limits(name: string, text: string): readonly RateWindow[] {
  try {
    return parseRateLimits(text)
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`)
  }
}

function secret(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 32) throw new ConfigError(`${name} must have at least 32 characters.`)
  return text
}

export function keptSecretKey(path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeOnce(path, randomBytes(32).toString('base64url'))
    return secret(path, readFileSync(path, 'utf8').trim()) ?? ''
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}.`)
  }
}

/** When two processes start at the same time, one writes the key and both read that key. */
function writeOnce(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
