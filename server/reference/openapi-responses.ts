// An operation's responses in the OpenAPI document: its success with an example, its refusals with their codes, and the
// headers of each.
import { createHash } from 'node:crypto'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import type { kernelStatuses } from '#platform/values/errors.ts'
import type { Json } from '#platform/values/json-schemas.ts'
import { secretPathsOf } from '#platform/values/secret-fields.ts'

export type Lift = (schema: unknown, name?: string) => unknown

/** Storefronts accept no credentials, so they are documented without any. */
export const isOpen = (op: Operation) => op.tenancy === 'public' || op.tenancy === 'storefront'

const idempotencyCodes = ['idempotency_key_reused', 'idempotency_in_progress', 'idempotency_answer_not_kept'] as const

export type Statuses = Readonly<Record<string, number>>

export const takesKey = (op: Operation) => !isOpen(op) && op.method !== 'GET'

/** Recorded answers by operation id, then by status and media type such as `200 application/json`. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** `shared` collects the refusals: a few dozen, each shared by many operations. */
export function responsesOf(
  op: Operation,
  lift: Lift,
  { answers, statuses }: { answers: Answers; statuses: Statuses },
  shared: Map<string, Json>,
): Json {
  return { ...successes(op, lift, answers[op.id] ?? {}), ...refusals(op, statuses, shared) }
}

function successes(op: Operation, lift: Lift, answers: Answers[string]): Json {
  const status = op.status ?? (op.returns || op.produces ? 200 : 204)
  const headers = headersOf(op)
  const also = isConditional(op) ? { 304: { description: 'What `If-None-Match` names is still so.', headers } } : {}
  if (!op.returns && !op.produces) return { [status]: { description: 'Done.', headers } }
  const types = op.produces ?? ['application/json']
  const described = (at: number) => ({
    description: at === status ? (op.produces ? 'The document.' : 'Success.') : 'The same shape.',
    headers,
    content: Object.fromEntries(
      types.map((type: string) => {
        const example = answers[`${at} ${type}`]
        const schema = op.returns && isJson(type) ? lift(op.returns) : streamOf(type)
        return [type, { schema, ...(example !== undefined && { example }) }]
      }),
    ),
  })
  return {
    [status]: described(status),
    ...(op.alsoAnswers && { [op.alsoAnswers]: described(op.alsoAnswers) }),
    ...also,
  }
}

const isJson = (type: string) => /[/+]json$/.test(type)

/** The schema of one parsed JSON document. JSON Lines are text, like CSV. */
const streamOf = (type: string): Json =>
  isJson(type) ? { type: 'object', additionalProperties: true } : { type: 'string' }

const named = (...names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const limits = (op: Operation): Json => (op.unlimited ? {} : named('RateLimit', 'RateLimit-Policy'))

const isConditional = (op: Operation) => op.shared || op.conditional

const headersOf = (op: Operation): Json => ({
  ...named('x-request-id'),
  ...limits(op),
  ...(isConditional(op) && named('ETag', 'Cache-Control')),
  ...(op.location && named('Location')),
  ...(takesKey(op) && named('Idempotent-Replayed')),
})

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string', examples: [example] },
})

