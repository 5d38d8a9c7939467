import type { PlannedOperation } from '#platform/calls/kernel.ts'
import { isRead } from '#platform/calls/operation.ts'
import type { Billing, SubscriptionFacts } from '#platform/identity/subscription.ts'
import { forbidden } from '#platform/values/errors.ts'
import { type Plan, plans } from './schema.ts'

export type Status = 'trialing' | 'active' | 'past_due' | 'cancelled' | 'expired'

export const prices: Record<Plan, string> = { starter: '49.00', growth: '99.00', scale: '299.00' }
export const planNames: Record<Plan, string> = { starter: 'Starter', growth: 'Growth', scale: 'Scale' }
export const trialDays = 7
export const graceDays = 14
export const trialPlan: Plan = 'growth'

/** A row may name a plan that this version does not know. */
export const planOf = (name: string): Plan => plans.find((each) => each === name) ?? 'starter'

/** Features with the cheapest plan that includes them. Features not listed are in every plan. */
export type Features = Readonly<Record<string, Plan>>

export function planFeatures(declared: Readonly<Record<string, string>>): Features {
  for (const [feature, plan] of Object.entries(declared))
    if (!plans.some((each) => each === plan)) throw new Error(`The feature ${feature} names an unknown plan ${plan}.`)
  return declared as Features
}

const dayMs = 86_400_000

export type SubscriptionState = { plan: Plan; status: Status; lapsed: boolean }

/** With billing off a store may do everything. Rows keep their trials for an operator who sells plans later. */
export function decideSubscriptionState(facts: SubscriptionFacts, now: Date, billing: Billing): SubscriptionState {
  if (billing === 'off') return { plan: 'scale', status: 'active', lapsed: false }
  const plan = planOf(facts.plan)
  const lapsed = lapsesAtMs(facts, billing) <= now.getTime()
  switch (facts.status) {
    case 'cancelled':
      return { plan, status: 'cancelled', lapsed }
    case 'trialing':
      return lapsed ? { plan, status: 'expired', lapsed } : { plan: trialPlan, status: 'trialing', lapsed }
    case 'active':
    case 'past_due':
      return { plan, status: lapsed ? 'expired' : isOverdue(facts, now) ? 'past_due' : 'active', lapsed }
    default:
      return { plan, status: 'expired', lapsed }
  }
}

const isOverdue = ({ status, pastDueSince }: SubscriptionFacts, now: Date) =>
  status === 'past_due' || (pastDueSince !== null && Date.parse(pastDueSince) <= now.getTime())

/**
 * Returns the time when the subscription lapses if nothing else changes. The result is Infinity if it never lapses, and
 * -Infinity if it has always been lapsed.
 */
export function lapsesAtMs(facts: SubscriptionFacts, billing: Billing): number {
  if (billing === 'off') return Number.POSITIVE_INFINITY
  const atMs = (instant: string | null, extraDays = 0) =>
    instant === null ? Number.NEGATIVE_INFINITY : Date.parse(instant) + extraDays * dayMs
  switch (facts.status) {
    case 'trialing':
      return atMs(facts.trialEndsAt)
    case 'active':
      return facts.pastDueSince === null ? Number.POSITIVE_INFINITY : atMs(facts.pastDueSince, graceDays)
    case 'past_due':
      return atMs(facts.pastDueSince, graceDays)
    case 'cancelled':
      return atMs(facts.currentPeriodEndsAt)
    default:
      return Number.NEGATIVE_INFINITY
  }
}

export const includes = (plan: Plan, least: Plan): boolean => plans.indexOf(plan) >= plans.indexOf(least)

/** The team of a lapsed store can still read it, but its storefront is closed. */
export function requirePlan(
  op: PlannedOperation,
  facts: SubscriptionFacts,
  now: Date,
  billing: Billing,
  features: Features,
): void {
  const { feature, reads, whileLapsed } = op.plan ?? {}
  const isMerchantsRead = isRead(op.method) && op.tenancy !== 'storefront'
  if (isMerchantsRead && !reads) return
  const { plan, lapsed } = decideSubscriptionState(facts, now, billing)
  if (lapsed && !isMerchantsRead && !whileLapsed) throw subscriptionExpired()
  const needed = feature === undefined ? undefined : features[feature]
  if (needed !== undefined && !includes(plan, needed)) {
    throw forbidden('plan_required', `This needs the ${planNames[needed]} plan. The store has ${planNames[plan]}.`, {
      requiredPlan: needed,
    })
  }
}

/** Throws 403 unless at least one store of the organization has the plan and has not lapsed. Reads need the plan too. */
export function requireOrganizationPlan(
  feature: string,
  all: readonly SubscriptionFacts[],
  { now, billing, features }: { now: Date; billing: Billing; features: Features },
): void {
  const needed = features[feature] as Plan
  const states = all.map((facts) => decideSubscriptionState(facts, now, billing))
  if (states.some(({ plan, lapsed }) => !lapsed && includes(plan, needed))) return
  throw forbidden('plan_required', `This needs the ${planNames[needed]} plan in one of the organization's stores.`, {
    requiredPlan: needed,
  })
}

export const subscriptionExpired = () =>
  forbidden(
    'subscription_expired',
    "The store's subscription has lapsed. Its data is still stored, and an owner can reactivate it.",
  )
