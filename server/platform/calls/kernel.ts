// Types without behavior. The dispatchers of callers and of storefronts import them instead of each other.

import type { KnownKeys } from '../auth/claims.ts'
import type { SeenCallers } from '../auth/seen-callers.ts'
import type { CallDb } from '../db/db.ts'
import type { Caller } from '../identity/caller.ts'
import type { Incoming, RequestParts } from '../identity/incoming.ts'
import type { SubscriptionFacts } from '../identity/subscription.ts'
import type { Limits, SpendingHeaders } from '../limits/spend.ts'
import type { Storefronts } from '../storefront/storefronts.ts'
import type { Deprecation } from './deprecations.ts'
import type { createLargeBodies } from './large-bodies.ts'
import type { Operation } from './operation.ts'
import type { Plan, Tenancy } from './options.ts'
import type { createSearches } from './paging/searches.ts'
import type { Services } from './services.ts'
import type { StampedAnswers } from './stamped-answers.ts'
import type { Usage } from './usage.ts'

/** The parts of an operation that decide which plan it needs. Pages that are no operations have only these parts. */
export type PlannedOperation = Pick<Operation, 'method'> & { plan?: Plan; tenancy?: Tenancy }

export type Kernel = {
  db: CallDb
  limits: Limits
  services: Services
  usage: Usage
  knownKeys: KnownKeys
  seenCallers: SeenCallers
  largeBodies: ReturnType<typeof createLargeBodies>
  storefronts: Storefronts
  stampedAnswers: StampedAnswers
  search: ReturnType<typeof createSearches>
  requirePlan(op: PlannedOperation, subscription: SubscriptionFacts, now: Date): void
  /** The same check at organization level, where the plan of any store of the organization counts. */
  requireOrganizationPlan(op: Operation, organizationId: string): Promise<void>
}

export type Call = {
  incoming: Incoming
  /** Parses the input and throws its faults. Called after all earlier refusals. */
  read(): RequestParts
  /** Set for a large body. Its `read` parses the body in slices, so that the call's `read` then returns immediately. */
  large?: { read(): Promise<void> }
  isCharged?: true
  /** Filled during the call, for the headers of any response. */
  spent?: SpendingHeaders
  isDryRun?: true
  /** Set if the call came through a deprecated MCP tool. */
  deprecated?: Deprecation
  /** Origin of the storefront page that may read the response. */
  readableBy?: string | undefined
  delegate?: Caller
  isAudited?: true
}
