// One operation is one record. Route, OpenAPI, scope, role, plan gate, MCP tool and the contract tests all derive from it;
// nothing about an operation is written anywhere else.
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
  /** The store of the request; empty outside store-level operations and storefronts. */
  storeEnvId: string
  /** The page that asks, and for whom; only for storefronts. */
  storefront: T extends 'storefront' ? StorefrontVisit : undefined
  now: Date
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  request: Incoming
  services: Services
  audit: Audit
}

/** A page of a store, and the shopper in front of it. In `shared` operations only the store's part is filled. */
export type StorefrontVisit = {
  origin: string
  organizationId: string
  storeName: string
  timezone: string
  subscription: SubscriptionFacts
  /** Whom the merchant's own server says the shopper is, proven by a token it signed. */
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
  /** The least role that may call it. Default: VIEWER for reads, MEMBER for writes. */
  role?: Role
  /** Only a signed-in user may call it: no key, no token. */
  session?: true
  /** About the caller's own account alone: a person may do it whatever their role. */
  personal?: true
  /** Open to those who act for the organization by a grant: beyond its stores they reach nothing else of it. */
  delegable?: true
  /** May be about any store of the organization: closed to callers that were let into some of them. */
  beyondStores?: true
  /** Answers 404, not 403, for a store that is not the caller's. */
  hidesStores?: true
  /** Allowed whatever the key's scopes say. */
  anyScope?: true
  /** Charged to no rate limit. */
  unlimited?: true
  /** What it refuses is charged to the caller's address all the same: guessing is not free. */
  chargesRefusals?: true
  /** A storefront's own limit for each visitor address and store, such as `5/60s`, beside the one of all its calls. */
  visitorLimit?: string
  /** Charged to the visitor's budget of counting calls, and to no other: counting leaves reads and forms their whole budget. */
  isCount?: true
  /**
   * A storefront's read that says the same to every visitor: kept in the process until the store's content changes, with
   * ETag and public caching. One statement, as `oneQuery`; it may not look at `storefront.origin` or `.customer`.
   */
  shared?: true
  /** The widget that asks for it in a storefront: the store learns on which day it was last there. */
  widget?: string
  /** The query parameter with which a shared read is one visitor's own: it is then neither kept nor cached. */
  sharedUnless?: string
  /** A shared read of which later statements follow from the earlier ones. */
  severalQueries?: true
  /**
   * The feature that the store's plan must include; areas declare which there are. At organization level the plan of any of
   * its stores that has not lapsed, and for reads too.
   */
  plan?: string
  /** A read of a store that needs the plan too. While the subscription has lapsed it answers by the plan there was. */
  readsNeedPlan?: true
  /** A write that still works while the store's subscription has lapsed. */
  worksWhileLapsed?: true
  /** Works without the second factor that the organization asks for. */
  withoutSecondFactor?: true
  /** A write that still works while the organization is about to be deleted. */
  worksWhileClosing?: true
  summary: string
  description?: string
  params?: P
  query?: Q
  body?: B
  /** No body at all is as good as `{}`. */
  bodyOptional?: true
  /** The same JSON may come as `text/plain`: what a page sends while it is left can say nothing else. */
  bodyAsText?: true
  /** The same may come as `text/csv`, of which this makes the body. */
  readCsv?: (text: string) => unknown
  /** `raw` hands the body over unread, for uploads; its media types are listed. */
  accepts?: readonly string[]
  /** The allow-list of what leaves. Absent: 204, or a stream. */
  returns?: R
  /** The media types of a streamed answer. */
  produces?: readonly string[]
  status?: 200 | 201 | 202
  /** A second status with the same shape, such as 200 for what already stood. */
  alsoAnswers?: 200 | 201
  /**
   * Where to read what a 201 or 202 is about: a path of the API, with `:name` as called and `{name}` as answered, or an
   * answered address alone.
   */
  location?: string
  /** Answers with `ETag`, and 304 to a client that has it already. */
  conditional?: true
  /**
   * The answer is never compressed, because its length would reveal a secret in it. Required where `returns` has a `secretField`; wider,
   * because texts such as mails contain secrets too.
   */
  secret?: true
  /** Codes beyond those every operation of its kind can answer. */
  errors?: readonly string[]
  /** Assistants meet it as a tool of this name: a verb and what it acts upon, such as `list_reviews`. */
  tool?: string
  /** The item's name in the deprecation registry. */
  deprecated?: string
  /** The work is a single statement: authentication, tenant and query then share one network round trip. */
  oneQuery?: true
  /**
   * What it asks first only reads, and flies with the proof of who calls where that is known from before. It may look at nothing of the
   * caller, and audits nothing.
   */
  readsFirst?: true
  /** A read of several statements that all see the store as it is at one moment. */
  snapshot?: true
  /** Opens its own transactions through `db` (long work, streams). */
  manual?: M
  /** Works beyond the caller's own organization: a person's stores and account span several. */
  across?: X
  run(
    ctx: Context<T, P, Q, B, M, X>,
  ): Promise<Static<R> | Answer<Static<R>> | undefined> | Static<R> | Answer<Static<R>> | undefined
}

/** An answer whose status is decided while running, or whose body is a text or a stream. */
export class Answer<T = unknown> {
  readonly status: number
  readonly body: T | undefined
  readonly text: string | undefined
  readonly stream: AsyncIterable<string | Uint8Array> | undefined
  /** One that stays the same: sent in its encodings, and 304 to a client that has it. */
  readonly content: Content | undefined
  readonly headers: Record<string, string | string[]>
  /** An instant from which on a shared answer may be another one although nothing is written. */
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

/** A document of another type than JSON; the operation names its type in `produces`. */
export const written = (text: string, type: string, headers: Record<string, string | string[]> = {}) =>
  new Answer<never>(200, { text, headers: { ...headers, 'content-type': type } })

/** Chunks are written as they come; an error half-way breaks the connection, so that no client takes a part for the whole. */
export const streamed = (stream: AsyncIterable<string | Uint8Array>, headers: Record<string, string>) =>
  new Answer<never>(200, { stream, headers })

export const basePath = '/api/v1'

/**
 * What an operation came to, as it leaves: with its status, whether it named one or not, where to read on, and written out as
 * far as `returns` declares it and this caller may see it.
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
  compiled(): Compiled
}

/** What the schemas come to; `write` is there where there is a `returns`. */
export type Compiled = { validator: Validator; write: Write | undefined; secretPaths: readonly FieldPath[] }

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
    throw new Error(`${definition.id}: only a read may be one query or of one moment`)
  const op: Operation = boundCursors({ ...definition, method, path, area, compiled: () => (compiled ??= compile(op)) })
  let compiled: Compiled | undefined
  return op
}

/** By the first call: most processes never meet most operations, and all of them together are 15 MB. */
const compile = (op: Operation): Compiled => ({
  // Pages and other systems' senders bring parameters of their own.
  validator: compileValidator(op, { isLenient: op.tenancy === 'storefront' || op.tenancy === 'public' }),
  write: op.returns && compileWriter(op.returns),
  secretPaths: secretPathsOf(op.returns),
})
