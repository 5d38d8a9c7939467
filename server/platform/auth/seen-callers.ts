// Where callers were last seen, so that their budget is charged and their organization's share taken before the database is asked. It
// decides nothing else: the database proves every caller anew, with every call.
import type { Incoming } from '../identity/incoming.ts'
import type { Claim } from './claims.ts'

export type SeenCaller = { organizationId: string; budget: string }

export type SeenCallers = {
  get(claim: Claim, incoming: Incoming): SeenCaller | undefined
  set(claim: Claim, incoming: Incoming, seen: SeenCaller): void
}

/** Bounded by starting over: what is forgotten costs one question. */
export function createSeenCallers(capacity = 10_000): SeenCallers {
  const callers = new Map<string, SeenCaller>()
  return {
    get: (claim, incoming) => callers.get(nameOf(claim, incoming)),
    set(claim, incoming, seen) {
      if (callers.size >= capacity) callers.clear()
      callers.set(nameOf(claim, incoming), seen)
    },
  }
}

/** A person may be in several organizations: which one is meant depends on the store, or on what the call says. */
const nameOf = ({ budget }: Claim, { storeEnvId, organizationId }: Incoming): string =>
  `${budget} ${storeEnvId ?? ''} ${organizationId ?? ''}`
