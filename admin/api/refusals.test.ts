import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { invalidField } from '#platform/values/errors.ts'
import { areas, operations } from '../../server/entry/areas.ts'
import { readDomain } from '../../server/platform/mail/domain-name.ts'
import { readCatalogue, textIn } from '../language/catalogue.ts'
import { findMessages } from '../language/messages.ts'
import { translate } from '../language/translate.ts'
import { ApiError } from './client.ts'
import { inLanguage } from './refusals.ts'

test('a known error code has a text of its own in the admin app', () => {
  const refusal = new ApiError(429, { code: 'rate_limited', message: 'Too many calls.' }, '7')
  assert.equal(refusal.message, 'Too many requests. Wait a moment, and try again.')
  assert.deepEqual([refusal.code, refusal.retryAfterMs], ['rate_limited', 7000])
  for (const code of ['not_found', 'plan_required', 'role_insufficient', 'temporarily_unavailable', 'unreachable'])
    assert.notEqual(inLanguage({ code, message: 'As it is said.' }).message, 'As it is said.', code)
})

const ofPrograms = new Set([
  'api_key_expired',
  'api_key_invalid',
  'idempotency_answer_not_kept',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'method_not_allowed',
  'origin_forbidden',
  'redeeming_off',
  'scope_denied',
  'signature_invalid',
  'store_deleted',
  'store_env_mismatch',
  'store_env_required',
  'token_invalid',
])

test('every refusal that a person can get has a text of its own in the admin app', () => {
  const message = 'As it is said.'
  const known = (code: string) => inLanguage({ code, message }).message !== message
  const codes = Object.keys(areas.statuses)
  assert.deepEqual(
    codes.filter((code) => !ofPrograms.has(code) && !known(code)),
    [],
  )
  assert.deepEqual(
    [...ofPrograms].filter((code) => !codes.includes(code) || known(code)),
    [],
  )
})

test("an unknown code, or one whose details vary, shows the service's own wording", () => {
  const message = 'The sending domain is being changed right now. Try again.'
  assert.equal(inLanguage({ code: 'conflict', message }).message, `Blocked by: ${message}`)
  assert.equal(inLanguage({ code: 'moon_is_full', message }).message, message)
  assert.equal(new ApiError(502, {}, null).message, 'The service did not answer as expected.')
})

test("a field error has the app's wording at the field and in the summary", () => {
  const { code, message, details } = invalidField('/name', 'must have at most 1 character')
  assert.deepEqual(inLanguage({ code, message, details: details ?? [] }), {
    code,
    message: 'The request is invalid: /name must have at most 1 characters',
    details: [{ path: '/name', message: 'must have at most 1 characters' }],
  })
  const odd = [{ path: '/sky', message: 'must be blue' }]
  assert.deepEqual(inLanguage({ code, message: '/sky: must be blue', details: odd }).details, odd)
})

async function inGerman(): Promise<(message: string) => string> {
  const source = readFileSync(join(import.meta.dirname, 'refusals.ts'), 'utf8')
  const catalogue = readCatalogue('de')
  const written = translate(source, findMessages('api/refusals.ts', source), (message) =>
    textIn(catalogue, 'api/refusals.ts', message),
  )
  const script = encodeURIComponent(stripTypeScriptTypes(written))
  const german: { inLanguage: typeof inLanguage } = await import(`data:text/javascript,${script}`)
  return (message) => {
    const refusal = german.inLanguage({ code: 'validation_failed', details: [{ path: '/field', message }] })
    const said = refusal.details?.[0]?.message ?? ''
    assert.equal(refusal.message, `So kann das nicht angenommen werden: /field ${said}`)
    return said
  }
}

test('every problem of a sending domain has a German text', async () => {
  const german = await inGerman()
  for (const domain of ['10.0.0.1', 'a b', 'shop', 'shop.local', 'co.uk', 'gmail.com']) {
    const read = readDomain(domain)
    assert.ok('problem' in read, domain)
    assert.match(german(read.problem), /^(ist|endet|gehört) /)
  }
})

test('every format error of a request body has a German text', async () => {
  const german = await inGerman()
  const isGerman = (message: string) => /^(ist|sind|muss|müssen|darf|enthält|endet|gehört) /.test(german(message))
  const expected = new Set(operations.flatMap(({ input }) => formsIn(input.body)))
  assert.ok(expected.size > 20, `${expected.size} forms`)
  assert.deepEqual(
    [...expected].filter((message) => !isGerman(message)),
    [],
  )
})

function formsIn(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { 'x-expected': words } = schema as Record<string, unknown>
  return [...(typeof words === 'string' ? [words] : []), ...Object.values(schema).flatMap(formsIn)]
}
