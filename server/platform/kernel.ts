// What every call is run with, and what is known of one while it runs. Owns these two shapes and no behaviour, so that the
// dispatchers of callers and of storefronts need not know each other.
import type { Caller } from './access.ts'
import type { KnownKeys } from './callers.ts'
import type { Db } from './db/db.ts'
import type { Limits, Spent } from './limits/spend.ts'
import type { Incoming, Operation } from './operation.ts'
import type { createSearches } from './searches.ts'
import type { Services } from './services.ts'
import type { Storefronts } from './storefront/storefronts.ts'
import type { SubscriptionFacts } from './subscription.ts'
import type { Usage } from './usage.ts'
import type { Input } from './validate.ts'

export type Kernel = {
  db: Db
  limits: Limits
  services: Services
  usage: Usage
  knownKeys: KnownKeys
  storefronts: Storefronts
  search: ReturnType<typeof createSearches>
  /** Throws `plan_required` or `subscription_expired`. */
  requirePlan(op: Operation, subscription: SubscriptionFacts, now: Date): void
}

export type Call = {
  incoming: Incoming
  /** Reads and checks params, query and body; throws 400. Called after every refusal that comes before. */
  input(): Promise<Input> | Input
  /** Writes an answer as this caller may see it, of operations that declare one. */
  serialize?: ((caller: Caller | undefined, value: unknown) => string) | undefined
  /** Filled in as the call goes on, for the headers of whatever answer it gets. */
  spent?: Spent
  caller?: Caller
  /** The origin of a storefront's page that may read the answer. */
  page?: string | undefined
  /** The request's address as the client wrote it, of answers that may be kept under it. */
  address?: string
}
