// The environment, read once and checked: an unknown or malformed value is one clear line and the end of the start.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseRateLimits, type RateWindow } from './limits/windows.ts'

export type Config = Readonly<{
  host: string
  port: number
  /** Where the world reaches the service; absent when the operator did not say, and then callers' Host is believed. */
  publicOrigin: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  logLevel: string
  smtpUrl: string | undefined
  mailFrom: string
  storageUrl: string
  dnsServers: readonly string[]
  secretKey: string
  /** Empty: no limits. */
  rateLimits: readonly RateWindow[]
  testClock: Date | undefined
  webhookAllowPrivate: boolean
  production: boolean
  version: string
}>

export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

const known = [
  'HOST',
  'PORT',
  'PUBLIC_ORIGIN',
  'DATA_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'SMTP_URL',
  'MAIL_FROM',
  'STORAGE_URL',
  'DNS_SERVERS',
  'SECRET_KEY',
  'RATE_LIMITS',
  'TEST_CLOCK',
  'WEBHOOK_ALLOW_PRIVATE',
]

export function loadConfig(env: Env = process.env): Config {
  const read = (name: string) => env[name]?.trim() || undefined
  const production = env.NODE_ENV === 'production'
  const dataDir = resolve(read('DATA_DIR') ?? 'data')
  const testClock = read('TEST_CLOCK')
  const allowPrivate =
    oneOf('WEBHOOK_ALLOW_PRIVATE', read('WEBHOOK_ALLOW_PRIVATE') ?? 'false', ['true', 'false']) === 'true'
  if (production && testClock) throw new ConfigError('TEST_CLOCK is refused when NODE_ENV=production.')
  if (production && allowPrivate) throw new ConfigError('WEBHOOK_ALLOW_PRIVATE is refused when NODE_ENV=production.')
  return Object.freeze({
    host: read('HOST') ?? '127.0.0.1',
    port: port(read('PORT') ?? '8080'),
    publicOrigin: origin('PUBLIC_ORIGIN', read('PUBLIC_ORIGIN')),
    dataDir,
    databaseUrl: url('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    redisUrl: url('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:', 'valkey:', 'unix:']),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'warn', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    smtpUrl: url('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    mailFrom: mailFrom(read('MAIL_FROM') ?? 'Evident <no-reply@localhost>'),
    storageUrl: url('STORAGE_URL', read('STORAGE_URL'), ['file:', 's3:']) ?? `file:${join(dataDir, 'files')}`,
    dnsServers: (read('DNS_SERVERS') ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    secretKey: read('SECRET_KEY') ? secret(read('SECRET_KEY') as string) : storedSecret(dataDir),
    rateLimits: limits(read('RATE_LIMITS') ?? '10/1s,50/10s,200/60s'),
    testClock: testClock === undefined ? undefined : instant('TEST_CLOCK', testClock),
    webhookAllowPrivate: allowPrivate,
    production,
    version: packageVersion(),
  })
}

/** Variables that look like ours but are not: a typing mistake must not pass as a default. */
export function unknownVariables(env: Env = process.env): string[] {
  return Object.keys(env).filter(
    (name) => /^(EVIDENT_|WEBHOOK_|RATE_LIMIT|TEST_CLOCK)/.test(name) && !known.includes(name),
  )
}

function port(text: string): number {
  const number = Number(text)
  if (!/^\d{1,5}$/.test(text) || number > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return number
}

function oneOf(name: string, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
  return value
}

function url(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be a URL that begins with ${protocols.join(' or ')}.`)
  }
  return text
}

function origin(name: string, text: string | undefined): string | undefined {
  const parsed = url(name, text, ['http:', 'https:'])
  if (parsed === undefined) return undefined
  const { origin, pathname } = new URL(parsed)
  if (pathname !== '/')
    throw new ConfigError(`${name} must be an origin such as https://reviews.example.com, without a path.`)
  return origin
}

function mailFrom(text: string): string {
  if (!/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text))
    throw new ConfigError('MAIL_FROM must be an address, or "Name <address>".')
  return text
}

function instant(name: string, text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new ConfigError(`${name} must be an ISO instant such as 2026-11-21T09:00:00Z, not "${text}".`)
  return at
}

function limits(text: string): readonly RateWindow[] {
  try {
    return parseRateLimits(text)
  } catch (error) {
    throw new ConfigError(`RATE_LIMITS: ${(error as Error).message}`)
  }
}

function secret(text: string): string {
  if (text.length < 32) throw new ConfigError('SECRET_KEY must have at least 32 characters.')
  return text
}

function storedSecret(dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx`: of two processes that start together, one writes and both read the same.
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return secret(readFileSync(path, 'utf8').trim())
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
