// The OpenAPI 3.1 document, derived from the operations: there is no second description of the contract to keep true.
import type { TSchema } from 'typebox'
import { roleOf, scopeOf } from './access.ts'
import { type Json, liftTitled, type Parts } from './openapi-schemas.ts'
import type { Operation } from './operation.ts'

/** A chapter of the reference: its areas, each with a title and a sentence. */
export type Section = { title: string; areas: Record<string, readonly [title: string, description: string]> }
/** What only people need of the document, and no operation says. */
export type Reference = {
  introduction: string
  sections: readonly Section[]
  /** Examples of values; see `Parts`. */
  words: Parts['words']
  /** Examples of bodies by the operation's id, where all fields at once would make no sense. */
  bodies: Readonly<Record<string, unknown>>
}
const noReference: Reference = { introduction: '', sections: [], words: {}, bodies: {} }

export function openApiOf(
  operations: readonly Operation[],
  info: { version: string; origin: string },
  reference = noReference,
): Json {
  const components = new Map<string, unknown>()
  const parts = { components, words: reference.words, bodies: reference.bodies }
  const paths: Record<string, Json> = {}
  for (const op of operations) {
    const path = op.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    ;(paths[path] as Json)[op.method.toLowerCase()] = describe(op, parts)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evident API',
      version: '1.0',
      description: reference.introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-build': info.version,
    },
    servers: [{ url: `${info.origin}/api/v1` }],
    ...chapters(operations, reference),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'evnt_…' },
        session: { type: 'apiKey', in: 'cookie', name: 'evident.session_token' },
      },
      schemas: { ...Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))), Error: errorSchema },
    },
  }
}

/** The viewer shows titles and chapters; an area that no section names comes last, under its own name. */
function chapters(operations: readonly Operation[], { sections }: Reference): Json {
  const used = new Set(operations.map((op) => op.area))
  const told = sections.flatMap(({ areas }) => Object.entries(areas)).filter(([name]) => used.has(name))
  const tags = told.map(([name, [title, description]]) => ({ name, description, 'x-displayName': title }))
  const untold = [...used].filter((name) => !tags.some((tag) => tag.name === name))
  const groups = sections
    .map(({ title, areas }) => ({ name: title, tags: Object.keys(areas).filter((name) => used.has(name)) }))
    .filter((group) => group.tags.length > 0)
  return { tags: [...tags, ...untold.map((name) => ({ name }))], ...(groups.length > 0 && { 'x-tagGroups': groups }) }
}

function describe(op: Operation, parts: Parts & Pick<Reference, 'bodies'>): Json {
  const lift = (schema: unknown, name?: string) => liftTitled(schema, parts, { name })
  return {
    operationId: op.id,
    tags: [op.area],
    // It is read as a heading.
    summary: op.summary.replace(/\.$/, ''),
    description: [op.description, requirements(op)].filter(Boolean).join('\n\n'),
    ...(op.deprecated && { deprecated: true }),
    security: isOpen(op) ? [] : op.session ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    parameters: [
      ...storeHeader(op),
      ...idempotencyHeader(op),
      ...parameters('path', op.params, lift),
      ...parameters('query', op.query, lift),
    ],
    ...requestBody(op, lift, parts.bodies[op.id]),
    responses: { ...success(op, lift), ...refusals(op) },
    'x-tenancy': op.tenancy,
    ...(!isOpen(op) && { 'x-scope': scopeOf(op), 'x-role': roleOf(op) }),
    ...(op.plan && { 'x-plan-feature': op.plan }),
    ...(op.tool && { 'x-mcp-tool': op.id.replaceAll('.', '_') }),
  }
}

/** Without credentials: a page of a store needs none, and none would be of use to it. */
const isOpen = (op: Operation) => op.tenancy === 'public' || op.tenancy === 'storefront'

