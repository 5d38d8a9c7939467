import { Type } from 'typebox'
import { billings } from '#platform/identity/subscription.ts'
import { Amount, Currency, described, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const plans = ['starter', 'growth', 'scale'] as const
export type Plan = (typeof plans)[number]

export const PlanOffer = Type.Object(
  {
    id: OneOf(plans, { description: 'Id of the plan.' }),
    name: Type.String({ description: 'Name of the plan.', examples: ['Growth'] }),
    price: described(Amount, 'Monthly price without VAT, as a decimal string.', '99.00'),
    currency: described(Currency, 'Currency of the price, as an ISO 4217 code.', 'USD'),
    interval: OneOf(['month'], { description: 'Billing interval.' }),
    features: Type.Array(Type.String(), { description: 'Features of this plan beyond those of every plan.' }),
  },
  { title: 'Plan' },
)

export const Subscription = Type.Object(
  {
    plan: OneOf(plans, { description: 'Plan whose features are on. A trial has those of Growth.' }),
    status: OneOf(['trialing', 'active', 'past_due', 'cancelled', 'expired'], {
      description: 'Status of the subscription.',
    }),
    lapsed: Type.Boolean({
      description: 'Whether writes, the feed and the form are refused with `subscription_expired`.',
    }),
    billing: OneOf(billings, {
      description: 'Billing mode of the installation. With `off`, every store has all features without end.',
    }),
    trialEndsAt: Nullable(described(Instant, 'Time the trial ends or ended. Null without a trial.')),
    currentPeriodEndsAt: Nullable(described(Instant, 'Time the paid period ends. Null if nothing was paid.')),
    cancelledAt: Nullable(described(Instant, 'Time the subscription was cancelled. Null if it was not.')),
    pastDueSince: Nullable({
      ...Instant,
      description:
        'Time since which a payment is overdue. All features work for 14 more days. Null without an overdue payment.',
    }),
    nextPlan: Nullable(OneOf(plans, { description: 'Lower plan that starts at `nextPlanAt`. Null without one.' })),
    nextPlanAt: Nullable(described(Instant, 'Time the next plan starts. Null without one.')),
    createdAt: described(Instant, 'Time the subscription was created.'),
  },
  { title: 'Subscription' },
)

const Due = Type.Object(
  {
    net: described(Amount, 'Amount without VAT, as a decimal string.', '99.00'),
    vat: described(Amount, 'VAT amount, as a decimal string.', '18.81'),
    gross: described(Amount, 'Amount to pay with VAT, as a decimal string.', '117.81'),
    currency: described(Currency, 'Currency of the amounts, as an ISO 4217 code.', 'USD'),
  },
  { title: 'Due', description: 'Amount charged immediately. Null if nothing is due.' },
)

export const ChangedPlan = Type.Object(
  {
    plan: OneOf(plans, { description: 'Id of the plan.' }),
    kind: OneOf(['upgrade', 'downgrade', 'none'], { description: 'Direction of the change.' }),
    effectiveAt: described(Instant, 'Time the change takes effect.'),
    dueNow: Due,
    actionRequired: Nullable(
      Type.Object(
        {
          url: Type.String({
            description: 'Address of the payment page.',
            examples: ['https://checkout.payments.example/pay/cs_4f8Jk2Lm9Qx7Rz1T'],
          }),
        },
        {
          title: 'PaymentAction',
          description:
            'Payment the customer must complete: it was declined, or the bank asks for confirmation. The plan changes afterwards. Null if nothing is required.',
        },
      ),
    ),
    readOnly: Type.Array(
      Type.Object({
        feature: Type.String({
          description: 'Name of the feature, as listed by `GET /features`.',
          examples: ['outbound_webhooks'],
        }),
        what: Type.String({ description: 'Counted resource, such as `webhooks`.', examples: ['webhooks'] }),
        count: Type.Integer({ description: 'Number in use in the store.' }),
      }),
      { description: 'Resources above the limits of the new plan. They stay readable and cannot be changed.' },
    ),
  },
  { title: 'ChangedPlan' },
)

export const Usage = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        feature: Type.String({
          description: 'Name of the feature, as listed by `GET /features`.',
          examples: ['outbound_webhooks'],
        }),
        what: Type.String({ description: 'Counted resource, such as `webhooks`.', examples: ['webhooks'] }),
        count: Type.Integer({ description: 'Number in use.' }),
      }),
      { description: 'Counted resources of the store.' },
    ),
  },
  { title: 'Usage' },
)
