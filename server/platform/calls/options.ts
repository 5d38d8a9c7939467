import type { TObject, TSchema } from 'typebox'
import type { Role } from '../identity/caller.ts'

export type Tenancy = 'store' | 'organization' | 'storefront' | 'public'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Http = `${Method} /${string}`

export type Access = {
  /** Lowest role that may call the operation. Default: VIEWER for reads, MEMBER for writes. */
  role?: Role
  /** Only a signed-in user may call the operation, not a key or token. */
  session?: true
  /** Concerns only the caller's own account, so any role may call it. */
  personal?: true
  /** Callers that act for the organization under a grant may call the operation, although it reaches beyond stores. */
  delegable?: true
  /** The operation may concern any store of the organization. Credentials limited to some stores cannot call it. */
  beyondStores?: true
  /** Returns 404, not 403, for a store that is not the caller's. */
  hidesStores?: true
  /** Ignores the key's scopes. */
  anyScope?: true
  withoutSecondFactor?: true
  whileClosing?: true
  /**
   * Default: each call is charged to a rate limit. `refusals` charges only refused calls, to the caller's address, so that
   * guessing has a price.
   */
  charges?: 'nothing' | 'refusals'
}

export type Plan = {
  /**
   * Feature that the store's plan must include. Areas declare features. An operation at organization level, even a
   * read, needs one store whose active plan includes the feature.
   */
  feature?: string
  /** The feature is needed for reads too. After the subscription has lapsed, its former plan still allows these reads. */
  reads?: true
  whileLapsed?: true
}

/** `chapter`: the page of the reference, if it differs from the page of the first path segment. */
export type Doc = { summary: string; description?: string; chapter?: string }

export type Input<P = TObject, Q = TObject, B = TSchema> = {
  params?: P
  query?: Q
  /** Filters that may read all rows of the store, as `q` does. Calls with such a filter get the limits of searches. */
  searches?: readonly string[]
  /** Values of `sort` that read all rows of the store. Calls with such an order get the limits of searches. */
  searchingSorts?: readonly string[]
  body?: B
  /** A missing body counts as `{}`. */
  optional?: true
  /** Also accepts the JSON as `text/plain`, the only type that a closing page can send. */
  asText?: true
  /** Also accepts `text/csv`, which this function converts to the body. */
  csv?: (text: string) => unknown
  /** Media types of an upload. The service does not read the body before the operation gets it. */
  accepts?: readonly string[]
  /** Returns the values on which calls conflict; see `definition.ts`. */
  sharedBy?(input: { params: unknown; query: unknown; body: unknown }): readonly string[] | undefined
}

export type Output<R = TSchema> = {
  /** The allow-list of returned fields. Absent: 204, or a stream. */
  body?: R
  /** Default: 200 with a body or a stream, 204 without. */
  status?: 201 | 202
  /**
   * A second success status: 200 with the same shape for a resource that exists already, or 204 if the work is
   * already done.
   */
  alsoAnswers?: 200 | 204
  /**
   * URL of the resource of a 201 or 202. It is a path of the API, with `:name` from the call and `{name}` from the
   * response, or one field that contains a URL.
   */
  location?: string
  produces?: readonly string[]
  /** Returns an `ETag`, and 304 when the client has the content. */
  conditional?: true
  /**
   * The response is never compressed, because the compressed length would reveal a secret in it. Required if `body` has a
   * `secretField`. Also set for texts that contain secrets, such as mails.
   */
  secret?: true
  /** Error codes beyond those that every operation of this kind has. */
  errors?: readonly string[]
}

/**
 * - `several-queries`: the default
 * - `single-query`: a single statement, so authentication, tenant and query share one network round trip
 * - `shared`: a write that may run in one transaction with other calls of the same store and caller; see `input.sharedBy`
 * - `snapshot`: a read of several statements that all see one snapshot, which may be seconds old (`db/read-replica.ts`)
 * - `manual`: opens its own transactions through `db` (long work, streams)
 * - `manual-across`: like `manual`, but beyond the caller's own organization, because a person may have several
 */
export type Transaction = 'several-queries' | 'single-query' | 'shared' | 'snapshot' | 'manual' | 'manual-across'

