import { createHash } from 'node:crypto'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import type { kernelStatuses } from '#platform/values/errors.ts'
import type { Json } from '#platform/values/json-schemas.ts'
import { listSecretPaths } from '#platform/values/secret-fields.ts'

export type Lift = (schema: unknown) => unknown

export const isOpen = (op: Operation) => op.tenancy === 'public' || op.tenancy === 'storefront'

const idempotencyCodes = ['idempotency_key_reused', 'idempotency_in_progress', 'idempotency_answer_not_kept'] as const

export type Statuses = Readonly<Record<string, number>>

export const takesKey = (op: Operation) => !isOpen(op) && op.method !== 'GET'

/** Recorded responses by operation id, then by status and media type such as `200 application/json`. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Builds the responses and collects errors in `shared`, because many operations return the same errors. */
export function buildResponses(
  op: Operation,
  lift: Lift,
  { answers, statuses }: { answers: Answers; statuses: Statuses },
  shared: Map<string, Json>,
): Json {
  return { ...successes(op, lift, answers[op.id] ?? {}), ...refusals(op, statuses, shared) }
}

function successes(op: Operation, lift: Lift, answers: Answers[string]): Json {
  const status = op.output.status ?? (op.output.body || op.output.produces ? 200 : 204)
  const headers = buildHeaders(op)
  const also = isConditional(op)
    ? { 304: { description: 'Not modified: the version in `If-None-Match` is current.', headers } }
    : {}
  if (!op.output.body && !op.output.produces) return { [status]: { description: 'Done.', headers } }
  const types = op.output.produces ?? ['application/json']
  const described = (at: number) => ({
    description: at === status ? (op.output.produces ? 'Document.' : 'Success.') : 'Success, without a new object.',
    headers,
    content: Object.fromEntries(
      types.map((type: string) => {
        const example = answers[`${at} ${type}`]
        const schema = op.output.body && isJson(type) ? lift(op.output.body) : buildStreamSchema(type)
        return [type, { schema, ...(example !== undefined && { example }) }]
      }),
    ),
  })
  return {
    [status]: described(status),
    ...(op.output.alsoAnswers === 204 && { 204: { description: 'Done.', headers } }),
    ...(op.output.alsoAnswers === 200 && { 200: described(200) }),
    ...also,
  }
}

const isJson = (type: string) => /[/+]json$/.test(type)

/** JSON Lines are declared as text, like CSV. */
const buildStreamSchema = (type: string): Json =>
  isJson(type) ? { type: 'object', additionalProperties: true } : { type: 'string' }

const named = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const limits = (op: Operation): Json => (op.access.charges ? {} : named('RateLimit', 'RateLimit-Policy'))

const isConditional = (op: Operation) => op.storefront.shared || op.output.conditional

const buildHeaders = (op: Operation): Json => ({
  ...named('x-request-id'),
  ...limits(op),
  ...(isConditional(op) && named('ETag', 'Cache-Control')),
  ...(op.output.location && named('Location')),
  ...(takesKey(op) && named('Idempotent-Replayed')),
})

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string', examples: [example] },
})

