// The OpenAPI 3.1 document, derived from the operations. No second description of the contract exists.
import type { TSchema } from 'typebox'
import { roleOf, scopeOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { kernelStatuses } from '#platform/values/errors.ts'
import { described, type Json, liftTitled, type Parts } from '#platform/values/json-schemas.ts'
import {
  type Answers,
  errorSchema,
  headers,
  isOpen,
  type Lift,
  responsesOf,
  type Statuses,
  takesKey,
} from './openapi-responses.ts'
import { type WebhookDocument, webhooksOf } from './openapi-webhooks.ts'

/** A chapter of the reference: its areas, each with a title and a sentence. */
export type Section = { title: string; areas: Record<string, readonly [title: string, description: string]> }
/** Texts for readers that no operation contains. */
export type Reference = {
  introduction: string
  sections: readonly Section[]
  /** Examples of values; see `Parts`. */
  fieldExamples: Parts['fieldExamples']
  /** Descriptions of fields and parameters; see `Parts`. */
  fieldDescriptions: Parts['fieldDescriptions']
  /** Examples of bodies by operation id, where all fields together make no sense. */
  bodies: Readonly<Record<string, unknown>>
  answers: Answers
  statuses: Statuses
  webhooks: readonly WebhookDocument[]
}
const noReference: Reference = {
  introduction: '',
  sections: [],
  fieldExamples: {},
  fieldDescriptions: {},
  bodies: {},
  answers: {},
  statuses: kernelStatuses,
  webhooks: [],
}

export function openApiOf(
  operations: readonly Operation[],
  info: { version: string; origin: string },
  reference = noReference,
): Json {
  const components = new Map<string, unknown>()
  const responses = new Map<string, Json>()
  const { fieldExamples, fieldDescriptions, bodies, answers, statuses } = reference
  const parts = { components, responses, fieldExamples, fieldDescriptions, bodies, answers, statuses }
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
    webhooks: webhooksOf(reference.webhooks, (schema) => liftTitled(schema, parts, {})),
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
    description: 'An API key. It belongs to one organization and is narrowed by its role and scopes.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'evident.session_token',
    description: 'A signed-in person, as the admin application has it; writes need an `Origin` of the service itself.',
  },
  store: {
    type: 'apiKey',
    in: 'header',
    name: 'x-store-env-id',
    description:
      'The store of a call: the `id` of `GET /account/stores`. It is not a secret, but documented like one, so that clients set it once and send it with every call.',
  },
}

/** Titles and chapters for the viewer. An area in no section goes last, under its own name. */
function chapters(operations: readonly Operation[], { sections }: Reference): Json {
  const used = new Set(operations.map((op) => op.area))
  const listed = sections.flatMap(({ areas }) => Object.entries(areas)).filter(([name]) => used.has(name))
  const tags = listed.map(([name, [title, description]]) => ({ name, description, 'x-displayName': title }))
  const unlisted = [...used].filter((name) => !tags.some((tag) => tag.name === name))
  const groups = sections
    .map(({ title, areas }) => ({ name: title, tags: Object.keys(areas).filter((name) => used.has(name)) }))
    .filter((group) => group.tags.length > 0)
  return { tags: [...tags, ...unlisted.map((name) => ({ name }))], ...(groups.length > 0 && { 'x-tagGroups': groups }) }
}

type AllParts = Parts & Pick<Reference, 'bodies' | 'answers' | 'statuses'> & { responses: Map<string, Json> }

