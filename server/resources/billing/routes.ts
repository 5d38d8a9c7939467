import { Type } from 'typebox'
import type { Area } from '#platform/areas/area.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { fromMinorUnits } from '#platform/values/money.ts'
import { OneOf, secretField, withExample } from '#platform/values/wire.ts'
import { Checkout } from './invoices/schema.ts'
import { toInvoice } from './invoices/store.ts'
import type { PaymentContext, Payments, PlanChange } from './payment.ts'
import { decideSubscriptionState, type Features, includes, planNames, prices } from './rules.ts'
import { ChangedPlan, type Plan, PlanOffer, plans, Subscription, Usage } from './schema.ts'
import * as store from './store.ts'

/** Operations about money are for owners only, and work while a store has lapsed. */
const bought = {
  tenancy: 'store',
  access: { role: 'OWNER' },
  plan: { whileLapsed: true },
  transaction: 'manual',
} as const

const refusals = ['billing_off', 'billing_unavailable', 'payment_declined', 'payment_provider_unavailable'] as const

const Choice = Type.Object({ plan: OneOf(plans, { description: 'Id of the plan to buy.' }) })

const offNote = 'Returns 409 `billing_off` if `GET /billing/subscription` has `"billing": "off"`.'

type Uses = NonNullable<Area['uses']>

function choosePayments({ config }: Services, all: readonly Payments[]): Payments {
  if (config.billing === 'off')
    throw conflict('Billing is off here: every store has every feature without a time limit.', 'billing_off')
  const chosen = all.find(({ provider }) => provider === config.billing)
  if (!chosen)
    throw conflict('Plans are not sold through the API here. Ask the operator of this service.', 'billing_unavailable')
  return chosen
}

const notOffered = (what: string) =>
  conflict(
    `${what} belongs to a payment provider, and this service issues invoices itself. See GET /billing/invoices.`,
    'not_offered',
  )

export const billingOperations = (features: Features, uses: Uses, all: readonly Payments[]) => [
  operation({
    id: 'billing.list_plans',
    http: 'GET /billing/plans',
    tenancy: 'organization',
    access: { delegable: true },
    doc: { summary: 'List plans', description: 'Prices are per store and month. A trial is 7 days of Growth.' },
    output: { body: Type.Object({ data: Type.Array(PlanOffer, { description: 'Plans, cheapest first.' }) }) },
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
    doc: {
      summary: 'Get the subscription',
      description: 'Returns the plan of the store, its status, and the ends of the trial and of the paid period.',
    },
    tool: 'get_subscription',
    output: { body: Subscription },
    transaction: 'single-query',
    run: ({ tx, now, services }) => read(tx, now, services),
  }),
  operation({
    id: 'billing.get_usage',
    http: 'GET /billing/usage',
    tenancy: 'store',
    doc: { summary: 'Get the usage of plan limits', description: 'Covers the features that differ between plans.' },
    output: { body: Usage },
    run: async ({ tx }) => ({ data: await countUses(tx, Object.keys(uses), uses) }),
  }),
  operation({
    id: 'billing.create_checkout',
    http: 'POST /billing/checkout',
    ...bought,
    doc: {
      summary: 'Buy a plan',
      description: `Returns the payment page, or the invoice to pay. A repeated call returns the open checkout with 200. A cancelled subscription whose paid time is not over continues without a charge. ${offNote}`,
    },
    input: { body: withExample(Choice, { plan: 'growth' }) },
    output: {
      body: Checkout,
      status: 201,
      alsoAnswers: 200,
      location: '/billing/subscription',
      errors: [...refusals, 'already_subscribed', 'payment_overdue'],
    },
    async run(ctx) {
      const { url, invoice, isNew } = await choosePayments(ctx.services, all).checkout(
        toPaymentContext(ctx),
        ctx.body.plan,
      )
      const subscription = await readOwn(ctx)
      return answer(isNew ? 201 : 200, { url, invoice: invoice && toInvoice(invoice), subscription })
    },
  }),
  operation({
    id: 'billing.preview_change',
    http: 'POST /billing/change-plan/preview',
    ...bought,
    doc: {
      summary: 'Preview a plan change',
      description: `Returns the amount due now, the effective date, and the resources that become read-only. Changes nothing. ${offNote}`,
    },
    input: { body: withExample(Choice, { plan: 'starter' }) },
    output: { body: ChangedPlan, errors: [...refusals, 'not_subscribed', 'payment_overdue'] },
    async run(ctx) {
      const change = await choosePayments(ctx.services, all).preview(toPaymentContext(ctx), ctx.body.plan)
      return toChange(ctx, change, features, uses)
    },
  }),
  operation({
    id: 'billing.change_plan',
    http: 'POST /billing/change-plan',
    ...bought,
    doc: {
      summary: 'Change the plan',
      description: `A higher plan starts immediately and costs the difference for the rest of the paid month. A lower plan starts at the end of the paid month. Until then, a call with the current plan cancels the change. One of two simultaneous changes gets 409. ${offNote}`,
    },
    input: { body: withExample(Choice, { plan: 'scale' }) },
    output: { body: ChangedPlan, errors: [...refusals, 'not_subscribed', 'payment_overdue'] },
    async run(ctx) {
      const change = await choosePayments(ctx.services, all).changePlan(toPaymentContext(ctx), ctx.body.plan)
      return toChange(ctx, change, features, uses)
    },
  }),
  operation({
    id: 'billing.cancel',
    http: 'POST /billing/cancel',
    ...bought,
    doc: {
      summary: 'Cancel the subscription',
      description: `The plan works until the end of the paid period. A repeated call changes nothing. ${offNote}`,
    },
    output: { body: Subscription, errors: [...refusals, 'not_subscribed'] },
    async run(ctx) {
      await choosePayments(ctx.services, all).cancel(toPaymentContext(ctx))
      return readOwn(ctx)
    },
  }),
  operation({
    id: 'billing.open_portal',
    http: 'POST /billing/portal',
    ...bought,
    doc: {
      summary: 'Open the customer portal',
      description: `Returns 409 \`not_offered\` if this installation issues invoices itself instead of using a payment provider. ${offNote}`,
    },
    output: {
      body: Type.Object(
        {
          url: secretField(
            Type.String({
              description: 'Address of the customer portal.',
              examples: ['https://portal.payments.example/session/bps_4f8Jk2Lm9Qx7'],
            }),
          ),
        },
        { title: 'Portal' },
      ),
      secret: true,
      errors: [...refusals, 'not_offered', 'not_subscribed'],
    },
    async run(ctx) {
      const opened = await choosePayments(ctx.services, all).openPortal?.(toPaymentContext(ctx))
      if (!opened) throw notOffered('The portal')
      return opened
    },
  }),
  operation({
    id: 'billing.create_client_token',
    http: 'POST /billing/payment-methods/client-token',
    ...bought,
    doc: {
      summary: 'Create a client token for a payment method',
      description: `Returns 409 \`not_offered\` if this installation issues invoices itself instead of using a payment provider. ${offNote}`,
    },
    output: {
      body: Type.Object(
        {
          clientToken: secretField(
            Type.String({
              description: "Client token for the payment provider's form.",
              examples: ['seti_1PgafyB7WZ01zgkW_secret_Q9dW'],
            }),
          ),
          publishableKey: Type.String({
            description: 'Public key of the payment provider.',
            examples: ['pk_live_0123456789abcdef'],
          }),
        },
        { title: 'ClientToken' },
      ),
      secret: true,
      errors: [...refusals, 'not_offered'],
    },
    async run(ctx) {
      const made = await choosePayments(ctx.services, all).createClientToken?.(toPaymentContext(ctx))
      if (!made) throw notOffered('A payment method')
      return made
    },
  }),
]

