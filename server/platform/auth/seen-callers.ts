// Maps known callers to their budgets and organizations, so that limits are charged before the database query. The
// database still authenticates every call.
import type { Incoming } from '../identity/incoming.ts'
import type { Claim } from './claims.ts'

export type SeenCaller = { organizationId: string; budget: string }

export type SeenCallers = {
  get(claim: Claim, incoming: Incoming): SeenCaller | undefined
  set(claim: Claim, incoming: Incoming, seen: SeenCaller): void
}

/** Cleared when full; each evicted caller costs one query. */
export function createSeenCallers(capacity = 10_000): SeenCallers {
  const callers = new Map<string, SeenCaller>()
  return {
    get: (claim, incoming) => callers.get(buildKey(claim, incoming)),
    set(claim, incoming, seen) {
      if (callers.size >= capacity) callers.clear()
      callers.set(buildKey(claim, incoming), seen)
    },
  }
}

/** A person may be in several organizations. The store, or a field of the call, names the organization. */
const buildKey = ({ budget }: Claim, { storeEnvId, organizationId }: Incoming): string =>
  `${budget} ${storeEnvId ?? ''} ${organizationId ?? ''}`
