// Finds out who a call claims to be, and how the database is to prove it: a claim, not yet a caller.

import { type Query, sql } from '../db/query.ts'
import {
  type Capabilities,
  capabilitiesOfGrant,
  capabilitiesOfKey,
  capabilitiesOfSession,
  capabilitiesOfSupport,
  type Delegation,
  type Role,
} from '../identity/caller.ts'
import type { Incoming } from '../identity/incoming.ts'
import type { SubscriptionFacts } from '../identity/subscription.ts'
import { type AppError, unauthenticated } from '../values/errors.ts'
import { accessEnded, keyExpired, keyInvalid, readCredentials, tokenInvalid } from './credentials.ts'
import { digestOf } from './keys.ts'
import type { UserAuth } from './users.ts'

/** What the database knows of a caller and of the store they name. */
export type CallerRow = {
  caller_id: string
  organization_id: string
  role: Role
  scopes: string[]
  expires_at: string | null
  first_used_at: string | null
  last_used_at: string | null
  store_allowed: boolean
  plan: string | null
  subscription_status: string | null
  trial_ends_at: string | null
  current_period_ends_at: string | null
  past_due_since: string | null
  caller_version: string
  subscription_version: string | null
  /** The stores that a program was let into. */
  stores?: string[]
  /** By whose grant, when it is no membership and no key. */
  delegation?: Delegation | null
  /** Whether that grant is over. */
  ended?: boolean
  /** Whether the organization's deletion was asked for. */
  closing: boolean
  /** Whether the organization asks its people for a second factor. */
  two_factor_required: boolean
  /** Whether the organization asks this person to come by its own provider, and they did not. */
  single_sign_on_required?: boolean | null
}

export type Claim = {
  /** What the caller may, once proven. */
  capabilities: Capabilities
  /** The refusal of a claim that does not hold, where that is a failed authentication. */
  refusal(row: CallerRow | undefined, now: Date): AppError | undefined
  /** A person who has shown the password alone. */
  lacksSecondFactor?: boolean
  /** Whether its first and last use are written down. */
  countsUse: boolean
  /** Proves the claim and enters the store; answers a `CallerRow`, or none. */
  entry: Query<CallerRow>
  /** Whom the call is charged to. */
  budget: string
  /** The same where only the database can tell, once it has proven the claim. */
  budgetOf?: (row: CallerRow) => string
  /** What this key was with this store when last seen, and the cheaper statement that tells whether it still is. */
  known?: { row: CallerRow; entry: Query<{ known: boolean }> } | undefined
  remember?: (row: CallerRow) => void
  forget?: () => void
}

/** Throws 401 for credentials that cannot be good. */
export async function identify(
  users: UserAuth,
  knownKeys: KnownKeys,
  incoming: Incoming,
  { now, isBilled }: { now: Date; isBilled: boolean },
): Promise<Claim> {
  const store = incoming.storeEnvId ?? null
  const shown = readCredentials(incoming)
  if ('key' in shown) return claimOfKey(digestOf(shown.key), store, knownKeys)
  if ('accessToken' in shown) return claimOfGrant(digestOf(shown.accessToken), store, now)
  if ('supportToken' in shown) return claimOfSupport(digestOf(shown.supportToken), store, now)
  const found = await users.sessionOf(shown.cookies)
  if (!found) throw unauthenticated('The session has ended; sign in again.')
  const { person, session } = found
  const vouchedBy = session.organizationId
  return {
    capabilities: vouchedBy === null ? capabilitiesOfSession : { ...capabilitiesOfSession, vouchedBy },
    lacksSecondFactor: session.secondFactor !== 'passed',
    entry: enterAsPerson(person.id, store, incoming.organizationId ?? null, { now, isBilled, vouchedBy }),
    budget: `user:${person.id}`,
    // Signed in, but nowhere a member: that is no failed authentication.
    refusal: () => undefined,
    countsUse: false,
  }
}

