// Reads the credentials of a call and builds the query that authenticates them in the database. Credentials that are
// not yet authenticated are a claim, not a caller.

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
import { hashSecret } from './keys.ts'
import type { UserAuth } from './users.ts'

/** The caller and the requested store, as the database has them. */
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
  /** Stores to which the credential is narrowed. Null for a key that reaches all. */
  stores?: string[] | null
  /** Set when access comes from a grant, not from a membership or key. */
  delegation?: Delegation | null
  ended?: boolean
  closing: boolean
  two_factor_required: boolean
  /** True if the organization requires single sign-on of this person and the session did not use it. */
  single_sign_on_required?: boolean | null
}

export type Claim = {
  capabilities: Capabilities
  /** The error of a claim that failed authentication; undefined otherwise. */
  refusal(row: CallerRow | undefined, now: Date): AppError | undefined
  /** True if the call is refused when its row has `two_factor_required`. */
  lacksSecondFactor?: boolean
  /** True if calls with this credential record its first and last use. */
  countsUse: boolean
  /** Query that authenticates the claim and sets the tenant. Returns one `CallerRow`, or none. */
  entry: Query<CallerRow>
  budget: string
  /** Budget of the call, if it is known only after authentication. */
  budgetOf?: (row: CallerRow) => string
  /** The key's last known row for this store, and the cheaper statement that checks whether the row is still current. */
  known?: KnownKey | undefined
  remember?: (row: CallerRow) => void
  uncache?: () => void
}

/**
 * `read` sets the tenant for a single query and returns the store's stamp. `stamp` returns the stamp without setting a
 * tenant. Both return null for an outdated row.
 */
export type KnownKey = {
  row: CallerRow
  entry: Query<{ known: boolean }>
  read: Query<{ stamp: number | null }>
  stamp: Query<{ stamp: number | null }>
}

/** Throws 401 for credentials that cannot be valid. */
export async function identify(
  users: UserAuth,
  knownKeys: KnownKeys,
  incoming: Incoming,
  { now, isBilled }: { now: Date; isBilled: boolean },
): Promise<Claim> {
  const store = incoming.storeEnvId ?? null
  const shown = readCredentials(incoming)
  if ('key' in shown) return claimOfKey(hashSecret(shown.key), store, knownKeys)
  if ('accessToken' in shown) return claimOfGrant(hashSecret(shown.accessToken), store, now)
  if ('supportToken' in shown) return claimOfSupport(hashSecret(shown.supportToken), store, now)
  const found = await users.findSession(shown.cookies)
  if (!found) throw unauthenticated('Your session has ended. Sign in again.')
  const { person, session } = found
  const vouchedBy = session.organizationId
  return {
    capabilities: vouchedBy === null ? capabilitiesOfSession : { ...capabilitiesOfSession, vouchedBy },
    lacksSecondFactor: session.secondFactor !== 'passed',
    entry: enterAsPerson(person.id, store, incoming.organizationId ?? null, { now, isBilled, vouchedBy }),
    budget: `user:${person.id}`,
    // A missing row means a person without any membership. Such a person is still authenticated.
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
    known: row && {
      row,
      entry: enterAsKnown(digest, store, row),
      read: readAsKnown(digest, store, row),
      stamp: findStamp(digest, store, row),
    },
    remember: (seen) => knownKeys.set(cacheKey, seen),
    uncache: () => knownKeys.delete(cacheKey),
  }
}

const claimOfGrant = (digest: Buffer, store: string | null, now: Date): Claim => ({
  capabilities: capabilitiesOfGrant,
  countsUse: true,
  refusal: (found) => (found ? undefined : tokenInvalid()),
  // `lacksSecondFactor` matters only if the organization requires a second factor and the person consented without one.
  lacksSecondFactor: true,
  entry: enterAsOauth(digest, store, now),
  budget: `token:${digest.toString('base64url')}`,
  // The token changes every hour, so the call is charged to the grant.
  budgetOf: ({ caller_id }) => `oauth:${caller_id}`,
})

const claimOfSupport = (digest: Buffer, store: string | null, now: Date): Claim => ({
  capabilities: capabilitiesOfSupport,
  countsUse: false,
  refusal: (found) => (found ? (found.ended ? accessEnded() : undefined) : keyInvalid()),
  entry: enterAsSupport(digest, store, now),
  budget: `support:${digest.toString('base64url')}`,
})

/** Sets the tenant by the person's membership, or else by a grant to one of the person's organizations. */
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
  sql<CallerRow>`select (e.entering).*, e.stores from app.enter_with_key(${digest}, ${store}) e`

export const enterAsKnown = (digest: Buffer, store: string | null, row: CallerRow) =>
  sql<{ known: boolean }>`
    select app.enter_as_known_key(${digest}, ${store}, ${row.organization_id}, ${row.caller_version}, ${row.subscription_version}) as known`

export const readAsKnown = (digest: Buffer, store: string | null, row: CallerRow) =>
  sql<{ stamp: number | null }>`
    select app.read_as_known_key(${digest}, ${store}, ${row.organization_id}, ${row.caller_version}, ${row.subscription_version}) as stamp`

export const findStamp = (digest: Buffer, store: string | null, row: CallerRow) =>
  sql<{ stamp: number | null }>`
    select app.stamp_for_known_key(${digest}, ${store}, ${row.organization_id}, ${row.caller_version}, ${row.subscription_version}) as stamp`

export const toSubscriptionFacts = (row: CallerRow): SubscriptionFacts => ({
  plan: row.plan ?? 'none',
  status: row.subscription_status ?? 'expired',
  trialEndsAt: row.trial_ends_at,
  currentPeriodEndsAt: row.current_period_ends_at,
  pastDueSince: row.past_due_since,
})

const isPast = (instant: string | null, now: Date) => instant !== null && instant <= now.toISOString()

/**
 * Cached rows decide nothing: the database confirms them with every call. A revoked key is refused on its next call, on
 * every process.
 */
export type KnownKeys = Pick<Map<string, CallerRow>, 'get' | 'set' | 'delete'>

export function createKnownKeys(capacity = 10_000): KnownKeys {
  const rows = new Map<string, CallerRow>()
  return {
    get: (cacheKey) => rows.get(cacheKey),
    set(cacheKey, row) {
      if (rows.size >= capacity) rows.clear()
      // Needs a full lookup until the first use is recorded, and for calls that name no store of the key.
      return row.first_used_at !== null && row.store_allowed ? rows.set(cacheKey, row) : rows
    },
    delete: (cacheKey) => rows.delete(cacheKey),
  }
}
