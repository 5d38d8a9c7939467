// The record of an operation and the context of its `run`. Pairs of options that make no sense do not compile (options.ts).
import type { Static, TObject, TSchema } from 'typebox'
import type { Audit } from '../audit/audit.ts'
import type { CrossDb, OrganizationDb, OrganizationTx, StoreDb, StoreTx } from '../db/db.ts'
import type { Caller } from '../identity/caller.ts'
import type { Incoming } from '../identity/incoming.ts'
import type { SubscriptionFacts } from '../identity/subscription.ts'
import type { Answer } from './answer.ts'
import type {
  AccessFor,
  BodyFor,
  Doc,
  Http,
  OutputFor,
  PlanFor,
  StorefrontFor,
  Tenancy,
  Transaction,
} from './options.ts'
import type { Services } from './services.ts'

export type Definition<
  H extends Http,
  T extends Tenancy,
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
  X extends Transaction | undefined,
> = {
  /** `<area>.<verb>`. */
  id: string
  http: H
  tenancy: T
  access?: AccessFor<T, H>
  plan?: PlanFor<T, H>
  doc: Doc
  /** The tool's name for assistants: a verb and its object, such as `list_reviews`. */
  tool?: T extends 'store' | 'organization' ? string : never
  input?: {
    params?: P
    query?: Q
    searches?: readonly (keyof Static<Q> & string)[]
    searchingSorts?: readonly SortOf<Static<Q>>[]
  } & BodyFor<H, T, B> &
    SharedBy<P, Q, B>
  output?: { body?: R } & OutputFor<H, T, R>
  /** Default: one transaction of several statements. Public operations always open their own transactions. */
  transaction?: X
  storefront?: StorefrontFor<T, H, X>
  run(
    ctx: Context<T, P, Q, B, X>,
  ): Promise<Static<R> | Answer<Static<R>> | undefined> | Static<R> | Answer<Static<R>> | undefined
}

type SortOf<Values> = Values extends { sort?: infer Sort } ? Sort & string : never

/** An operation with the transaction `shared` must declare `sharedBy`; all others must not. */
export type WithWords<X> = X extends 'shared' ? { input: { sharedBy: object } } : { input?: { sharedBy?: never } }

type SharedBy<P extends TObject, Q extends TObject, B extends TSchema> = {
  /**
   * Returns the values on which calls conflict, such as the author of a review. Two calls with a common value never
   * share a transaction, because locks separate transactions, not calls inside one. Undefined for a call that needs a
   * transaction of its own.
   */
  sharedBy?: (input: { params: Static<P>; query: Static<Q>; body: Static<B> }) => readonly string[] | undefined
}

export type Context<T extends Tenancy, P extends TObject, Q extends TObject, B extends TSchema, X = undefined> = {
  /** The operation's own transaction: read-only for GET, committed when `run` returns. Absent for `manual` operations. */
  tx: TxOf<T, X>
  /** Opens transactions of the caller's own store or organization; only for `manual` operations. */
  db: DbOf<T, X>
  caller: T extends 'public' | 'storefront' ? undefined : Caller
  /** The request's store; empty outside store-level operations and storefronts. */
  storeEnvId: string
  storefront: T extends 'storefront' ? StorefrontVisit : undefined
  now: Date
  params: Static<P>
  query: Static<Q>
  body: Static<B>
  request: Incoming
  services: Services
  audit: Audit
}

/** A store's page and its shopper. In operations with a shared response, only the fields of the store are set. */
export type StorefrontVisit = {
  origin: string
  organizationId: string
  storeName: string
  /** The store's origins. The first is its main address. */
  origins: readonly string[]
  timezone: string
  subscription: SubscriptionFacts
  /** The shopper. A token that the merchant's server signed proves the address. */
  customer: { email: string } | undefined
}

type TxOf<T extends Tenancy, X> = X extends 'manual' | 'manual-across'
  ? undefined
  : T extends 'store' | 'storefront'
    ? StoreTx
    : T extends 'organization'
      ? OrganizationTx
      : undefined

type DbOf<T extends Tenancy, X> = T extends 'public'
  ? CrossDb
  : X extends 'manual-across'
    ? CrossDb
    : X extends 'manual'
      ? T extends 'organization'
        ? OrganizationDb
        : StoreDb
      : undefined
