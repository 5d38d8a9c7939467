import { Type } from 'typebox'
import type { Areas } from '#platform/areas/area.ts'
import { operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { Nullable, OneOf } from '#platform/values/wire.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { decideSubscriptionState, includes, type Features as PlanFeatures } from '#resources/billing/rules.ts'

const Features = Type.Object(
  {
    plan: Type.String({ description: 'Name of the plan whose features are on.', examples: ['growth'] }),
    status: Type.String({ description: 'Status of the subscription.', examples: ['trialing'] }),
    lapsed: Type.Boolean({ description: 'Whether the subscription has lapsed, so that writes are refused.' }),
    features: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the feature.', examples: ['loyalty'] }),
        enabled: Type.Boolean({
          description:
            'Whether the store can use the feature: the plan includes it and the subscription has not lapsed.',
        }),
        requiredPlan: Type.String({ description: 'Lowest plan with the feature.', examples: ['growth'] }),
        reason: Nullable(
          OneOf(['plan_required', 'subscription_expired'], {
            description: 'Error code of refused writes. Null if the feature is enabled.',
          }),
        ),
      }),
      { description: 'Features that depend on the plan.' },
    ),
    served: Type.Array(Type.String(), {
      description: 'Areas of the API that this version serves. Scopes of keys take effect for them.',
    }),
    notYetServed: Type.Array(Type.String(), {
      description: 'Areas of the API that this version does not serve yet. Their scopes have no effect.',
    }),
  },
  { title: 'Features' },
)

export const featureOperations = (features: PlanFeatures, scopes: Areas['scopes']) => [
  operation({
    id: 'features.list',
    http: 'GET /features',
    tenancy: 'store',
    doc: { summary: 'List features of the plan', description: 'Features that are not listed are in every plan.' },
    tool: 'list_features',
    output: { body: Features },
    transaction: 'single-query',
    async run({ tx, now, services }) {
      const subscription = await findSubscription(tx)
      if (!subscription) throw notFound('subscription')
      const { plan, status, lapsed } = decideSubscriptionState(subscription, now, services.config.billing)
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
