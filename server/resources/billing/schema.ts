import { Type } from 'typebox'
import { billings } from '#platform/subscription.ts'
import { Amount, Currency, Instant, Nullable, OneOf } from '#platform/wire.ts'

export const plans = ['starter', 'growth', 'scale'] as const
export type Plan = (typeof plans)[number]

export const PlanOffer = Type.Object(
  {
    id: OneOf(plans),
    name: Type.String(),
    price: Amount,
    currency: Currency,
    interval: OneOf(['month']),
    features: Type.Array(Type.String(), { description: 'What this plan has beyond what every plan has.' }),
  },
  { title: 'Plan' },
)

export const Subscription = Type.Object(
  {
    plan: OneOf(plans, { description: 'The plan whose features are on; a trial has those of Growth.' }),
    status: OneOf(['trialing', 'active', 'past_due', 'cancelled', 'expired']),
    lapsed: Type.Boolean({
      description: 'Whether writes, the feed and the form are refused with `subscription_expired`.',
    }),
    billing: OneOf(billings, {
      description: 'How stores pay here; where it is `off`, every store has everything, without an end.',
    }),
    trialEndsAt: Nullable(Instant),
    currentPeriodEndsAt: Nullable(Instant),
    cancelledAt: Nullable(Instant),
    createdAt: Instant,
  },
  { title: 'Subscription' },
)
