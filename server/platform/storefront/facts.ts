// The store's data with which `calls/dispatch-storefront.ts` checks a visitor's request, and errors of these checks.

import { type Query, sql } from '../db/query.ts'
import type { SubscriptionFacts } from '../identity/subscription.ts'
import type { Secrets } from '../process/secrets.ts'
import { AppError, forbidden } from '../values/errors.ts'

export type Facts = {
  organization_id: string
  store_name: string
  timezone: string
  origins: string[]
  plan: string
  subscription_status: string
  trial_ends_at: string | null
  current_period_ends_at: string | null
  past_due_since: string | null
  secret_seed: string | null
  previous_secret_seed: string | null
  secret_rotated_at: string | null
  closing: boolean
}

/** Checks that the store exists and sets it as the tenant of the transaction. */
export const buildEntryQuery = (storeEnvId: string): Query<Facts> =>
  sql`select * from app.enter_as_storefront(${storeEnvId})`

/** The same check for a single query. */
export const buildReadQuery = (storeEnvId: string): Query<Facts> =>
  sql`select * from app.read_as_storefront(${storeEnvId})`

/** The same check for a write, whose rows may also belong to the store's organization. */
export const buildWriteEntryQuery = (storeEnvId: string): Query<Facts> =>
  sql`
    select f.* from app.enter_as_storefront(${storeEnvId}) f cross join lateral app.set_tenant(${storeEnvId}, f.organization_id)`

export const isKnownOrigin = (candidates: readonly string[]): Query<{ known: boolean }> =>
  sql`select app.is_storefront_origin(${candidates}) as known`

export const toSubscriptionFacts = (facts: Facts): SubscriptionFacts => ({
  plan: facts.plan,
  status: facts.subscription_status,
  trialEndsAt: facts.trial_ends_at,
  currentPeriodEndsAt: facts.current_period_ends_at,
  pastDueSince: facts.past_due_since,
})

/** A missing store and a foreign page get the same response, so that nobody can probe for ids. */
export const originForbidden = () =>
  forbidden(
    'origin_forbidden',
    'This page is not one of the store’s. Add its origin to the store (PATCH /account/stores/:id), or check x-store-env-id.',
  )

export const storeRequired = () =>
  new AppError(400, 'store_env_required', 'Name the store in the header x-store-env-id (a UUID).')

/** The previous secret stays valid this long, because a merchant's servers do not all change at the same moment. */
export const previousSecretHoldsMs = 24 * 3600_000

/** The current secret, and the previous one during its grace period. */
export function listSecrets(secrets: Secrets, storeEnvId: string, facts: SecretFacts, now: Date): string[] {
  const current = storefrontSecret(secrets, storeEnvId, facts.secret_seed ?? '')
  const { previous_secret_seed: previous, secret_rotated_at: rotatedAt } = facts
  const isOver = rotatedAt === null || Date.parse(rotatedAt) + previousSecretHoldsMs <= now.getTime()
  return previous === null || isOver ? [current] : [current, storefrontSecret(secrets, storeEnvId, previous)]
}

export type SecretFacts = Pick<Facts, 'secret_seed' | 'previous_secret_seed' | 'secret_rotated_at'>

const storefrontSecret = (secrets: Secrets, storeEnvId: string, seed: string): string =>
  `evsf_${secrets.tokenFor(`storefront secret ${storeEnvId} ${seed}`)}`