export const headers = {
  'x-request-id': text(
    "Id of the call, also in the service's log. The service uses yours if you send one.",
    '7ef0ef02-834c',
  ),
  RateLimit: text('Calls left in each window.', '"1s";r=9;t=1, "10s";r=49;t=10, "1m";r=199;t=60'),
  'RateLimit-Policy': text('The windows.', '"1s";q=10;w=1, "10s";q=50;w=10, "1m";q=200;w=60'),
  'Retry-After': {
    description: 'After how many seconds the call may be tried again.',
    schema: { type: 'integer', minimum: 0, examples: [1] },
  },
  ETag: text('Tag of this content, for `If-None-Match`.', '"f2Lk9_cXh0aQ7mB4tRzYsw"'),
  'Cache-Control': text('How long it may be cached.', 'public, max-age=60, stale-while-revalidate=600'),
  Location: text('Address of the resource; with 201 and 202.', '/api/v1/reviews/019a9f50-0b7e-7a3c'),
  'Idempotent-Replayed': {
    description: 'The first call with this `Idempotency-Key` was carried out before, and is not carried out again.',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** The error codes of an operation, by status. `statuses` covers all areas. */
export function codesOf(op: Operation, statuses: Statuses): Record<number, string[]> {
  const codes: Record<number, string[]> = {}
  for (const code of new Set([...generalCodesOf(op), ...(op.errors ?? [])])) {
    const status = statuses[code]
    if (status === undefined) throw new Error(`${op.id} answers ${code}, whose status no area declares.`)
    codes[status] = [...(codes[status] ?? []), code]
  }
  return codes
}

/** Codes that follow from the operation's declaration. */
function generalCodesOf(op: Operation): (keyof typeof kernelStatuses)[] {
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
    ...when(takesKey(op) && secretPathsOf(op.returns).length > 0, 'secret_already_shown'),
    ...when(op.tenancy === 'organization' && !op.delegable, 'delegated_access'),
    ...when(isOfStorefront || (isWrite && !isOpen(op)), 'origin_forbidden'),
    ...when(!isOpen(op) && !op.anyScope, 'scope_denied'),
    ...when(!isOpen(op) && role === 'OWNER', 'owner_required'),
    ...when(!isOpen(op) && role !== 'OWNER' && role !== 'VIEWER', 'role_insufficient'),
    ...when(!isOpen(op) && op.session, 'user_session_required'),
    ...when(!isOpen(op) && isWrite, 'role_read_only', ...idempotencyCodes),
    ...when(!isOpen(op) && !op.withoutSecondFactor, 'two_factor_required'),
    ...when(isOfStore, op.hidesStores ? 'not_found' : 'store_env_forbidden'),
    ...when(isOfStorefront || (isOfStore && isWrite && !op.worksWhileLapsed), 'subscription_expired'),
    ...when(op.plan, 'plan_required'),
    ...when(
      isOfStorefront || (!isOpen(op) && isWrite && !op.personal && !op.worksWhileClosing),
      'organization_closing',
    ),
    ...when(op.path.includes('/:') && !(isOfStore && op.hidesStores), 'not_found'),
    ...when(op.body || op.accepts, 'payload_too_large', 'unsupported_media_type'),
    ...when(op.query?.properties.q, 'search_too_broad'),
    ...when(!op.unlimited || op.chargesRefusals === true, 'rate_limited'),
    'database_unavailable',
    'temporarily_unavailable',
  ]
}

function refusals(op: Operation, statuses: Statuses, shared: Map<string, Json>): Json {
  const described = Object.entries(codesOf(op, statuses)).map(([status, codes]) => {
    const refusal = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      headers: {
        ...named('x-request-id'),
        ...limits(op),
        ...(['429', '503'].includes(status) && named('Retry-After')),
      },
      content: { 'application/json': { schema: withCodes(codes) } },
    }
    // Named by content, so that the name does not depend on the number of others.
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
  description: 'Any other refusal or failure, in the same shape.',
  headers: named('x-request-id'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** Lists today's codes and allows any text: a future code must break no client. */
const withCodes = (codes: string[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { properties: { code: { anyOf: [{ type: 'string', enum: codes }, { type: 'string' }] } } },
  ],
})

export const errorSchema = {
  type: 'object',
  description: 'Every refusal and every failure.',
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
    message: { type: 'string', description: 'What is wrong and what to do, for people.' },
    code: { type: 'string', description: 'Stable; read this, not the message. The set may grow.' },
    requestId: { type: 'string', description: 'Quote it when you ask about the call.' },
    details: {
      type: 'array',
      description: 'The fields that do not fit.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'A JSON pointer such as `/3/platformProductId`.' },
          message: { type: 'string', description: 'What is wrong with this field.' },
        },
      },
    },
    requiredPlan: { type: 'string', description: 'With `plan_required`: the least plan that has it.' },
    id: { type: 'string', description: 'With `secret_already_shown`: id of the resource that the first call made.' },
    reason: { type: 'string', description: 'Of a refused photo: `kind`, `pixels`, `damaged` or `empty`.' },
  },
}
