import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { newId } from '#platform/values/ids.ts'
import { removeSecrets } from '#platform/values/secret-fields.ts'
import { buildOpenApi } from '#reference/openapi.ts'
import {
  assertRefused,
  buildPath,
  buildQuery,
  guarded,
  isWrite,
  nameOf,
  operations,
  refusing,
  sampleBody,
} from '#test/operations.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { reference } from '../../server/entry/openapi.ts'

let service: TestService
let shop: Shop
let owner: Api
before(async () => {
  service = await startService({ env: { RATE_LIMITS: '100000/1s,100000/10s,100000/60s' } })
  shop = await service.shop()
  owner = await shop.signedIn()
})
after(() => service.close())

type Answered = Awaited<ReturnType<Api['get']>>

/** This operation ends every session, so its caller cannot repeat it. */
const endsItsCaller = ['DELETE /account/sessions']
const writes = guarded.filter(isWrite)
const repeatable = writes.filter((op) => !endsItsCaller.includes(nameOf(op)))
const allowed = (op: Operation): Api => (op.access.session || roleOf(op) === 'OWNER' ? owner : shop.api)

const send = (op: Operation, key: string, path = buildPath(op), body = sampleBody(op)) =>
  allowed(op).call(op.method, path + buildQuery(op), body, {
    ...(op.input.accepts && {
      'content-type': op.input.accepts.find((type) => !type.startsWith('multipart')) ?? 'text/csv',
    }),
    'idempotency-key': key,
  })

test('every write refuses a malformed idempotency key before it does anything', async () => {
  for (const op of writes) assertRefused(op, await send(op, 'not one word'), 400, 'validation_failed')
})

function secretsIn(op: Operation, body: unknown): string[] {
  const { value, hadSecret } = removeSecrets(body, op.compiled().secretPaths)
  if (!hadSecret) return []
  const left = JSON.stringify(value)
  return textsIn(body).filter((text) => !left.includes(JSON.stringify(text)))
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn)

function assertShownOnce(op: Operation, first: Answered, again: Answered) {
  assert.deepEqual([again.status, again.body.code], [409, 'secret_already_shown'], `${nameOf(op)}: ${again.text}`)
  assert.equal(again.body.id, first.body.id, nameOf(op))
  assert.equal(again.headers.location, first.headers.location, nameOf(op))
  assert.equal(again.headers['set-cookie'], undefined, nameOf(op))
  for (const secret of secretsIn(op, first.body)) assert.ok(!again.text.includes(secret), nameOf(op))
}

test('every operation that returns a secret declares it, which disables compression', () => {
  const answering = operations.filter((op) => op.compiled().secretPaths.length > 0)
  assert.ok(answering.length >= 20, String(answering.length))
  assert.deepEqual(answering.filter((op) => !op.output.secret).map(nameOf), [])
})

/** Fields that are named like a secret but give no access. */
const harmless = [
  'passkeyDomain',
  'recoveryCodesLeft',
  'apiKeyLast4',
  'clientSecretLast4',
  'credentialLast4',
  'previousSecretHoldsUntil',
  'secretAccessKeySet',
  'excludeCredentials',
  'GET /analytics/requests data.key',
]

test('every returned field that is named like a secret is marked as secret', () => {
  const names =
    /secret|token|password|passphrase|credential|pass|recovery|backupCodes|apiKey|(^|\.)key$|(accept|confirm|download)Url/i
  const unmarked = operations.flatMap((op) => unmarkedIn(op.output.body).map((path) => `${nameOf(op)} ${path}`))
  const suspicious = unmarked.filter((field) => names.test(field.split(' ')[2] ?? ''))
  assert.deepEqual(
    suspicious.filter((field) => !harmless.some((each) => field.includes(each))),
    [],
  )
})

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; 'x-secret'?: true }

function unmarkedIn(schema: Shape | undefined, at = ''): string[] {
  const { properties = {}, items, anyOf = [] } = schema ?? {}
  const own = Object.entries(properties).flatMap(([name, field]) =>
    field['x-secret'] ? [] : [`${at}${name}`, ...unmarkedIn(field, `${at}${name}.`)],
  )
  return [...own, ...(items ? unmarkedIn(items, at) : []), ...anyOf.flatMap((each) => unmarkedIn(each, at))]
}

test('a repeated write gets the same response, marked as a replay', async () => {
  let kept = 0
  let shownOnce = 0
  for (const op of repeatable) {
    const key = newId()
    const [path, body] = [buildPath(op), sampleBody(op)]
    const first = await send(op, key, path, body)
    const again = await send(op, key, path, body)
    assert.equal(first.headers['idempotent-replayed'], undefined, nameOf(op))
    assert.equal(again.headers['idempotent-replayed'], first.status < 300 ? 'true' : undefined, nameOf(op))
    if (first.status < 300 && secretsIn(op, first.body).length > 0) {
      assertShownOnce(op, first, again)
      shownOnce++
      continue
    }
    assert.equal(again.status, first.status, `${nameOf(op)}: ${first.text} ${again.text}`)
    if (first.status >= 300) continue
    kept++
    assert.equal(again.text, first.text, nameOf(op))
    assert.equal(again.headers.location, first.headers.location, nameOf(op))
  }
  assert.ok(kept >= 15, String(kept))
  assert.ok(shownOnce >= 4, String(shownOnce))
})

test('every 201 and 202 has a Location that can be read', async () => {
  for (const op of repeatable) {
    const { status, headers, text } = await send(op, newId())
    if (status !== 201 && status !== 202) continue
    assert.match(String(headers.location), /^\/api\/v1\//, `${nameOf(op)}: ${text}`)
    const found = await allowed(op).get(String(headers.location))
    assert.equal(found.status, 200, `${nameOf(op)} → ${headers.location}: ${found.text}`)
  }
})

/** These responses have no Location, because storefront pages cannot read pending content and a vote is only counted. */
const withoutLocation = [
  'POST /storefront/reviews',
  'POST /storefront/reviews/:id/report',
  'POST /storefront/reviews/:id/vote',
  'POST /storefront/faqs/questions',
  'POST /storefront/galleries/:id/leads',
]

test('every operation with 201 or 202 declares a Location that is a GET operation', () => {
  for (const op of refusing.filter(({ output }) => output.status)) {
    if (withoutLocation.includes(nameOf(op))) continue
    assert.ok(op.output.location, nameOf(op))
    if (op.output.location === '{url}') continue
    const pattern = new RegExp(`^${op.output.location.replace(/:\w+|\{\w+\}/g, ':\\w+')}$`)
    assert.ok(
      operations.some((each) => each.method === 'GET' && pattern.test(each.path)),
      `${nameOf(op)} → ${op.output.location}`,
    )
  }
})

test('the reference documents the Idempotency-Key header only where it has an effect', () => {
  const { paths } = buildOpenApi(operations, { version: '', origin: '' }, reference) as never as {
    paths: Record<string, Record<string, { parameters: { name: string }[] }>>
  }
  for (const op of operations) {
    const described = paths[op.path.replace(/:(\w+)/g, '{$1}')]?.[op.method.toLowerCase()]
    const offered = described?.parameters.some(({ name }) => name === 'idempotency-key')
    assert.equal(offered, writes.includes(op), nameOf(op))
  }
})
