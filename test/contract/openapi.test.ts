// The served document is the contract. It has to be complete, valid OpenAPI 3.1, and it has to match the operations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { operation } from '#platform/calls/operation.ts'
import { Instant } from '#platform/values/wire.ts'
import { buildOpenApi, chapterOf } from '#reference/openapi.ts'
import { deliveryContract } from '#resources/outbound-webhooks/examples.ts'
import { operations } from '#test/operations.ts'
import { areas } from '../../server/entry/areas.ts'
import { reference } from '../../server/entry/openapi.ts'

type Json = Record<string, unknown>
type Described = {
  operationId: string
  tags: string[]
  summary: string
  security: Json[]
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, Response>
}
type Response = { description: string; content?: Record<string, { schema: Json; example?: unknown }>; headers: Json }
type Shared = { $ref: string }
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Omit<Described, 'responses'> & { responses: Record<string, Response | Shared> }>>
  components: { schemas: Record<string, Json>; responses: Record<string, Response>; securitySchemes: Json }
}

const info = { version: '1.0.0', origin: 'https://evident.example' }
const document = buildOpenApi(operations, info, reference) as unknown as Document
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, each]) => ({ path, method, each: { ...each, responses: whole(each) } })),
)

function whole({ responses }: { responses: Record<string, Response | Shared> }): Record<string, Response> {
  const found = Object.entries(responses).map(([status, each]) => {
    const name = '$ref' in each ? each.$ref.replace('#/components/responses/', '') : ''
    return [status, '$ref' in each ? document.components.responses[name] : each] as const
  })
  return Object.fromEntries(found) as Record<string, Response>
}

