import { Type } from 'typebox'
import { billings } from '#platform/identity/subscription.ts'
import { Amount, Currency, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

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
    pastDueSince: Nullable({
      ...Instant,
      description: 'Since when a payment is overdue. Everything works for 14 days from then on.',
    }),
    nextPlan: Nullable(OneOf(plans, { description: 'A lower plan that was chosen and comes at `nextPlanAt`.' })),
    nextPlanAt: Nullable(Instant),
    createdAt: Instant,
  },
  { title: 'Subscription' },
)

const Due = Type.Object(
  { net: Amount, vat: Amount, gross: Amount, currency: Currency },
  { title: 'Due', description: 'What is charged at once.' },
)

export const ChangedPlan = Type.Object(
  {
    plan: OneOf(plans),
    kind: OneOf(['upgrade', 'downgrade', 'none']),
    effectiveAt: Instant,
    dueNow: Due,
    actionRequired: Nullable(
      Type.Object(
        { url: Type.String() },
        {
          title: 'PaymentAction',
          description:
            'The payment was declined, or the bank wants to hear from the customer: the plan changes once it is paid there.',
        },
      ),
    ),
    readOnly: Type.Array(
      Type.Object({
        feature: Type.String(),
        what: Type.String({ description: 'What there is of it, such as `webhooks`.' }),
        count: Type.Integer(),
      }),
      { description: 'What the store has beyond this plan: it stays readable, and cannot be changed.' },
    ),
  },
  { title: 'ChangedPlan' },
)

export const Usage = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        feature: Type.String(),
        what: Type.String({ description: 'What there is of it, such as `webhooks`.' }),
        count: Type.Integer(),
      }),
    ),
  },
  { title: 'Usage' },
)