export type Storefront = {
  /** Storefront widget that calls the operation. The store records the last day on which a page loaded the widget. */
  widget?: string
  /**
   * The operation's own limit per visitor address and store, such as `5/60s`, in addition to the limit for all calls.
   */
  visitorLimit?: string
  /**
   * Charges only the visitor's budget for counting calls, so that counting does not use up the budget of reads and
   * forms.
   */
  counts?: true
  /** A call without a valid customer token gets 401 before its input is validated. */
  needsCustomer?: true
  /**
   * A read that is equal for every visitor. The process caches it until the store's content changes, with ETag and public
   * caching. It must not use `storefront.origin` or `.customer`. With the query parameter `unless`, the read is for one
   * visitor and not cached.
   */
  shared?: true | { unless: string }
}

type Only<Options, Names extends keyof Options> = {
  [Name in keyof Options]: Name extends Names ? Options[Name] : never
}

type IsRead<H extends Http> = H extends `GET ${string}` ? true : false

export type AccessFor<T extends Tenancy, H extends Http> = T extends 'public'
  ? Only<Access, 'charges'>
  : T extends 'store'
    ? PersonOrKey<'role' | 'hidesStores', never>
    : T extends 'organization'
      ? PersonOrKey<
          'role' | 'delegable' | 'withoutSecondFactor' | (IsRead<H> extends true ? never : 'whileClosing'),
          'beyondStores'
        >
      : never

/** Keys have scopes and granted stores. Only persons have an account of their own. */
type PersonOrKey<Shared extends keyof Access, OfKeys extends keyof Access> =
  | (Only<Access, Shared | 'session' | 'personal'> & { session: true })
  | Only<Access, Shared | OfKeys | 'anyScope'>

export type PlanFor<T extends Tenancy, H extends Http> = T extends 'public'
  ? never
  : T extends 'store'
    ? IsRead<H> extends true
      ? Only<Plan, 'feature' | 'reads'> & { feature: string }
      : Only<Plan, 'feature' | 'whileLapsed'>
    : Only<Plan, 'feature'> & { feature: string }

export type BodyFor<H extends Http, T extends Tenancy, B> = H extends `${'GET' | 'DELETE'} ${string}`
  ? Only<BodyOptions<B>, never>
  :
      | (Only<BodyOptions<B>, 'body' | 'optional' | 'csv' | (T extends 'storefront' ? 'asText' : never)> & { body: B })
      | Only<BodyOptions<B>, 'accepts'>

type BodyOptions<B> = Omit<Input<never, never, B>, 'params' | 'query' | 'searches' | 'searchingSorts' | 'sharedBy'>

export type OutputFor<H extends Http, T extends Tenancy, R> = Only<
  Omit<Output, 'body' | 'status' | 'alsoAnswers' | 'location'>,
  'produces' | 'secret' | 'errors' | (IsRead<H> extends true ? 'conditional' : never)
> &
  (
    | Only<CreatedOutput, never>
    | (IsRead<H> extends true
        ? never
        :
            | { body: R; status: 201; location: string; alsoAnswers?: 200 }
            | { body: R; status: 202; location: string; alsoAnswers?: 204 }
            | (T extends 'public' | 'storefront'
                ? { body: R; status: 201 | 202; location?: never; alsoAnswers?: never }
                : never))
  )

type CreatedOutput = Pick<Output, 'status' | 'alsoAnswers' | 'location'>

export type TransactionFor<T extends Tenancy, H extends Http> = T extends 'store'
  ? 'manual' | (IsRead<H> extends true ? 'single-query' | 'snapshot' : 'shared')
  : T extends 'organization'
    ? 'manual' | 'manual-across'
    : T extends 'storefront'
      ? 'manual' | (IsRead<H> extends true ? 'single-query' : 'shared')
      : never

export type StorefrontFor<T extends Tenancy, H extends Http, X> = T extends 'storefront'
  ? IsRead<H> extends true
    ? X extends 'manual'
      ? Only<Storefront, 'widget' | 'visitorLimit' | 'needsCustomer'>
      : Only<Storefront, 'widget' | 'visitorLimit' | 'needsCustomer'> | Only<Storefront, 'widget' | 'shared'>
    : Only<Storefront, 'widget' | 'visitorLimit' | 'counts' | 'needsCustomer'>
  : never
