// One operation is one record. Route, OpenAPI, scope, role, plan gate, MCP tool and the contract tests all derive from it.
// Nothing about an operation is declared elsewhere.
import type { Static, TObject, TSchema } from 'typebox'
import type { Audit } from '../audit/audit.ts'
import type { CrossDb, OrganizationDb, OrganizationTx, StoreDb, StoreTx } from '../db/db.ts'
import type { Caller, Role } from '../identity/caller.ts'
import type { Incoming } from '../identity/incoming.ts'
import type { SubscriptionFacts } from '../identity/subscription.ts'
import type { Content } from '../values/content.ts'
import { type FieldPath, secretPathsOf } from '../values/secret-fields.ts'
import { boundCursors } from './paging/page-cursors.ts'
import { compileWriter, type Write } from './serialize.ts'
import type { Services } from './services.ts'
import { compileValidator, type Validator } from './validate.ts'

export type Tenancy = 'store' | 'organization' | 'storefront' | 'public'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

type Tx<T extends Tenancy, M> = M extends true
  ? undefined
  : T extends 'store' | 'storefront'
    ? StoreTx
    : T extends 'organization'
      ? OrganizationTx
      : undefined

type DbOf<T extends Tenancy, M, X> = X extends true
  ? CrossDb
  : M extends true
    ? T extends 'public'
      ? CrossDb
      : T extends 'organization'
        ? OrganizationDb
        : StoreDb
    : undefined

export type Context<T extends Tenancy, P extends TObject, Q extends TObject, B extends TSchema, M, X = undefined> = {
  /** The operation's own transaction: read-only for GET, committed when `run` returns. Absent for `manual` operations. */
  tx: Tx<T, M>
  /** Opens transactions of the caller's own store or organization; only for `manual` operations. */
  db: DbOf<T, M, X>
  caller: T extends 'public' | 'storefront' ? undefined : Caller
  /** The request's store; empty outside store-level operations and storefronts. */
  storeEnvId: string
  /** The calling page and its shopper; only for storefronts. */
  storefront: T extends 'storefront' ? StorefrontVisit : undefined
  now: Date
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  request: Incoming
  services: Services
  audit: Audit
}

/** A store's page and its shopper. In `shared` operations only the store's part is set. */
export type StorefrontVisit = {
  origin: string
  organizationId: string
  storeName: string
  timezone: string
  subscription: SubscriptionFacts
  /** The shopper, proven by a token that the merchant's server signed. */
  customer: { email: string } | undefined
}

export type Definition<
  T extends Tenancy,
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
  M,
  X = undefined,
> = {
  /** `<area>.<verb>`. */
  id: string
  http: `${Method} /${string}`
  tenancy: T
  /** The lowest role that may call it. Default: VIEWER for reads, MEMBER for writes. */
  role?: Role
  /** Only a signed-in user may call it: no key, no token. */
  session?: true
  /** Concerns only the caller's own account, so any role may call it. */
  personal?: true
  /** Open to callers that act for the organization under a grant, although it reaches beyond stores. */
  delegable?: true
  /** May concern any store of the organization, so it is closed to callers that were granted only some. */
  beyondStores?: true
  /** Returns 404, not 403, for a store that is not the caller's. */
  hidesStores?: true
  /** Ignores the key's scopes. */
  anyScope?: true
  /** Charged to no rate limit. */
  unlimited?: true
  /** Refusals still charge the caller's address, so that guessing has a price. */
  chargesRefusals?: true
  /** A storefront's own limit per visitor address and store, such as `5/60s`, beside the limit of all its calls. */
  visitorLimit?: string
  /**
   * Charged only to the visitor's budget of counting calls, so that counting leaves the budget of reads and forms alone.
   */
  isCount?: true
  /**
   * A storefront's read that is equal for every visitor. The process caches it until the store's content changes, with ETag
   * and public caching. One statement, as `oneQuery`; it may not use `storefront.origin` or `.customer`.
   */
  shared?: true
  /** The storefront widget that calls it. The store records the last day on which the widget was seen. */
  widget?: string
  /** The query parameter that makes a shared read one visitor's own, which is not cached. */
  sharedUnless?: string
  /** A shared read whose later statements depend on earlier ones. */
  severalQueries?: true
  /**
   * The feature that the store's plan must include; areas declare them. At organization level any store's active plan
   * counts, for reads too.
   */
  plan?: string
  /** A read that needs the plan too. While the subscription has lapsed, the former plan counts. */
  readsNeedPlan?: true
  /** A write that works while the store's subscription has lapsed. */
  worksWhileLapsed?: true
  /** Works without the second factor that the organization requires. */
  withoutSecondFactor?: true
  /** A write that works while the organization's deletion is pending. */
  worksWhileClosing?: true
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** A missing body counts as `{}`. */
  bodyOptional?: true
  /** Also accepts the JSON as `text/plain`, the only type that a closing page can send. */
  bodyAsText?: true
  /** Also accepts `text/csv`, which this converts to the body. */
  readCsv?: (text: string) => unknown
  /** `raw` passes the body unread, for uploads; its media types are listed. */
  accepts?: readonly string[]
  /** The allow-list of returned fields. Absent: 204, or a stream. */
  returns?: R
  /** The media types of a streamed answer. */
  produces?: readonly string[]
  status?: 200 | 201 | 202
  /** A second status with the same shape, such as 200 for an existing resource. */
  alsoAnswers?: 200 | 201
  /**
   * Address of the resource of a 201 or 202: a path of the API, with `:name` from the call and `{name}` from the answer, or
   * one field that contains an address.
   */
  location?: string
  /** Returns an `ETag`, and 304 when the client has the content. */
  conditional?: true
  /**
   * Never compresses the answer, because its length would reveal a secret in it. Required where `returns` has a
   * `secretField`, and wider: texts such as mails contain secrets too.
   */
  secret?: true
  /** Codes beyond those of every operation of its kind. */
  errors?: readonly string[]
  /** The tool's name for assistants: a verb and its object, such as `list_reviews`. */
  tool?: string
  /** Its item in the deprecation registry. */
  deprecated?: string
  /** The work is a single statement, so authentication, tenant and query share one network round trip. */
  oneQuery?: true
  /**
   * Its first statements only read, and share the proof's round trip when the caller is known. They may not use the caller
   * or write to the audit log.
   */
  readsFirst?: true
  /** A read of several statements that all see one snapshot. */
  snapshot?: true
  /** Opens its own transactions through `db` (long work, streams). */
  manual?: M
  /** Works beyond the caller's own organization: a person's stores and account span several. */
  across?: X
  run(
    ctx: Context<T, P, Q, B, M, X>,
  ): Promise<Static<R> | Answer<Static<R>> | undefined> | Static<R> | Answer<Static<R>> | undefined
}

