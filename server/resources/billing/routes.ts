import { Type } from 'typebox'
import { conflict, notFound } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import type { Services } from '#platform/services.ts'
import { OneOf } from '#platform/wire.ts'
import { type Features, includes, planNames, prices, subscriptionStateOf } from './rules.ts'
import { PlanOffer, plans, Subscription } from './schema.ts'
import * as store from './store.ts'

/** What every operation about money has in common: owners only, and of use exactly when a store has lapsed. */
const bought = {
  tenancy: 'store',
  role: 'OWNER',
  worksWhileLapsed: true,
  errors: ['billing_off', 'billing_unavailable'],
  run: ({ services }: { services: Services }) => refuse(services),
} as const

const Choice = Type.Object({ plan: OneOf(plans) })

const offNote = 'Where `GET /billing/subscription` says `"billing": "off"`, nothing is sold: 409 `billing_off`.'

function refuse({ config }: Services): never {
  if (config.billing === 'off')
    throw conflict('Nothing is sold here: every store has every feature, without an end.', 'billing_off')
  throw conflict('Plans are not sold through the API here: ask whoever runs this service.', 'billing_unavailable')
}

export const billingOperations = (features: Features) => [
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
        features: Object.entries(features).flatMap(([name, least]) => (includes(id, least) ? [name] : [])),
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
    async run({ tx, now, services: { config } }) {
      const row = await store.find(tx)
      if (!row) throw notFound('subscription')
      return {
        ...subscriptionStateOf(row, now, config.billing),
        billing: config.billing,
        ...(config.billing === 'off' ? noEnd : endsOf(row)),
        createdAt: row.createdAt,
      }
    },
  }),
  operation({
    ...bought,
    id: 'billing.create_checkout',
    http: 'POST /billing/checkout',
    summary: 'Buy a plan for the store.',
    description: offNote,
    body: Choice,
  }),
  operation({
    ...bought,
    id: 'billing.change_plan',
    http: 'POST /billing/change-plan',
    summary: 'Change the plan that the store has.',
    description: offNote,
    body: Choice,
  }),
  operation({
    ...bought,
    id: 'billing.cancel',
    http: 'POST /billing/cancel',
    summary: 'Cancel at the end of the paid period.',
    description: offNote,
  }),
  operation({
    ...bought,
    id: 'billing.open_portal',
    http: 'POST /billing/portal',
    summary: 'Open the pages on which payment is looked after.',
    description: offNote,
  }),
  operation({
    ...bought,
    id: 'billing.create_client_token',
    http: 'POST /billing/payment-methods/client-token',
    summary: 'Begin to add a means of payment.',
    description: offNote,
  }),
  operation({
    ...bought,
    id: 'billing.list_invoices',
    http: 'GET /billing/invoices',
    summary: "List the store's invoices.",
    description: offNote,
  }),
]

const noEnd = { trialEndsAt: null, currentPeriodEndsAt: null, cancelledAt: null }
const endsOf = ({ trialEndsAt, currentPeriodEndsAt, cancelledAt }: store.SubscriptionRow) => ({
  ...{ trialEndsAt, currentPeriodEndsAt, cancelledAt },
})
