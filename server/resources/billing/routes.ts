import { Type } from 'typebox'
import { notFound } from '#platform/errors.ts'
import { type Feature, operation } from '#platform/operation.ts'
import { includes, leastPlan, planNames, prices, standingOf } from './rules.ts'
import { PlanOffer, plans, Subscription } from './schema.ts'
import * as store from './store.ts'

const features = Object.keys(leastPlan) as Feature[]

export default [
  operation({
    id: 'billing.list_plans',
    http: 'GET /billing/plans',
    tenancy: 'organization',
    summary: 'List the plans with their prices and features.',
    description: 'Prices are a month of one store. A trial is 7 days of Growth.',
    returns: Type.Object({ data: Type.Array(PlanOffer) }),
    tool: 'read',
    run: () => ({
      data: plans.map((id) => ({
        id,
        name: planNames[id],
        price: prices[id],
        currency: 'USD',
        interval: 'month' as const,
        features: features.filter((feature) => includes(id, feature)),
      })),
    }),
  }),
  operation({
    id: 'billing.get_subscription',
    http: 'GET /billing/subscription',
    tenancy: 'store',
    summary: "Get the store's subscription as it stands now.",
    returns: Subscription,
    oneQuery: true,
    tool: 'read',
    async run({ tx, now }) {
      const row = await store.find(tx)
      if (!row) throw notFound('subscription')
      return {
        ...standingOf(row, now),
        trialEndsAt: row.trialEndsAt,
        currentPeriodEndsAt: row.currentPeriodEndsAt,
        cancelledAt: row.cancelledAt,
        createdAt: row.createdAt,
      }
    },
  }),
]