function* objectsIn(value: unknown, at = '#'): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${at}/${name}`)
}

const danglingIn = (whole: Json) =>
  [...objectsIn(whole)].flatMap(([at, { $ref }]) => {
    if (typeof $ref !== 'string') return []
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((place, name) => (place as Json | undefined)?.[name], whole)
    return $ref.startsWith('#/') && target !== undefined ? [] : [`${at} → ${$ref}`]
  })

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

function findFaults(schema: unknown, at: string): string[] {
  const faults: string[] = []
  for (const [place, each] of objectsIn(schema, at)) {
    const { type, required, properties, items, enum: words } = each as Json & { properties?: Json }
    // Property names are skipped, because they are not schema keywords.
    if (/\/properties$/.test(place)) continue
    const named = type === undefined ? [] : [type].flat()
    if (named.some((name) => !types.includes(String(name)))) faults.push(`${place}: type ${String(type)}`)
    if (named.includes('array') && items === undefined) faults.push(`${place}: an array of what?`)
    if (words !== undefined && (!Array.isArray(words) || words.length === 0)) faults.push(`${place}: enum`)
    if (Array.isArray(required) && properties && required.some((name) => !(name in properties)))
      faults.push(`${place}: requires what it does not declare`)
  }
  return faults
}

test('the document is OpenAPI 3.1 with the title, version and URL of the API', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual([document.info.title, document.info.version], ['Evident API', '1.0'])
  assert.deepEqual(document.servers, [{ url: 'https://evident.example/api/v1', 'x-internal': false }])
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
})

test('the document describes every operation once, and nothing else', () => {
  assert.deepEqual(described.map(({ each }) => each.operationId).sort(), operations.map(({ id }) => id).sort())
  for (const { path, method, each } of described) {
    assert.match(path, /^\/[\w./{}-]+$/)
    assert.ok(['get', 'put', 'post', 'patch', 'delete'].includes(method), method)
    assert.deepEqual(
      each.tags.filter((tag) => !document.tags.some(({ name }) => name === tag)),
      [],
    )
  }
})

test('every reference resolves, and the check finds a broken reference', () => {
  assert.deepEqual(danglingIn(document as unknown as Json), [])
  assert.equal(danglingIn({ a: { $ref: '#/components/schemas/Nothing' }, b: { $ref: 'elsewhere.json' } }).length, 2)
})

test('every parameter of a path is declared, and no parameter is declared twice', () => {
  for (const { path, each } of described) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
    const declared = each.parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(declared.map(({ name }) => name).sort(), inPath.sort(), path)
    assert.ok(declared.every(({ required }) => required))
    const names = each.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    assert.equal(new Set(names).size, names.length, path)
  }
})

test('every schema in the document is valid, and the check finds invalid schemas', () => {
  for (const [name, schema] of Object.entries(document.components.schemas))
    assert.deepEqual(findFaults(schema, name), [])
  for (const { path, each } of described) {
    const bodies = [each.requestBody, ...Object.values(each.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    )
    for (const { schema } of [...bodies, ...each.parameters]) assert.deepEqual(findFaults(schema, path), [])
  }
  for (const wrong of [{ type: 'text' }, { type: 'array' }, { enum: [] }, { properties: { a: {} }, required: ['b'] }])
    assert.equal(findFaults({ properties: { deep: wrong } }, '').length, 1, JSON.stringify(wrong))
})

/**
 * Paths without a rate limit. Monitors poll /health. The other paths receive bursts of reports from few addresses and
 * require a token or signature.
 */
const unlimited = [
  '/health',
  '/health/ready',
  '/email/feedback/{token}',
  '/billing/webhooks/stripe',
  '/webhooks/shopify',
  '/webhooks/{platform}/{connectionId}',
]

test('every operation declares its success and its errors, with one error schema and named codes', () => {
  const error = { $ref: '#/components/schemas/Error' }
  for (const { path, each } of described) {
    const statuses = Object.keys(each.responses)
    assert.equal(statuses.filter((status) => status.startsWith('2')).length >= 1, true, path)
    assert.deepEqual(each.responses.default?.content?.['application/json']?.schema, error, `${path} default`)
    for (const [status, { description, content, headers }] of Object.entries(each.responses)) {
      const at = `${path} ${status}`
      assert.ok(description.length > 0, at)
      assert.ok(headers?.['x-request-id'], at)
      if (!unlimited.includes(path) && status !== 'default')
        assert.ok(headers.RateLimit && headers['RateLimit-Policy'], at)
      assert.equal('Retry-After' in headers, ['429', '503'].includes(status), at)
      if (!(Number(status) >= 400)) continue
      const listed = content?.['application/json']?.schema.allOf as [Json, { properties: Json }] | undefined
      assert.ok(listed, at)
      const [shape, { properties }] = listed
      assert.deepEqual(shape, error, at)
      const [known, anyText] = (properties.code as { anyOf: { enum?: string[] }[] }).anyOf
      assert.deepEqual(anyText, { type: 'string' }, `${at}: a code that comes later must fit`)
      for (const code of known?.enum ?? []) assert.ok(description.includes(`\`${code}\``), at)
    }
    for (const security of each.security)
      for (const scheme of Object.keys(security)) assert.ok(scheme in document.components.securitySchemes, scheme)
  }
})

test('each error response is defined once, and operations refer to it', () => {
  const listed = Object.values(document.components.responses).map((each) => JSON.stringify(each))
  assert.equal(new Set(listed).size, listed.length)
  const inline = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status, each]) => !/^[23]/.test(status) && !('$ref' in each))
  assert.deepEqual(inline, [])
})

test('each call that needs a store lists the store header among its credentials', () => {
  for (const op of operations) {
    const found = described.find(({ each }) => each.operationId === op.id)?.each
    const needsStore = op.tenancy === 'store' || op.tenancy === 'storefront'
    assert.ok(
      found?.security.every((one) => 'store' in one === needsStore),
      op.id,
    )
    const origin = found?.parameters.find((each) => each.name === 'origin' && each.in === 'header')
    assert.equal(origin?.required, op.tenancy === 'storefront' ? false : undefined, op.id)
  }
})

test('every success with a body has an example', () => {
  for (const { path, each } of described)
    for (const [status, { content }] of Object.entries(each.responses).filter(([name]) => name.startsWith('2')))
      assert.ok(
        Object.values(content ?? { none: { example: '' } }).some((media) => 'example' in media),
        `${path} ${status}: WRITE_EXAMPLES=1 npm test -- test/contract/answers`,
      )
})

