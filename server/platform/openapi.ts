// The OpenAPI 3.1 document, derived from the operations: there is no second description of the contract to keep true.
import type { TSchema } from 'typebox'
import { roleOf, scopeOf } from './access.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

export function openApiOf(operations: readonly Operation[], info: { version: string; origin: string }): Json {
  const components = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const op of operations) {
    const path = op.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    ;(paths[path] as Json)[op.method.toLowerCase()] = describe(op, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evident API',
      version: '1.0',
      description: 'Reviews, products, orders and customers of online stores. Guides: /docs.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-build': info.version,
    },
    servers: [{ url: `${info.origin}/api/v1` }],
    tags: [...new Set(operations.map((op) => op.area))].map((name) => ({ name })),
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

function describe(op: Operation, components: Map<string, unknown>): Json {
  const lift = (schema: unknown) => liftTitled(schema, components)
  return {
    operationId: op.id,
    tags: [op.area],
    summary: op.summary,
    description: [op.description, requirements(op)].filter(Boolean).join('\n\n'),
    ...(op.deprecated && { deprecated: true }),
    security: isOpen(op) ? [] : op.session ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    parameters: [...storeHeader(op), ...parameters('path', op.params, lift), ...parameters('query', op.query, lift)],
    ...requestBody(op, lift),
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

const storeHeader = (op: Operation): Json[] =>
  op.tenancy === 'store' || op.tenancy === 'storefront'
    ? [
        {
          name: 'x-store-env-id',
          in: 'header',
          required: true,
          schema: { type: 'string', format: 'uuid' },
          description: 'The store environment.',
        },
        ...(op.tenancy === 'storefront' ? [originHeader, ...(op.shared ? [] : [customerHeader])] : []),
      ]
    : []

const originHeader: Json = {
  name: 'origin',
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: "The page's origin; browsers send it by themselves, a server names one of the store's.",
}

const customerHeader: Json = {
  name: 'x-customer-token',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: "Says who the shopper is, signed by the merchant's own server with the store's storefront secret.",
}

function parameters(where: 'path' | 'query', schema: TSchema | undefined, lift: (schema: unknown) => unknown): Json[] {
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
      schema: lift(rest),
    }
  })
}

function requestBody(op: Operation, lift: (schema: unknown) => unknown): Json {
  if (op.accepts) {
    const content = Object.fromEntries(
      op.accepts.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    )
    return { requestBody: { required: true, content } }
  }
  return op.body
    ? { requestBody: { required: !op.bodyOptional, content: { 'application/json': { schema: lift(op.body) } } } }
    : {}
}

function success(op: Operation, lift: (schema: unknown) => unknown): Json {
  const status = op.status ?? (op.returns || op.produces ? 200 : 204)
  const headers = op.unlimited ? {} : { headers: { ...limitHeaders, ...(op.shared && cacheHeaders) } }
  if (op.produces)
    return {
      ...(op.shared && unchanged),
      [status]: {
        description: op.shared ? 'The document.' : 'A stream.',
        ...headers,
        content: Object.fromEntries(op.produces.map((type) => [type, { schema: { type: 'string' } }])),
      },
    }
  if (!op.returns) return { [status]: { description: 'Done.', ...headers } }
  const content = { 'application/json': { schema: lift(op.returns) } }
  const also = op.alsoAnswers ? { [op.alsoAnswers]: { description: 'The same shape.', ...headers, content } } : {}
  return { [status]: { description: 'Success.', ...headers, content }, ...also, ...(op.shared && unchanged) }
}

const cacheHeaders = {
  ETag: { schema: { type: 'string' }, description: 'Of these very bytes.' },
  'Cache-Control': { schema: { type: 'string' }, description: 'Public, for a minute.' },
}

const limitHeaders = {
  RateLimit: { schema: { type: 'string' }, description: 'What is left of each window.' },
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'The windows.' },
}

const unchanged = { 304: { description: 'What `If-None-Match` names is still so.', headers: limitHeaders } }

/** Which codes an operation of its kind can answer, by status. */
export function codesOf(op: Operation): Record<number, string[]> {
  const codes: Record<number, string[]> = { 400: ['validation_failed'], 503: ['database_unavailable'] }
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
    if (op.method !== 'GET') add(403, 'role_read_only')
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
  if (code === 'conflict' || code.startsWith('insufficient')) return 409
  if (code === 'database_unavailable' || code === 'temporarily_unavailable') return 503
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

/** Titled object schemas become named components, so that generated clients get named types. */
function liftTitled(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => liftTitled(each, components))
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, liftTitled(value, components)]))
  const { title } = copy as { title?: string }
  if (typeof title !== 'string' || copy.type !== 'object') return copy
  const known = components.get(title)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
    throw new Error(`Two different schemas are titled ${title}`)
  components.set(title, copy)
  return { $ref: `#/components/schemas/${title}` }
}

const errorSchema = {
  type: 'object',
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
  },
}