function claimOfKey(digest: Buffer, store: string | null, knownKeys: KnownKeys): Claim {
  const name = digest.toString('base64url')
  const cacheKey = `${name}${store}`
  const row = knownKeys.get(cacheKey)
  return {
    capabilities: capabilitiesOfKey,
    countsUse: true,
    refusal: (found, now) => (found ? (isPast(found.expires_at, now) ? keyExpired() : undefined) : keyInvalid()),
    entry: enterAsKey(digest, store),
    budget: `key:${name}`,
    known: row && { row, entry: enterAsKnown(digest, store, row) },
    remember: (seen) => knownKeys.set(cacheKey, seen),
    forget: () => knownKeys.delete(cacheKey),
  }
}

/** Tokens come and go by the hour, so what is charged is the grant. */
const claimOfGrant = (digest: Buffer, store: string | null, now: Date): Claim => ({
  capabilities: capabilitiesOfGrant,
  countsUse: true,
  refusal: (found) => (found ? undefined : tokenInvalid()),
  // Only said where the organization asks for one and the consent was given without.
  lacksSecondFactor: true,
  entry: enterAsOauth(digest, store, now),
  budget: `token:${digest.toString('base64url')}`,
  budgetOf: ({ caller_id }) => `oauth:${caller_id}`,
})

const claimOfSupport = (digest: Buffer, store: string | null, now: Date): Claim => ({
  capabilities: capabilitiesOfSupport,
  countsUse: false,
  refusal: (found) => (found ? (found.ended ? accessEnded() : undefined) : keyInvalid()),
  entry: enterAsSupport(digest, store, now),
  budget: `support:${digest.toString('base64url')}`,
})

/** As a member, else by what an organization of theirs was granted. */
export const enterAsPerson = (
  userId: string,
  store: string | null,
  organizationId: string | null,
  { now, isBilled, vouchedBy }: { now: Date; isBilled: boolean; vouchedBy: string | null },
) =>
  sql<CallerRow>`
    select (e.entering).*, e.delegation
      from app.enter_as_person(${userId}, ${store}, ${organizationId}, ${now}, ${isBilled}, ${vouchedBy}) e`

export const enterAsSupport = (digest: Buffer, store: string | null, now: Date) =>
  sql<CallerRow>`
    select (e.entering).*, e.delegation, e.ended from app.enter_as_support(${digest}, ${store}, ${now}) e`

export const enterAsOauth = (digest: Buffer, store: string | null, now: Date) =>
  sql<CallerRow>`select (e.entering).*, e.stores from app.enter_as_oauth(${digest}, ${store}, ${now}) e`

export const enterAsKey = (digest: Buffer, store: string | null) =>
  sql<CallerRow>`select * from app.enter_as_key(${digest}, ${store})`

export const enterAsKnown = (digest: Buffer, store: string | null, row: CallerRow) =>
  sql<{ known: boolean }>`
    select app.enter_as_known_key(${digest}, ${store}, ${row.organization_id}, ${row.caller_version}, ${row.subscription_version}) as known`

export const subscriptionOf = (row: CallerRow): SubscriptionFacts => ({
  plan: row.plan ?? 'none',
  status: row.subscription_status ?? 'expired',
  trialEndsAt: row.trial_ends_at,
  currentPeriodEndsAt: row.current_period_ends_at,
  pastDueSince: row.past_due_since,
})

const isPast = (instant: string | null, now: Date) => instant !== null && instant <= now.toISOString()

/**
 * Rows as this process has last seen them. They decide nothing: the database says with every call whether they still hold,
 * so a revoked key is refused on its very next call, on every process.
 */
export type KnownKeys = Pick<Map<string, CallerRow>, 'get' | 'set' | 'delete'>

export function createKnownKeys(capacity = 10_000): KnownKeys {
  const rows = new Map<string, CallerRow>()
  return {
    get: (cacheKey) => rows.get(cacheKey),
    set(cacheKey, row) {
      if (rows.size >= capacity) rows.clear()
      // Before its first use is on record, or without a store of its own, every call has to look in full.
      return row.first_used_at !== null && row.store_allowed ? rows.set(cacheKey, row) : rows
    },
    delete: (cacheKey) => rows.delete(cacheKey),
  }
}