type RunContext = Omit<PaymentContext, 'scope'> & { storeEnvId: string; caller: Caller }

const toPaymentContext = ({ db, storeEnvId, services, now, audit, caller }: RunContext): PaymentContext => ({
  db,
  scope: { storeEnvId, organizationId: caller.organizationId },
  services,
  now,
  audit,
})

const readOwn = ({ db, storeEnvId, services, now, caller }: RunContext) =>
  db.store({ storeEnvId, organizationId: caller.organizationId }, 'read', (tx) => read(tx, now, services))

async function read(tx: StoreTx, now: Date, { config }: Services) {
  const row = await store.find(tx)
  if (!row) throw notFound('subscription')
  const { trialEndsAt, currentPeriodEndsAt, cancelledAt, pastDueSince, nextPlan, nextPlanAt } = row
  const ends = {
    trialEndsAt,
    currentPeriodEndsAt,
    cancelledAt,
    pastDueSince,
    nextPlan: nextPlan as Plan | null,
    nextPlanAt,
  }
  return {
    ...decideSubscriptionState(row, now, config.billing),
    billing: config.billing,
    ...(config.billing === 'off' ? noEnd : { ...ends, pastDueSince: isPast(pastDueSince, now) }),
    createdAt: row.createdAt,
  }
}

const noEnd = {
  ...{ trialEndsAt: null, currentPeriodEndsAt: null, cancelledAt: null },
  ...{ pastDueSince: null, nextPlan: null, nextPlanAt: null },
}

/** The stored day may be in the future. It is then a due date, and payment is not overdue yet. */
const isPast = (at: string | null, now: Date) => (at !== null && Date.parse(at) <= now.getTime() ? at : null)

async function toChange(ctx: RunContext, change: PlanChange, features: Features, uses: Uses) {
  const { db, storeEnvId, caller } = ctx
  const { net, vat, currency } = change.dueNow
  const lost = Object.entries(features).filter(([, least]) => !includes(change.plan, least))
  const counted = await db.store({ storeEnvId, organizationId: caller.organizationId }, 'read', (tx) =>
    countUses(
      tx,
      lost.map(([feature]) => feature),
      uses,
    ),
  )
  const readOnly = counted.filter(({ count }) => count > 0)
  const money = (units: bigint) => fromMinorUnits(units, currency)
  return {
    plan: change.plan,
    kind: change.kind,
    effectiveAt: change.effectiveAt.toISOString(),
    dueNow: { net: money(net), vat: money(vat), gross: money(net + vat), currency },
    actionRequired: change.actionRequired ?? null,
    readOnly,
  }
}

async function countUses(tx: StoreTx, features: readonly string[], uses: Uses) {
  const counted = []
  for (const feature of features) {
    const use = uses[feature]
    if (use) counted.push({ feature, what: use.what, count: await use.count(tx) })
  }
  return counted
}
