import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readNext, readTrialNext } from './rules.ts'

const origin = 'https://reviews.example.com'
const pages = /^\/(admin|oauth\/authorize|api\/v1\/connectors\/shopify\/callback)(?:$|[/?#])/

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '\\',
    '//',
    '..',
    '.',
    '%2e',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '@',
    ':',
    '?',
    '#',
    '&',
  ),
  fc.constantFrom('admin', 'oauth', 'authorize', 'api/v1/connectors/shopify/callback', 'evil.example', 'https:', 'a=1'),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const prefix = fc.constantFrom(
  '',
  '/',
  '/admin',
  '/admin/',
  '/oauth/authorize?',
  '/api/v1/connectors/shopify/callback?',
)
const spelled = fc.tuple(prefix, fc.array(piece, { maxLength: 8 })).map(([start, rest]) => start + rest.join(''))

function readNextPath(read: typeof readNext, next: string): string | undefined {
  try {
    return read(next, origin)
  } catch {
    return undefined
  }
}

test('every accepted return path is one of our pages, and reading it again returns it unchanged', () => {
  fc.assert(
    fc.property(spelled, (next) => {
      const path = readNextPath(readNext, next)
      if (path === undefined) return
      for (const url of [new URL(origin + path), new URL(path, origin)]) {
        assert.equal(url.origin, origin)
        assert.equal(url.pathname + url.search + url.hash, path)
      }
      assert.match(path, pages)
      assert.doesNotMatch(path, /[\\\p{Cc}]/u)
      assert.equal(readNextPath(readNext, path), path)
    }),
    { numRuns: 3_000 },
  )
})

test('a trial of the settings returns only to the admin application', () => {
  fc.assert(
    fc.property(spelled, (next) => {
      const path = readNextPath(readTrialNext, next)
      if (path !== undefined) assert.match(path, /^\/admin(?:$|[/?#])/)
    }),
    { numRuns: 1_000 },
  )
})