function describe(op: Operation, parts: AllParts): Json {
  const lift = (schema: unknown, name?: string) => liftTitled(schema, parts, { name, owner: op.id })
  const meaning = (name: string) => parts.fieldDescriptions[`${op.id}.${name}`] ?? parts.fieldDescriptions[name]
  return {
    operationId: op.id,
    tags: [op.area],
    // Viewers show the summary as a heading, so it has no full stop.
    summary: op.summary.replace(/\.$/, ''),
    description: [op.description, requirements(op)].filter(Boolean).join('\n\n'),
    ...(op.deprecated && { deprecated: true }),
    security: securityOf(op),
    parameters: [
      ...(op.tenancy === 'storefront' ? [originHeader, ...(op.shared ? [] : [customerHeader])] : []),
      ...idempotencyHeader(op),
      ...parameters('path', op.params, lift, meaning),
      ...parameters('query', op.query, lift, meaning),
    ],
    ...requestBody(op, lift, parts.bodies[op.id]),
    responses: responsesOf(op, lift, parts, parts.responses),
    'x-tenancy': op.tenancy,
    ...(!isOpen(op) && { 'x-scope': scopeOf(op), 'x-role': roleOf(op) }),
    ...(op.plan && { 'x-plan-feature': op.plan }),
    ...(op.tool && { 'x-mcp-tool': op.tool }),
  }
}

function requirements(op: Operation): string {
  if (op.tenancy === 'storefront')
    return "Called by the store's own pages: no key, an `Origin` that is one of the store's (or differs by a leading `www.`)."
  if (readsCookie(op)) return 'Requires a signed-in user.'
  if (op.tenancy === 'public') return 'Public: no credentials.'
  const who = op.session ? `a signed-in user with at least the role ${roleOf(op)}` : `at least the role ${roleOf(op)}`
  return `Needs ${who}${op.anyScope ? '' : `, and the scope \`${scopeOf(op)}\` when the key is narrowed`}.`
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
            'Runs the call once: the same call within 24 hours gets the first answer, with `Idempotent-Replayed: true`.',
        },
      ]
    : []

/** A public operation that reads the session cookie itself. */
const readsCookie = (op: Operation) => op.tenancy === 'public' && op.errors?.includes('unauthenticated')

function securityOf(op: Operation): Json[] {
  if (readsCookie(op)) return [{ session: [] }]
  if (op.tenancy === 'public') return []
  if (op.tenancy === 'storefront') return [{ store: [] }]
  const store = op.tenancy === 'store' ? { store: [] } : {}
  return [...(op.session ? [] : [{ apiKey: [], ...store }]), { session: [], ...store }]
}

const originHeader: Json = {
  name: 'origin',
  in: 'header',
  // Browsers forbid scripts to set this header, so a required one would make generated clients unusable.
  required: false,
  schema: { type: 'string', maxLength: 2048, examples: ['https://shop.acme.example'] },
  description: "One of the store's origins. Browsers send the page's by themselves; a server has to name one.",
}

const customerHeader: Json = {
  name: 'x-customer-token',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 4096, examples: ['eyJlbWFpbCI6….9f50'] },
  description: "Says who the shopper is, signed by the merchant's own server with the store's storefront secret.",
}

function parameters(
  where: 'path' | 'query',
  schema: TSchema | undefined,
  lift: Lift,
  meaning: (name: string) => string | undefined,
): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => {
    const { description: own, ...rest } = shape
    // For an input, the times when answers are null do not matter.
    const description = described(own, meaning(name)?.replace(/; null (?:when|where|while|for)[^.]*\.$/, '.'))
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      // Documented as comma-separated; a repeated name is accepted too.
      ...(where === 'query' && shape.type === 'array' && { style: 'form', explode: false }),
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
  const body = { schema: lift(op.body), ...(example !== undefined && { example }) }
  const csv = { schema: { type: 'string', description: 'The rows, with a header or without one.' } }
  const content = {
    'application/json': body,
    ...(op.bodyAsText && { 'text/plain': body }),
    ...(op.readCsv && { 'text/csv': csv }),
  }
  return { requestBody: { required: !op.bodyOptional, content } }
}

const file: Json = { type: 'string', format: 'binary', description: 'The file.' }
const fileOf = (type: string): Json =>
  type === 'multipart/form-data' ? { type: 'object', properties: { file } } : file