/** An answer whose status is decided at run time, or whose body is a text or a stream. */
export class Answer<T = unknown> {
  readonly status: number
  readonly body: T | undefined
  readonly text: string | undefined
  readonly stream: AsyncIterable<string | Uint8Array> | undefined
  /** Unchanging content, sent in its encodings, with 304 for a client that has it. */
  readonly content: Content | undefined
  readonly headers: Record<string, string | string[]>
  /** A shared answer expires at this instant even without a write. */
  readonly until: string | null
  constructor(
    status: number,
    more: {
      body?: T
      text?: string | undefined
      stream?: AsyncIterable<string | Uint8Array> | undefined
      content?: Content | undefined
      headers?: Record<string, string | string[]>
      until?: string | null
    },
  ) {
    this.status = status
    this.body = more.body
    this.text = more.text
    this.stream = more.stream
    this.content = more.content
    this.headers = more.headers ?? {}
    this.until = more.until ?? null
  }
}

export const answer = <T>(
  status: number,
  body: T,
  headers?: Record<string, string | string[]>,
  until: string | null = null,
) => new Answer<T>(status, { body, until, ...(headers && { headers }) })

/** A document of another type than JSON. The operation declares its type in `produces`. */
export const written = (text: string, type: string, headers: Record<string, string | string[]> = {}) =>
  new Answer<never>(200, { text, headers: { ...headers, 'content-type': type } })

/**
 * Chunks are sent as they arrive. An error half-way breaks the connection, so that no client takes a part for the whole.
 */
export const streamed = (stream: AsyncIterable<string | Uint8Array>, headers: Record<string, string>) =>
  new Answer<never>(200, { stream, headers })

export const basePath = '/api/v1'

/**
 * An operation's final answer: its status, its address, and the body as `returns` declares it and this caller may see it.
 */
export function answerOf(op: Operation, result: unknown, params: unknown, caller?: Caller): Answer {
  const answer = result instanceof Answer ? result : new Answer(op.status ?? (op.returns ? 200 : 204), { body: result })
  const { status, body, text, stream, content, until } = answer
  const isMade = op.location !== undefined && (status === 201 || status === 202)
  const headers = isMade
    ? { ...answer.headers, location: locationOf(op.location as string, body, params) }
    : answer.headers
  const { write } = op.compiled()
  if (!write || body === undefined) return new Answer(status, { headers, text, stream, content })
  return new Answer(status, { text: write(body, caller), until, headers: { 'content-type': jsonType, ...headers } })
}

const jsonType = 'application/json; charset=utf-8'

function locationOf(template: string, body: unknown, params: unknown): string {
  const filled = template
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])))
    .replace(/\{(\w+)\}/g, (_, name: string) => String((body as Record<string, unknown>)[name]))
  return filled.startsWith('/') ? basePath + filled : filled
}

// The registry and the dispatcher treat all operations alike, so the schemas' types end here.
// biome-ignore lint/suspicious/noExplicitAny: the one place where the operations' own types are erased
export type Operation = Definition<any, any, any, any, any, any, any> & {
  method: Method
  path: string
  area: string
  compiled(): CompiledShape
}

/** An operation's compiled schemas; `write` exists when `returns` does. */
export type CompiledShape = { validator: Validator; write: Write | undefined; secretPaths: readonly FieldPath[] }

export function operation<
  const T extends Tenancy,
  R extends TSchema = TSchema,
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  const M extends boolean | undefined = undefined,
  const X extends boolean | undefined = undefined,
>(definition: Definition<T, P, Q, B, R, M, X>): Operation {
  const [method, path] = definition.http.split(' ') as [Method, string]
  const area = path.split('/')[1] ?? ''
  if ((definition.oneQuery || definition.shared || definition.snapshot) && !isRead(method))
    throw new Error(`${definition.id}: only a read may be a single query or a snapshot`)
  const op: Operation = boundCursors({ ...definition, method, path, area, compiled: () => (compiled ??= compile(op)) })
  let compiled: CompiledShape | undefined
  return op
}

/** Compiled by the first call: most processes never run most operations, and all together take 15 MB. */
const compile = (op: Operation): CompiledShape => ({
  // Pages and other systems add parameters of their own.
  validator: compileValidator(op, { isLenient: op.tenancy === 'storefront' || op.tenancy === 'public' }),
  write: op.returns && compileWriter(op.returns),
  secretPaths: secretPathsOf(op.returns),
})
