// Each rule also gets an operation that violates it, because a rule that accepts everything protects nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { roleOf } from '#platform/calls/access.ts'
import { type Operation, operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { isWrite, listParams, nameOf, operations, type Shape } from '#test/operations.ts'
import { areas } from '../../server/entry/areas.ts'

/** Operations that return a field whose name ends in `email` or `address` to any caller, each with the reason. */
const openAddresses: Record<string, string> = {
  'billing.create_checkout': 'the postal addresses on an invoice',
  'billing.list_invoices': 'the same',
  'billing.get_invoice': 'the same',
  'connectors.list_shops': 'where a shop is on the web',
  'connectors.connect_shop': 'the same',
  'connectors.get_shop': 'the same',
  'connectors.update_shop': 'the same',
  'connectors.repair_shop': 'the same',
  'galleries.list': "the store's own, which its admins have set: where it is told of leads",
  'galleries.create': 'the same',
  'galleries.get': 'the same',
  'galleries.update': 'the same',
  'email_branding.get': 'the postal address of the store, printed in its mails',
  'email_branding.update': 'the same',
  'account.invite_user': 'the caller has just sent it',
  'auth.accept_invitation': 'it is the address of the person who accepts',
  'auth.get_invitation': 'it is the address that the link was made for',
  'auth.get_sign_up': 'it is the address that the link was made for',
  'auth.confirm_sign_up': 'the same',
  'auth.make_first_account': 'the caller has just sent it',
  'auth.sign_in': "the caller's own",
  'auth.sign_in_by_passkey': 'the same',
  'auth.get_session': "the caller's own",
  'auth.change_password': "the caller's own",
  'auth.verify_totp': "the caller's own",
  'auth.verify_backup_code': "the caller's own",
  'auth.get_password_reset': 'it is the address that the link was made for',
  'auth.reset_password': 'the same',
}
/** Responses with an object whose fields are not declared, each with the reason. */
const openObjects: Record<string, string> = {
  'account.list_audit_log': 'what an act tells of itself; signed-in owners and admins only',
  'events.list': 'every kind of event has fields of its own, listed in the catalogue of events',
  'webhooks.get_event': 'what a shop has sent, as it came',
  'outbound_webhooks.get_delivery': 'what is sent of an event, to signed-in people only',
  'outbound_webhooks.list_events': 'that catalogue, with an invented example of each',
}
/** Objects with texts by language: the keys are language tags, the number of keys is limited, the values are declared. */
const isByLanguage = (shape: Shape): boolean => {
  const { propertyNames, maxProperties, additionalProperties } = shape as Record<string, Shape | number | undefined>
  const below = additionalProperties as { properties?: object } | undefined
  return (
    (propertyNames as { pattern?: string } | undefined)?.pattern === (LanguageTag as { pattern?: string }).pattern &&
    typeof maxProperties === 'number' &&
    below?.properties !== undefined
  )
}
/** Paths of the contract whose first segment is not a resource area. */
const otherPaths = [
  '/health',
  '/health/ready',
  '/openapi.json',
  '/openapi.yaml',
  '/postman.json',
  '/auth/',
  '/email/feedback/',
  '/billing/webhooks/',
  '/webhooks/:platform/',
  '/webhooks/shopify',
]
const organizationPaths = [
  '/account/',
  '/orgs/',
  '/api-keys',
  '/billing/plans',
  '/partner/',
  '/affiliates/',
  '/support/',
]

type Found = { at: string; shape: Shape }

function* walk(schema: unknown, at = ''): Generator<Found> {
  if (schema === null || typeof schema !== 'object') return
  const shape = schema as Shape
  yield { at, shape }
  for (const [name, each] of Object.entries(shape.properties ?? {})) yield* walk(each, `${at}/${name}`)
  for (const [name, each] of Object.entries(shape.patternProperties ?? {})) yield* walk(each, `${at}/{${name}}`)
  for (const each of [shape.items, shape.anyOf, shape.oneOf, shape.allOf].flat()) yield* walk(each, `${at}/*`)
  yield* walk(shape.additionalProperties, `${at}/{}`)
}

const walkRequest = (op: Operation): Found[] =>
  [op.input.params, op.input.query, op.input.body].flatMap((schema: TSchema | undefined) => [...walk(schema)])
const isType = ({ type }: Shape, wanted: string) => [type].flat().includes(wanted)
const isBounded = ({ maxLength, enum: words, const: word, format, pattern }: Shape) =>
  maxLength !== undefined ||
  words !== undefined ||
  word !== undefined ||
  ['uuid', 'date-time', 'date', 'cursor'].includes(format ?? '') ||
  (pattern !== undefined && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern))
