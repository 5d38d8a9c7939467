// Derives the OpenAPI 3.1 document from the operations, which are the only description of the API.
import type { TSchema } from 'typebox'
import { roleOf, scopeOf } from '#platform/calls/access.ts'
import { findForOperation } from '#platform/calls/deprecations.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { kernelStatuses } from '#platform/values/errors.ts'
import { type Json, liftTitled } from '#platform/values/json-schemas.ts'
import {
  type Answers,
  buildResponses,
  errorSchema,
  headers,
  isOpen,
  type Lift,
  type Statuses,
  takesKey,
} from './openapi-responses.ts'
import { buildWebhooks, type WebhookDocument } from './openapi-webhooks.ts'

export type Section = { title: string; areas: Record<string, readonly [title: string, description: string]> }
export type Reference = {
  introduction: string
  sections: readonly Section[]
  answers: Answers
  statuses: Statuses
  webhooks: readonly WebhookDocument[]
}
const noReference: Reference = {
  introduction: '',
  sections: [],
  answers: {},
  statuses: kernelStatuses,
  webhooks: [],
}

export function buildOpenApi(
  operations: readonly Operation[],
  info: { version: string; origin: string },
  reference = noReference,
): Json {
  const components = new Map<string, unknown>()
  const responses = new Map<string, Json>()
  const { answers, statuses } = reference
  const parts = { components, responses, answers, statuses }
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
      contact: { name: 'Evident', url: `${info.origin}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      'x-build': info.version,
    },
    servers: [{ url: `${info.origin}/api/v1`, 'x-internal': false }],
    ...chapters(operations, reference),
    paths,
    webhooks: buildWebhooks(reference.webhooks, (schema) => liftTitled(schema, components)),
    components: {
      securitySchemes,
      headers,
      responses: byName(responses),
      schemas: { ...byName(components), Error: errorSchema },
    },
  }
}

const byName = (parts: Map<string, unknown>): Json =>
  Object.fromEntries([...parts].sort(([a], [b]) => a.localeCompare(b)))

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'evnt_…',
    description: 'API key. It belongs to one organization and is limited by its role and scopes.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'evident.session_token',
    description: 'Session of a signed-in person, as in the admin application. Writes need an `Origin` of the service.',
  },
  store: {
    type: 'apiKey',
    in: 'header',
    name: 'x-store-env-id',
    description: 'Id of the store, from `GET /account/stores`. Clients send it with every call. It is not a secret.',
  },
}

export const chapterOf = ({ doc, area }: Pick<Operation, 'doc' | 'area'>): string => doc.chapter ?? area

function chapters(operations: readonly Operation[], { sections }: Reference): Json {
  const used = new Set(operations.map(chapterOf))
  const listed = sections.flatMap(({ areas }) => Object.entries(areas)).filter(([name]) => used.has(name))
  const tags = listed.map(([name, [title, description]]) => ({ name, description, 'x-displayName': title }))
  const unlisted = [...used].filter((name) => !tags.some((tag) => tag.name === name))
  const groups = sections
    .map(({ title, areas }) => ({ name: title, tags: Object.keys(areas).filter((name) => used.has(name)) }))
    .filter((group) => group.tags.length > 0)
  return { tags: [...tags, ...unlisted.map((name) => ({ name }))], ...(groups.length > 0 && { 'x-tagGroups': groups }) }
}

type Parts = Pick<Reference, 'answers' | 'statuses'> & {
  components: Map<string, unknown>
  responses: Map<string, Json>
}

function describe(op: Operation, parts: Parts): Json {
  const lift = (schema: unknown) => liftTitled(schema, parts.components)
  return {
    operationId: op.id,
    tags: [chapterOf(op)],
    summary: op.doc.summary,
    description: [op.doc.description, requirements(op)].filter(Boolean).join('\n\n'),
    ...(findForOperation(op.id) && { deprecated: true }),
    security: buildSecurity(op),
    parameters: [
      ...(op.tenancy === 'storefront' ? [originHeader, ...(op.storefront.shared ? [] : [customerHeader])] : []),
      ...idempotencyHeader(op),
      ...parameters('path', op.input.params, lift),
      ...parameters('query', op.input.query, lift),
    ],
    ...requestBody(op, lift),
    responses: buildResponses(op, lift, parts, parts.responses),
    'x-tenancy': op.tenancy,
    ...(!isOpen(op) && { 'x-scope': scopeOf(op), 'x-role': roleOf(op) }),
    ...(op.plan.feature && { 'x-plan-feature': op.plan.feature }),
    ...(op.tool && { 'x-mcp-tool': op.tool }),
  }
}

function requirements(op: Operation): string {
  if (op.tenancy === 'storefront')
    return "Called by the store's pages, without a key. The `Origin` must be one of the store's, with or without `www.`."
  if (readsCookie(op)) return 'Needs a signed-in person.'
  if (op.tenancy === 'public') return 'Needs no credentials.'
  const who = op.access.session
    ? `a signed-in person with at least the role ${roleOf(op)}`
    : `at least the role ${roleOf(op)}`
  return `Needs ${who}${op.access.anyScope ? '' : `, and the scope \`${scopeOf(op)}\` if the key has scopes`}.`
}

const idempotencyHeader = (op: Operation): Json[] =>
  takesKey(op)
    ? [
        {
          name: 'idempotency-key',
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: '^[!-~]{1,255}$', maxLength: 255, examples: ['order-1001-push-1'] },
          description:
            'Key that makes the call run once. A repeat within 24 hours gets the first response, with `Idempotent-Replayed: true`.',
        },
      ]
    : []

const readsCookie = (op: Operation) => op.tenancy === 'public' && op.output.errors?.includes('unauthenticated')

function buildSecurity(op: Operation): Json[] {
  if (readsCookie(op)) return [{ session: [] }]
  if (op.tenancy === 'public') return []
  if (op.tenancy === 'storefront') return [{ store: [] }]
  const store = op.tenancy === 'store' ? { store: [] } : {}
  return [...(op.access.session ? [] : [{ apiKey: [], ...store }]), { session: [], ...store }]
}

const originHeader: Json = {
  name: 'origin',
  in: 'header',
  // Browsers forbid scripts to set this header, so a generated client in a browser could not supply a required value.
  required: false,
  schema: { type: 'string', maxLength: 2048, examples: ['https://shop.acme.example'] },
  description: 'Origin of the store. Browsers send it automatically; servers must set it.',
}

const customerHeader: Json = {
  name: 'x-customer-token',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 4096, examples: ['eyJlbWFpbCI6….9f50'] },
  description: "Token that identifies the shopper, signed by the merchant's server with the storefront secret.",
}

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
      // Values are separated by commas. A repeated parameter works too.
      ...(where === 'query' && shape.type === 'array' && { style: 'form', explode: false }),
      ...(description !== undefined && { description }),
      schema: lift(rest),
    }
  })
}

function requestBody(op: Operation, lift: Lift): Json {
  if (op.input.accepts) {
    const content = Object.fromEntries(op.input.accepts.map((type) => [type, { schema: buildFileSchema(type) }]))
    return { requestBody: { required: true, content } }
  }
  if (!op.input.body) return {}
  const { examples: [example] = [], ...schema } = op.input.body as TSchema & { examples?: unknown[] }
  const body = { schema: lift(schema), ...(example !== undefined && { example }) }
  const csv = { schema: { type: 'string', description: 'Rows as CSV. The row of column names is optional.' } }
  const content = {
    'application/json': body,
    ...(op.input.asText && { 'text/plain': body }),
    ...(op.input.csv && { 'text/csv': csv }),
  }
  return { requestBody: { required: !op.input.optional, content } }
}

const file: Json = { type: 'string', format: 'binary', description: 'File to upload.' }
const buildFileSchema = (type: string): Json =>
  type === 'multipart/form-data' ? { type: 'object', properties: { file } } : file
