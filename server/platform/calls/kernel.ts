// What every call is run with, and what is known of one while it runs. Owns these two shapes and no behaviour, so that the
// dispatchers of callers and of storefronts need not know each other.
import type { KnownKeys } from '../auth/claims.ts'
import type { SeenCallers } from '../auth/seen-callers.ts'
import type { CallDb } from '../db/db.ts'
import type { Caller } from '../identity/caller.ts'
import type { Incoming, Sent } from '../identity/incoming.ts'
import type { SubscriptionFacts } from '../identity/subscription.ts'
import type { Limits, Spent } from '../limits/spend.ts'
import type { Storefronts } from '../storefront/storefronts.ts'
import type { createLargeBodies } from './large-bodies.ts'
import type { Operation } from './operation.ts'
import type { createSearches } from './paging/searches.ts'
import type { Services } from './services.ts'
import type { Usage } from './usage.ts'

/** The parts of an operation that its plan depends on. Pages have only these. */
export type PlannedOperation = Pick<Operation, 'plan' | 'method' | 'readsNeedPlan' | 'worksWhileLapsed'> & {
  tenancy?: Operation['tenancy']
}

export type Kernel = {
  db: CallDb
  limits: Limits
  services: Services
  usage: Usage
  knownKeys: KnownKeys
  seenCallers: SeenCallers
  largeBodies: ReturnType<typeof createLargeBodies>
  storefronts: Storefronts
  search: ReturnType<typeof createSearches>
  /** Throws `plan_required` or `subscription_expired`. */
  requirePlan(op: PlannedOperation, subscription: SubscriptionFacts, now: Date): void
  /** The same at organization level, where any of its stores counts. */
  requireOrganizationPlan(op: Operation, organizationId: string): Promise<void>
}

export type Call = {
  incoming: Incoming
  /** Reads what was sent; throws what is wrong with its form. Called after every refusal that comes before. */
  read(): Sent
  /** Set for a large body: reads it in slices, so that `read` then answers at once. */
  large?: { read(): Promise<void> }
  /** Whether the caller's budget was charged already. */
  isCharged?: true
  /** Filled in as the call goes on, for the headers of whatever answer it gets. */
  spent?: Spent
  /** Carried out, answered and undone. */
  isDryRun?: true
  /** The origin of a storefront's page that may read the answer. */
  readableBy?: string | undefined
  /** Who acts by a grant, once admitted. */
  delegate?: Caller
  /** Whether the operation has written what was done to the audit log. */
  isAudited?: true
}
