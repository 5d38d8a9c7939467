import { Type } from 'typebox'
import type { Areas } from '#platform/areas/area.ts'
import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { Nullable, OneOf } from '#platform/values/wire.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { includes, type Features as PlanFeatures, subscriptionStateOf } from '#resources/billing/rules.ts'

const Features = Type.Object(
  {
    plan: Type.String(),
    status: Type.String(),
    lapsed: Type.Boolean(),
    features: Type.Array(
      Type.Object({
        name: Type.String(),
        enabled: Type.Boolean({
          description: 'Whether it can be used now: in the plan, and the subscription has not lapsed.',
        }),
        requiredPlan: Type.String({ description: 'The least plan that has it.' }),
        reason: Nullable(
          OneOf(['plan_required', 'subscription_expired'], {
            description: 'Why it cannot be used now, as the code that a write would be refused with.',
          }),
        ),
      }),
    ),
    served: Type.Array(Type.String(), {
      description: 'Areas of the API that this version serves: what a key can be narrowed to with an effect.',
    }),
    notYetServed: Type.Array(Type.String(), {
      description: 'Areas of the API that this version does not serve yet: a scope of them opens nothing so far.',
    }),
  },
  { title: 'Features' },
)

export const featureOperations = (features: PlanFeatures, scopes: Areas['scopes']) => [
  operation({
    id: 'features.list',
    http: 'GET /features',
    tenancy: 'store',
    summary: 'What the store can use, and which plan it would take.',
    description: 'Everything that is not listed is in every plan.',
    returns: Features,
    oneQuery: true,
    tool: 'list_features',
    async run({ tx, now, services }) {
      const subscription = await findSubscription(tx)
      if (!subscription) throw notFound('subscription')
      const { plan, status, lapsed } = subscriptionStateOf(subscription, now, services.config.billing)
      return {
        plan,
        status,
        lapsed,
        features: Object.entries(features).map(([name, least]) => ({
          name,
          enabled: !lapsed && includes(plan, least),
          requiredPlan: least,
          reason: lapsed
            ? ('subscription_expired' as const)
            : includes(plan, least)
              ? null
              : ('plan_required' as const),
        })),
        served: [...scopes.served],
        notYetServed: [...scopes.coming],
      }
    },
  }),
]