const at = (found: Found[]) => found.map((each) => each.at || 'the whole')
const isBelow = (op: Operation, paths: string[]) =>
  paths.some((path) => `${op.path}/`.startsWith(path) || op.path === path)

const make = (more: object = {}): Operation =>
  operation({
    id: 'reviews.list',
    http: 'GET /reviews',
    tenancy: 'store',
    doc: { summary: 'List.' },
    run: () => undefined,
    ...more,
  })
const body = (schema: TSchema) => make({ id: 'reviews.add', http: 'POST /reviews', input: { body: schema } })
const returning = (body: TSchema, input: object = {}) => make({ output: { body }, input })
const nested = (depth: number): TSchema => (depth === 0 ? Type.Boolean() : Type.Object({ in: nested(depth - 1) }))

/** In the responses of these operations, `key` names a group of rows and is not a secret. */
const keysOfGroups = ['analytics.requests']

const rules: { promise: string; complaints(op: Operation): string[]; bad: Operation[] }[] = [
  {
    promise: 'every text of a request has an end',
    complaints: (op) => at(walkRequest(op).filter(({ shape }) => isType(shape, 'string') && !isBounded(shape))),
    bad: [
      body(Type.Object({ title: Type.String() })),
      body(
        Type.Object({
          rows: Type.Array(Type.Object({ a: Type.Optional(Type.String({ pattern: '^a+$' })) }), { maxItems: 1 }),
        }),
      ),
      make({ input: { query: Type.Object({ q: Type.String({ minLength: 1 }) }) } }),
      body(Type.Object({ name: Type.Unsafe({ type: ['string', 'null'] }) })),
    ],
  },
  {
    promise: 'a pattern stands beside the words that a person is told who does not meet it',
    complaints: (op) =>
      at(
        walkRequest(op).filter(({ shape }) => shape.pattern !== undefined && !/^must /.test(shape['x-expected'] ?? '')),
      ),
    bad: [body(Type.Object({ code: Type.String({ pattern: '^[A-Z]{3}$' }) }))],
  },
  {
    promise: 'every list of a request has an end',
    complaints: (op) =>
      at(walkRequest(op).filter(({ shape }) => isType(shape, 'array') && shape.maxItems === undefined)),
    bad: [body(Type.Array(Type.Boolean())), body(Type.Object({ ids: Type.Array(Type.Boolean()) }))],
  },
  {
    promise: 'no request takes fields of any name, or values of any kind',
    complaints: (op) =>
      at(
        walkRequest(op).filter(
          ({ shape }) =>
            !isByLanguage(shape) &&
            (shape.patternProperties !== undefined ||
              (typeof shape.additionalProperties === 'object' && shape.additionalProperties !== null) ||
              (isType(shape, 'object') && shape.properties === undefined) ||
              !(shape.type ?? shape.enum ?? shape.const ?? shape.anyOf ?? shape.oneOf ?? shape.allOf)),
        ),
      ),
    bad: [
      body(Type.Record(Type.String(), Type.Boolean())),
      body(Type.Object({ any: Type.Unknown() })),
      body(Type.Unsafe({ type: 'object' })),
    ],
  },
  {
    promise: 'a request nests six levels at most',
    complaints: (op) => at(walkRequest(op).filter((each) => each.at.split('/').length > 7)),
    bad: [body(nested(7))],
  },
  {
    promise: 'the parameters of a path are those that the schema declares',
    complaints: (op) => {
      const inPath = [...op.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      return inPath.sort().join() ===
        listParams(op)
          .map(([name]) => name)
          .sort()
          .join()
        ? []
        : inPath.map(String)
    },
    bad: [
      make({ http: 'GET /reviews/:id' }),
      make({ http: 'GET /reviews/:id', input: { params: Type.Object({ key: Type.Boolean() }) } }),
    ],
  },
  {
    promise: 'a list takes limit (1 to 100) and cursor',
    complaints: (op) => {
      if (!(op.output.body as Shape | undefined)?.properties?.pagination) return []
      const { limit, cursor } = (op.input.query as Shape | undefined)?.properties ?? {}
      const bounds = limit as (Shape & { maximum?: number }) | undefined
      return bounds?.type === 'integer' &&
        bounds.minimum === 1 &&
        bounds.maximum === 100 &&
        cursor?.type === 'string' &&
        !isWrite(op)
        ? []
        : ['its query']
    },
    bad: [
      returning(page(Type.Object({}))),
      returning(page(Type.Object({})), { query: Type.Object({ limit: Type.Integer(), cursor: Type.String() }) }),
    ],
  },
  {
    promise: 'an e-mail address leaves for signed-in people only',
    complaints: (op) =>
      op.access.session || openAddresses[op.id]
        ? []
        : at(
            [...walk(op.output.body)].filter(
              ({ at, shape }) =>
                /e-?mail$|address$/i.test(at) && isType(shape, 'string') && !('x-session-only' in shape),
            ),
          ),
    bad: [
      returning(Type.Object({ email: Type.String() })),
      returning(page(Type.Object({ customer: Type.Object({ authorEmail: Type.Optional(Type.String()) }) }))),
    ],
  },
  {
    promise: 'an answer with a secret in it says so, and is never compressed',
    complaints: (op) =>
      op.output.secret || keysOfGroups.includes(op.id)
        ? []
        : at([...walk(op.output.body)].filter((each) => /\/(key|token|acceptUrl|\w*[sS]ecret)$/.test(each.at))),
    bad: [returning(Type.Object({ key: Type.String() })), returning(Type.Object({ newSecret: Type.String() }))],
  },
  {
    promise: 'an answer is a list of what may leave: no undeclared fields, no values of any kind',
    complaints: (op) =>
      openObjects[op.id]
        ? []
        : at(
            [...walk(op.output.body)].filter(
              ({ shape }) =>
                !isByLanguage(shape) &&
                (Boolean(shape.additionalProperties) ||
                  shape.patternProperties !== undefined ||
                  (isType(shape, 'object') && shape.properties === undefined) ||
                  Object.keys(shape).every((key) => key.startsWith('~') || key === 'description')),
            ),
          ),
    bad: [
      returning(Type.Object({}, { additionalProperties: true })),
      returning(Type.Object({ row: Type.Unknown() })),
      returning(Type.Record(Type.String(), Type.String())),
      returning(
        Type.Unsafe({
          type: 'object',
          propertyNames: { pattern: '^[a-z]+$' },
          maxProperties: 9,
          additionalProperties: Type.Object({ question: Type.String() }),
        }),
      ),
    ],
  },
  {
    promise: 'an id is <area>.<verb>, and the area is one of the API',
    complaints: (op) => [
      ...(/^[a-z]+(_[a-z0-9]+)*\.[a-z]+(_[a-z0-9]+)*$/.test(op.id) ? [] : [op.id]),
      ...(op.id.split('.')[0] === op.area.replace(/\.(json|yaml)$/, '').replaceAll('-', '_')
        ? []
        : [`${op.id} is not of ${op.area}`]),
      ...(areas.scopes.served.includes(op.area) || isBelow(op, otherPaths) ? [] : [op.area]),
    ],
    bad: [
      make({ id: 'reviews.List' }),
      make({ id: 'products.list' }),
      make({ id: 'review.list', http: 'GET /review' }),
    ],
  },
  {
    promise: 'the tenancy is the one that the contract gives to the path',
    complaints: (op) => {
      const wanted = isBelow(op, otherPaths)
        ? 'public'
        : isBelow(op, ['/storefront/'])
          ? 'storefront'
          : isBelow(op, organizationPaths)
            ? 'organization'
            : 'store'
      return op.tenancy === wanted ? [] : [`${op.tenancy} instead of ${wanted}`]
    },
    bad: [
      make({ tenancy: 'organization' }),
      make({ tenancy: 'public' }),
      make({ http: 'GET /api-keys' }),
      make({ http: 'GET /storefront/x' }),
    ],
  },
  {
    promise: 'a summary is a title of at most 60 characters without a full stop',
    complaints: ({ doc: { summary } }) => (/^[A-Z].{2,58}[^.]$/.test(summary) ? [] : [summary]),
    bad: ['', 'lists reviews', 'List reviews.', `List ${'x'.repeat(56)}`].map((summary) => make({ doc: { summary } })),
  },
  {
    promise: 'a tool is named by a verb and what it acts upon, and no person has to be there for it',
    complaints: ({ tool, access }) => (!tool || (/^[a-z]+(_[a-z]+)+$/.test(tool) && !access.session) ? [] : [tool]),
    bad: [
      make({ tool: 'read' }),
      make({ tool: 'listReviews' }),
      make({ tool: 'list_keys', access: { session: true } }),
    ],
  },
  {
    promise: 'a read and a deletion have no body',
    complaints: (op) =>
      ['GET', 'DELETE'].includes(op.method) && (op.input.body || op.input.accepts) ? [op.method] : [],
    bad: [
      make({ input: { body: Type.Object({}) } }),
      make({ http: 'DELETE /reviews', input: { accepts: ['text/csv'] } }),
    ],
  },
]

for (const { promise, complaints, bad } of rules) {
  test(promise, () => {
    for (const op of operations) assert.deepEqual(complaints(op), [], nameOf(op))
    for (const op of bad) assert.notDeepEqual(complaints(op), [], `missed: ${JSON.stringify({ ...op, run: 0 })}`)
  })
}

test('every exempted operation exists', () => {
  for (const id of [...Object.keys(openAddresses), ...Object.keys(openObjects)])
    assert.ok(
      operations.some((op) => op.id === id),
      id,
    )
})

test('the operations have the roles that the specification fixes', () => {
  const fixed: [RegExp, string][] = [
    [/^PUT \/(products|orders)$/, 'ADMIN'],
    [/^(POST|DELETE) \/products\/review-feed(\/rotate)?$/, 'ADMIN'],
    [/^POST \/orders\/clear$/, 'ADMIN'],
    [/^(POST|PATCH|DELETE) \/outbound-webhooks/, 'ADMIN'],
    [
      /^POST \/billing\/(checkout|change-plan|change-plan\/preview|cancel|portal|payment-methods\/client-token)$/,
      'OWNER',
    ],
    [/^GET \/billing\/invoices(\/:id)?(\/pdf)?$/, 'OWNER'],
    [/^(POST|DELETE) \/api-keys/, 'ADMIN'],
    [/^GET \/(billing\/(plans|subscription)|features|account\/stores)$/, 'VIEWER'],
  ]
  for (const op of operations)
    for (const [name, role] of fixed) if (name.test(nameOf(op))) assert.equal(roleOf(op), role, nameOf(op))
  assert.ok(fixed.some(([name]) => operations.some((op) => name.test(nameOf(op)))))
})
