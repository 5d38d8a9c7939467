import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { groupCodes } from '#reference/openapi-responses.ts'
import { nameOf, operations } from '#test/operations.ts'
import { areas } from '../../server/entry/areas.ts'

const folder = new URL('../../docs/guides/', import.meta.url)
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
const errors = guides.find(({ name }) => name === 'errors.md')?.text ?? ''

/** Calls that are served outside the operations, or that a guide mentions because they were removed. */
const elsewhere = [
  /^GET \/feeds\//,
  /^GET \/docs/,
  /^GET \/openapi\.json$/,
  /^(GET|POST) \/auth\/(sign-in\/email|sign-out|get-session)$/,
  /^POST \/auth\/storefront-token$/,
  /^GET \/oauth\/authorize$/,
  /^POST \/oauth\/(token|revoke)$/,
]
/** Error codes of the kernel, which no operation declares. */
const ofTheKernel = ['internal_error', 'method_not_allowed', 'not_found']

/** Finds calls such as `GET /reviews/:id` in a guide, whether in prose, code or an HTTP example. */
const callsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/[^/\s]+|\{base_url\})?(?:\/api\/v1)?(\/[^\s`"'|)?,;]*)/g,
    ),
  ].map(([, method, path]) => `${method} ${path?.replace(/[.:]$/, '')}`)

const fits = (call: string) =>
  elsewhere.some((pattern) => pattern.test(call)) ||
  operations.some((op) => new RegExp(`^${nameOf(op).replace(/:\w+/g, '[^/]+')}$`).test(call))

/** The codes that errors.md has a row for. */
const codesIn = (text: string): string[] => [...text.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => String(code))
const fieldsOfTheShape = ['message', 'code', 'details']

test('every call that a guide names exists', () => {
  const calls = guides.flatMap(({ name, text }) => callsIn(text).map((call) => ({ name, call })))
  assert.ok(calls.length >= 40)
  const unknown = calls.filter(({ call }) => !fits(call)).map(({ name, call }) => `${name}: ${call}`)
  assert.deepEqual(unknown, [])
})

test('the check finds a call that does not exist', () => {
  assert.deepEqual(callsIn('Send `POST /reviews/approve-all`, then `GET https://x.example/api/v1/reviews?limit=1`.'), [
    'POST /reviews/approve-all',
    'GET /reviews',
  ])
  assert.equal(fits('POST /reviews/approve-all'), false)
  assert.equal(fits('POST /openapi.json'), false)
})

test('errors.md has a row for every error code of an operation, and no other row', () => {
  const declared = new Set([
    ...operations.flatMap((op) => Object.values(groupCodes(op, areas.statuses)).flat()),
    ...ofTheKernel,
  ])
  const documented = codesIn(errors).filter((word) => !fieldsOfTheShape.includes(word))
  assert.deepEqual(
    [...declared].filter((code) => !documented.includes(code)),
    [],
    'not told in errors.md',
  )
  assert.deepEqual(
    documented.filter((code) => !declared.has(code)),
    [],
    'told, but nothing answers it',
  )
  assert.equal(new Set(documented).size, documented.length)
})

test('errors.md gives each code the status that the service returns', () => {
  const statuses = new Map<string, Set<string>>()
  for (const op of operations)
    for (const [status, codes] of Object.entries(groupCodes(op, areas.statuses)))
      for (const code of codes) statuses.set(code, (statuses.get(code) ?? new Set()).add(status))
  for (const section of errors.split(/^## /m).slice(1)) {
    const [heading = ''] = section.split('\n')
    for (const code of codesIn(section))
      for (const status of statuses.get(code) ?? [])
        assert.ok(heading.includes(status), `${code} is ${status}: ${heading}`)
  }
})
