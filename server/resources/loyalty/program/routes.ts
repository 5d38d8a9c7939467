import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeProgram, previewOrder, readProgram } from './commands.ts'
import { OrderPreview, OrderPreviewQuery, Program, ProgramChanges } from './schema.ts'

export default [
  operation({
    id: 'loyalty.get_program',
    http: 'GET /loyalty/program',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Get the loyalty programme',
      description:
        'Returns the rules of the loyalty programme: rates, tiers, expiry, and points for reviews, birthdays and referrals.',
    },
    tool: 'get_loyalty_program',
    output: { body: Program },
    run: ({ tx }) => readProgram(tx),
  }),
  operation({
    id: 'loyalty.preview_order',
    http: 'GET /loyalty/program/order-preview',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Preview the points of an order',
      description: 'Uses the current terms, or those of the query. Changes nothing.',
    },
    input: { query: OrderPreviewQuery },
    output: { body: OrderPreview },
    run: ({ tx, query }) => previewOrder(tx, query),
  }),
  operation({
    id: 'loyalty.update_program',
    http: 'PUT /loyalty/program',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Update the loyalty programme',
      description:
        'Omitted fields keep their values. A changed `pointsPerUnit`, `holdDays` or `currency` applies to later orders; all other fields apply to all points immediately.',
    },
    input: {
      body: withExample(ProgramChanges, {
        enabled: true,
        pointsPerUnit: 1,
        holdDays: 14,
        currency: 'EUR',
        expiry: { enabled: true, days: 365 },
        tiers: [
          { name: 'Silver', threshold: 500 },
          { name: 'Gold', threshold: 2000 },
        ],
        birthdayPoints: 50,
        referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '20.00' },
      }),
    },
    output: { body: Program },
    run: ({ tx, body, audit }) => changeProgram(tx, audit, body),
  }),
]
