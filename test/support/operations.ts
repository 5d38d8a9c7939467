// Gives the contract tests a path and a valid body for each operation, and a check that the operation declares a response.
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { Operation } from '#platform/calls/operation.ts'
import { newId } from '#platform/values/ids.ts'
import { buildOpenApi } from '#reference/openapi.ts'
import { groupCodes } from '#reference/openapi-responses.ts'
import { areas } from '../../server/entry/areas.ts'
import { allOperations, reference } from '../../server/entry/openapi.ts'
import { readDocument, type ServedDocument } from './served-document.ts'
import type { Answer } from './service.ts'

export const operations = allOperations(() => ({}))
/** Operations that are called with a key or a session. */
export const guarded = operations.filter((op) => op.tenancy === 'store' || op.tenancy === 'organization')
/** Operations that a page of a store calls, without key or session. */
export const storefronts = operations.filter((op) => op.tenancy === 'storefront')
export const refusing = [...guarded, ...storefronts]
export const storeLevel = operations.filter((op) => op.tenancy === 'store')
export const isWrite = (op: Operation) => op.method !== 'GET'

export function exampleBody(id: string): object {
  const body = operations.find((op) => op.id === id)?.input.body as { examples?: object[] } | undefined
  const [example] = body?.examples ?? []
  assert.ok(example, `${id} has no example of its body`)
  return example
}

export const nameOf = (op: Operation) => `${op.method} ${op.path}`

export type Shape = {
  type?: string | string[]
  format?: string
  pattern?: string
  'x-expected'?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  items?: Shape | Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  required?: string[]
  minItems?: number
  maxItems?: number
  minimum?: number
  minLength?: number
  maxLength?: number
  title?: string
}

export const listParams = (op: Operation) => Object.entries((op.input.params as Shape | undefined)?.properties ?? {})

/** Builds the operation's path. Parameters come from `fill`; all others get a valid value that matches no row. */
export function buildPath(op: Operation, fill: Record<string, string> = {}): string {
  const shapes = Object.fromEntries(listParams(op))
  return op.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(fill[name] ?? String(makeSample(shapes[name] ?? { type: 'string' }))),
  )
}

export function buildQuery(op: Operation): string {
  const required = op.input.query ? (makeSample(op.input.query as Shape) as Record<string, unknown>) : {}
  const text = new URLSearchParams(Object.entries(required).map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

export function sampleBody(op: Operation): unknown {
  if (op.input.accepts) return 'x'
  return op.input.body ? makeSample(op.input.body as Shape) : undefined
}

const words = [
  '/admin/sign-in',
  'x',
  'nobody@example.com',
  'https://shop.example.com',
  '1',
  '1.00',
  'USD',
  'DE',
  '01-31',
  'x'.repeat(32),
  '#aabbcc',
  '08:00',
  '287082',
  'en',
]

export function makeSample(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const [choice] = shape.anyOf ?? shape.oneOf ?? []
  if (choice) return makeSample(choice)
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, makeSample(shape.properties?.[name] ?? {})]),
      )
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => makeSample(shape.items as Shape))
    case 'integer':
    case 'number':
      return shape.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return sampleText(shape)
    default:
      return {}
  }
}

function sampleText(shape: Shape): string {
  const schema = Compile(shape as never)
  const found = [newId(), '2026-11-01T00:00:00.000Z', '2026-11-01', ...words].find((word) => schema.Check(word))
  if (found === undefined) throw new Error(`no sample fits ${JSON.stringify(shape)}: add one to the words`)
  return found
}

/** Asserts that a call was refused with this status and code, and makes the checks of `assertAnswer`. */
export function assertRefused(op: Operation, answer: Answer, status: number, code: string, why = ''): void {
  const seen = `${nameOf(op)} ${why}: ${answer.status} ${answer.text.slice(0, 300)}`
  assert.deepEqual([answer.status, answer.body?.code], [status, code], seen)
  assertAnswer(op, answer, why)
}

/**
 * Asserts that the response has a request id and rate-limit headers. An error must have the standard schema and a
 * declared code.
 */
export function assertAnswer(op: Operation, answer: Answer, why = ''): void {
  const { status, headers } = answer
  const seen = `${nameOf(op)} ${why}: ${status} ${answer.text.slice(0, 300)}`
  assert.ok(status < 500, seen)
  served ??= readDocument(
    JSON.parse(JSON.stringify(buildOpenApi(operations, { version: 'any', origin: '' }, reference))),
  )
  served.assertDeclared({ method: op.method, path: op.path.replace(/:\w+/g, 'x'), ...answer })
  assert.match(String(headers['x-request-id']), /^[\w.-]{1,64}$/, seen)
  // Storefront calls have rate limits of their own. Tests that send many calls switch these limits off.
  if (!op.access.charges && op.tenancy !== 'storefront') {
    assert.match(String(headers['ratelimit-policy']), /^"\d+[smh]";q=\d+;w=\d+/, seen)
    assert.match(String(headers.ratelimit), /^"\d+[smh]";r=\d+;t=\d+/, seen)
  }
  if (op.tenancy === 'storefront') {
    assert.match(String(headers.vary), /^Origin\b/, seen)
    assert.notEqual(headers['access-control-allow-origin'], '*', seen)
  }
  if (status < 400) return
  assertErrorShape(answer, seen)
  assert.ok(groupCodes(op, areas.statuses)[status]?.includes(answer.body.code), `not declared: ${seen}`)
}

let served: ServedDocument | undefined

const known = new Set(['message', 'code', 'requestId', 'details', 'requiredPlan'])

export function assertErrorShape({ body, headers, text }: Answer, why = text.slice(0, 300)): void {
  assert.match(String(headers['content-type']), /^application\/json/, why)
  assert.deepEqual([typeof body?.message, typeof body?.code], ['string', 'string'], why)
  assert.equal(body.requestId, headers['x-request-id'], why)
  const extra = Object.keys(body).filter((name) => !known.has(name))
  assert.deepEqual(extra, [], why)
  for (const detail of body.details ?? []) {
    assert.deepEqual(Object.keys(detail).sort(), ['message', 'path'], why)
    assert.match(detail.path, /^$|^\//, why)
  }
}