export const headers = {
  'x-request-id': text('Id of the request, also in our log. We use yours if you send one.', '7ef0ef02-834c'),
  RateLimit: text('Remaining calls of each window.', '"1s";r=9;t=1, "10s";r=49;t=10, "1m";r=199;t=60'),
  'RateLimit-Policy': text('Rate limit windows.', '"1s";q=10;w=1, "10s";q=50;w=10, "1m";q=200;w=60'),
  'Retry-After': {
    description: 'Seconds until the call may be repeated.',
    schema: { type: 'integer', minimum: 0, examples: [1] },
  },
  ETag: text('Version of the response body, for `If-None-Match`.', '"f2Lk9_cXh0aQ7mB4tRzYsw"'),
  'Cache-Control': text('Caching rules of the response.', 'public, max-age=60, stale-while-revalidate=600'),
  Location: text(
    'Address of the resource. Only with 201 and 202.',
    '/api/v1/reviews/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
  ),
  'Idempotent-Replayed': {
    description: 'Present if this response repeats the response of the first call with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
}

export function groupCodes(op: Operation, statuses: Statuses): Record<number, string[]> {
  const codes: Record<number, string[]> = {}
  for (const code of new Set([...listGeneralCodes(op), ...(op.output.errors ?? [])])) {
    const status = statuses[code]
    if (status === undefined) throw new Error(`${op.id} returns ${code}, whose status no area declares.`)
    codes[status] = [...(codes[status] ?? []), code]
  }
  return codes
}

/** Codes that follow from the declaration of the operation. */
function listGeneralCodes(op: Operation): (keyof typeof kernelStatuses)[] {
  const isWrite = op.method !== 'GET'
  const isOfStorefront = op.tenancy === 'storefront'
  const isOfStore = op.tenancy === 'store'
  const role = roleOf(op)
  const when = <C extends keyof typeof kernelStatuses>(condition: unknown, ...codes: C[]) => (condition ? codes : [])
  return [
    'validation_failed',
    ...when(isOfStore || isOfStorefront, 'store_env_required'),
    ...when(
      !isOpen(op),
      'unauthenticated',
      'api_key_invalid',
      'api_key_expired',
      'token_invalid',
      'access_ended',
      'membership_required',
    ),
    ...when(takesKey(op) && listSecretPaths(op.output.body).length > 0, 'secret_already_shown'),
    ...when(op.tenancy === 'organization' && !op.access.delegable, 'delegated_access'),
    ...when(isOfStorefront || (isWrite && !isOpen(op)), 'origin_forbidden'),
    ...when(!isOpen(op) && !op.access.anyScope, 'scope_denied'),
    ...when(!isOpen(op) && role === 'OWNER', 'owner_required'),
    ...when(!isOpen(op) && role !== 'OWNER' && role !== 'VIEWER', 'role_insufficient'),
    ...when(!isOpen(op) && op.access.session, 'user_session_required'),
    ...when(!isOpen(op) && isWrite, 'role_read_only', ...idempotencyCodes),
    ...when(!isOpen(op) && !op.access.withoutSecondFactor, 'two_factor_required'),
    ...when(isOfStore, op.access.hidesStores ? 'not_found' : 'store_env_forbidden'),
    ...when(isOfStorefront || (isOfStore && isWrite && !op.plan.whileLapsed), 'subscription_expired'),
    ...when(op.plan.feature, 'plan_required'),
    ...when(
      isOfStorefront || (!isOpen(op) && isWrite && !op.access.personal && !op.access.whileClosing),
      'organization_closing',
    ),
    ...when(op.path.includes('/:') && !(isOfStore && op.access.hidesStores), 'not_found'),
    ...when(op.input.body || op.input.accepts, 'payload_too_large', 'unsupported_media_type'),
    ...when(op.input.query?.properties.q || op.input.searches || op.input.searchingSorts, 'search_too_broad'),
    ...when(op.access.charges !== 'nothing', 'rate_limited'),
    'database_unavailable',
    'temporarily_unavailable',
  ]
}

function refusals(op: Operation, statuses: Statuses, shared: Map<string, Json>): Json {
  const described = Object.entries(groupCodes(op, statuses)).map(([status, codes]) => {
    const refusal = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      headers: {
        ...named('x-request-id'),
        ...limits(op),
        ...(['429', '503'].includes(status) && named('Retry-After')),
      },
      content: { 'application/json': { schema: withCodes(codes) } },
    }
    // A digest of the content keeps the name stable when other errors are added.
    const digest = createHash('sha256').update(JSON.stringify(refusal)).digest('hex').slice(0, 8)
    return [status, sharedAs(`Refusal${status}_${digest}`, refusal, shared)]
  })
  return { ...Object.fromEntries(described), default: sharedAs('AnyOther', anyOther, shared) }
}

function sharedAs(name: string, response: Json, shared: Map<string, Json>): Json {
  shared.set(name, response)
  return { $ref: `#/components/responses/${name}` }
}

const anyOther: Json = {
  description: 'Any other error, as an `Error` object.',
  headers: named('x-request-id'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** The schema lists the current codes but accepts any text, so that a later code breaks no client. */
const withCodes = (codes: string[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { properties: { code: { anyOf: [{ type: 'string', enum: codes }, { type: 'string' }] } } },
  ],
})

export const errorSchema = {
  type: 'object',
  description: 'Error of the API.',
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
    message: { type: 'string', description: 'Explanation for people: the problem and its remedy.' },
    code: { type: 'string', description: 'Error code for programs. More codes may follow.' },
    requestId: { type: 'string', description: 'Id of the request, for support.' },
    details: {
      type: 'array',
      description: 'Invalid fields.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'JSON pointer to the field, such as `/3/platformProductId`.' },
          message: { type: 'string', description: 'Problem of the field.' },
        },
      },
    },
    requiredPlan: { type: 'string', description: 'Lowest plan with the feature. Only with `plan_required`.' },
    id: {
      type: 'string',
      description: 'Id of the resource that the first call created. Only with `secret_already_shown`.',
    },
    reason: { type: 'string', description: 'Reason a photo was refused: `kind`, `pixels`, `damaged` or `empty`.' },
  },
}