/** Lists fields and parameters without a description. A reference to a named schema needs none. */
const undescribedIn = (whole: Json) =>
  [...objectsIn(whole)]
    .filter(([at]) => !/\/examples?\/|\/allOf\//.test(at))
    .filter(
      ([at, { $ref, in: where }]) => $ref === undefined && (/\/properties\/[^/]+$/.test(at) || where !== undefined),
    )
    .filter(([, { description }]) => typeof description !== 'string' || description === '')
    .map(([at]) => at)

test('every parameter and every field has a description in its schema', () => {
  assert.deepEqual(undescribedIn(document as unknown as Json), [])
})

test('a new field or parameter without a description fails', () => {
  const op = operation({
    id: 'reviews.one',
    http: 'GET /reviews/:id',
    tenancy: 'store',
    doc: { summary: 'One review.' },
    input: { params: Type.Object({ id: Type.String() }) },
    output: { body: Type.Object({ at: Instant, review: Type.Object({ stars: Type.Integer() }, { title: 'Stars' }) }) },
    run: () => undefined,
  })
  const found = undescribedIn(buildOpenApi([op], info))
  assert.deepEqual(
    found.map((at) => at.replace(/^.*\/(?=[^/]+\/[^/]+$)/, '')),
    ['parameters/0', 'properties/at', 'properties/stars'],
  )
})

test('every event type has its schema, its headers and a valid example', () => {
  const listed = (document as unknown as { webhooks: Record<string, { post: Described & { parameters: Json[] } }> })
    .webhooks
  assert.deepEqual(
    Object.keys(listed),
    areas.events.map(({ name }) => name),
  )
  for (const { name, schema, example } of deliveryContract(areas.events)) {
    assert.deepEqual([...Value.Errors(schema as never, example)], [], name)
    const names = listed[name]?.post.parameters.map((header) => header.name)
    for (const header of ['webhook-id', 'webhook-signature', 'x-service-signature-v2', 'x-service-signature'])
      assert.ok(names?.includes(header), `${name} ${header}`)
  }
})

test('the reference has a section for every chapter that has operations, and no other', () => {
  const placed = reference.sections.flatMap(({ areas }) => Object.keys(areas))
  assert.deepEqual(placed.toSorted(), [...new Set(operations.map(chapterOf))].sort())
})

test('every request body has an example that matches it', () => {
  for (const { id, input } of operations) {
    const { body } = input
    if (!body) continue
    const { examples = [] } = body as { examples?: unknown[] }
    assert.equal(examples.length, 1, `${id}: give its body an example, by withExample`)
    assert.deepEqual([...Value.Errors(body, examples[0])], [], id)
  }
})

test('every string without fixed values has an example that matches it', () => {
  const unexampled: string[] = []
  for (const [at, schema] of objectsIn(document as unknown as Json)) {
    if (!/\/properties\/\w+$/.test(at) || /\/examples?\//.test(at)) continue
    const { type, format, examples } = schema
    for (const example of Array.isArray(examples) ? examples : [])
      assert.deepEqual([...Value.Errors(schema as never, example)], [], at)
    const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
    // The trap field has no example, because bots must not learn how to fill it.
    const isTrap = at.endsWith('/NewStorefrontReview/properties/homepage')
    const hasWhole = at.startsWith('#/components/schemas/Error/')
    if (isText && !('enum' in schema) && format !== 'binary' && !isTrap && !hasWhole && !examples) unexampled.push(at)
  }
  assert.deepEqual(unexampled, [], 'give its schema `examples`')
})

test('two schemas with the same title are refused', () => {
  const named = (id: string, returns: ReturnType<typeof Type.Object>) =>
    operation({
      id,
      http: `GET /${id.replace('.', '/')}`,
      tenancy: 'store',
      doc: { summary: 'One.' },
      output: { body: returns },
      run: () => undefined,
    })
  const one = named('reviews.one', Type.Object({ a: Type.Integer() }, { title: 'Same' }))
  const other = named('reviews.two', Type.Object({ a: Type.Boolean() }, { title: 'Same' }))
  assert.throws(() => buildOpenApi([one, other], info), /Same/)
  buildOpenApi([one, { ...one, id: 'reviews.three' }], info)
})