function requirements(op: Operation): string {
  if (op.tenancy === 'storefront')
    return "Called by the store's own pages: no key, an `Origin` that is one of the store's (or differs by a leading `www.`)."
  if (op.tenancy === 'public') return 'Public: no credentials.'
  const who = op.session ? `a signed-in user with at least the role ${roleOf(op)}` : `at least the role ${roleOf(op)}`
  return `Needs ${who}${op.anyScope ? '' : `, and the scope \`${scopeOf(op)}\` when the key is narrowed`}.`
}

const idempotencyCodes = ['idempotency_key_reused', 'idempotency_in_progress', 'idempotency_answer_not_kept']

const takesKey = (op: Operation) => !isOpen(op) && op.method !== 'GET'

const idempotencyHeader = (op: Operation): Json[] =>
  takesKey(op)
    ? [
        {
          name: 'idempotency-key',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^[!-~]{1,255}$', maxLength: 255, examples: ['order-1001-push-1'] },
          description:
            'Carries the call out once: the same call again within 24 hours gets the first answer, with `Idempotent-Replayed: true`.',
        },
      ]
    : []

const storeHeader = (op: Operation): Json[] =>
  op.tenancy === 'store' || op.tenancy === 'storefront'
    ? [
        {
          name: 'x-store-env-id',
          in: 'header',
          required: true,
          schema: { type: 'string', format: 'uuid', examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'] },
          description: 'The store environment.',
        },
        ...(op.tenancy === 'storefront' ? [originHeader, ...(op.shared ? [] : [customerHeader])] : []),
      ]
    : []

const originHeader: Json = {
  name: 'origin',
  in: 'header',
  required: true,
  schema: { type: 'string', examples: ['https://shop.acme.example'] },
  description: "The page's origin; browsers send it by themselves, a server names one of the store's.",
}

const customerHeader: Json = {
  name: 'x-customer-token',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: "Says who the shopper is, signed by the merchant's own server with the store's storefront secret.",
}

type Lift = (schema: unknown, name?: string) => unknown

function parameters(where: 'path' | 'query', schema: TSchema | undefined, lift: Lift): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => {
    const { description, ...rest } = shape
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: lift(rest, name),
    }
  })
}

function requestBody(op: Operation, lift: Lift, example: unknown): Json {
  if (op.accepts) {
    const content = Object.fromEntries(op.accepts.map((type) => [type, { schema: fileOf(type) }]))
    return { requestBody: { required: true, content } }
  }
  if (!op.body) return {}
  const content = { 'application/json': { schema: lift(op.body), ...(example !== undefined && { example }) } }
  return { requestBody: { required: !op.bodyOptional, content } }
}

const file: Json = { type: 'string', format: 'binary' }
const fileOf = (type: string): Json =>
  type === 'multipart/form-data' ? { type: 'object', properties: { file } } : file

function success(op: Operation, lift: Lift): Json {
  const status = op.status ?? (op.returns || op.produces ? 200 : 204)
  const headers = op.unlimited
    ? {}
    : {
        headers: {
          ...limitHeaders,
          ...(op.shared && cacheHeaders),
          ...(op.location && locationHeader),
          ...(takesKey(op) && replayedHeader),
        },
      }
  if (op.produces)
    return {
      ...(op.shared && unchanged),
      [status]: {
        description: op.shared ? 'The document.' : 'A stream.',
        ...headers,
        content: Object.fromEntries(op.produces.map((type) => [type, { schema: streamOf(type) }])),
      },
    }
  if (!op.returns) return { [status]: { description: 'Done.', ...headers } }
  const content = { 'application/json': { schema: lift(op.returns) } }
  const also = op.alsoAnswers ? { [op.alsoAnswers]: { description: 'The same shape.', ...headers, content } } : {}
  return { [status]: { description: 'Success.', ...headers, content }, ...also, ...(op.shared && unchanged) }
}

/** What one parse of a JSON document gives; JSON Lines are text, as CSV is. */
const streamOf = (type: string): Json => ({ type: /[/+]json$/.test(type) ? 'object' : 'string' })

const cacheHeaders = {
  ETag: { schema: { type: 'string' }, description: 'Of these very bytes.' },
  'Cache-Control': { schema: { type: 'string' }, description: 'Public, for a minute.' },
}

const locationHeader = {
  Location: { schema: { type: 'string' }, description: 'Where to read what this is about; with 201 and 202.' },
}

const replayedHeader = {
  'Idempotent-Replayed': {
    schema: { type: 'string', enum: ['true'] },
    description: 'This is the first answer to this `Idempotency-Key` again; nothing was done.',
  },
}

const limitHeaders = {
  RateLimit: { schema: { type: 'string' }, description: 'What is left of each window.' },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'The windows.' },
}

const unchanged = { 304: { description: 'What `If-None-Match` names is still so.', headers: limitHeaders } }

/** Which codes an operation of its kind can answer, by status. */
export function codesOf(op: Operation): Record<number, string[]> {
  const codes: Record<number, string[]> = {
    400: ['validation_failed'],
    503: ['database_unavailable', 'temporarily_unavailable'],
  }
  const add = (status: number, ...more: string[]) => {
    codes[status] = [...(codes[status] ?? []), ...more]
  }
  if (!op.unlimited) add(429, 'rate_limited')
  if (op.tenancy === 'storefront') {
    add(400, 'store_env_required')
    add(403, 'origin_forbidden', 'subscription_expired')
    if (op.plan) add(403, 'plan_required')
  }
  if (!isOpen(op)) {
    add(401, 'unauthenticated', 'api_key_invalid', 'api_key_expired')
    add(403, 'membership_required')
    if (op.method !== 'GET') add(403, 'origin_forbidden')
    if (!op.anyScope) add(403, 'scope_denied')
    if (roleOf(op) === 'OWNER') add(403, 'owner_required')
    else if (roleOf(op) !== 'VIEWER') add(403, 'role_insufficient')
    if (op.session) add(403, 'user_session_required')
    if (op.method !== 'GET') {
      add(403, 'role_read_only')
      add(409, ...idempotencyCodes)
    }
  }
  if (op.tenancy === 'store') {
    add(400, 'store_env_required')
    add(403, 'store_env_forbidden')
    if (op.method !== 'GET' && !op.worksWhileLapsed) add(403, 'subscription_expired')
    if (op.plan) add(403, 'plan_required')
  }
  if (op.path.includes('/:')) add(404, 'not_found')
  if (op.body || op.accepts) {
    add(413, 'payload_too_large')
    add(415, 'unsupported_media_type')
  }
  for (const code of op.errors ?? []) if (!Object.values(codes).flat().includes(code)) add(statusOf(code), code)
  return codes
}

function statusOf(code: string): number {
  if (code === 'password_wrong') return 401
  if (code === 'not_found') return 404
  if (code === 'conflict' || /^(already_|insufficient|billing_)/.test(code)) return 409
  if (code === 'store_env_mismatch' || code === 'unknown_format') return 400
  return 403
}

function refusals(op: Operation): Json {
  return Object.fromEntries(
    Object.entries(codesOf(op)).map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const errorSchema = {
  type: 'object',
  examples: [
    {
      message: 'The body does not fit: /3/platformProductId must not be empty.',
      code: 'validation_failed',
      requestId: '7ef0ef02-834c-4844-b74f-d66d6eb2bee8',
      details: [{ path: '/3/platformProductId', message: 'must not be empty' }],
    },
  ],
  required: ['message', 'requestId'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', description: 'Stable; read this, not the message. The set may grow.' },
    requestId: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requiredPlan: { type: 'string' },
    reason: { type: 'string', description: 'Of a refused photo: `kind`, `pixels`, `damaged` or `empty`.' },
  },
}
