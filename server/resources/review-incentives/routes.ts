import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { addCodes, changeIncentive, createIncentive, deleteIncentive, requireIncentive } from './commands.ts'
import { listRewards } from './rewards/commands.ts'
import { toIncentive } from './rules.ts'
import {
  CodesReport,
  Incentive,
  IncentiveChanges,
  IncentiveFilters,
  IncentivePage,
  NewCodes,
  NewIncentive,
  RewardFilters,
  RewardPage,
} from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', access: { role: 'ADMIN' }, plan: { feature: 'review_incentives' } } as const

export default [
  operation({
    id: 'review_incentives.list',
    http: 'GET /review-incentives',
    tenancy: 'store',
    doc: {
      summary: 'List incentives, newest first',
      description: "Returns the store's incentives for reviews, newest first, one page at a time.",
    },
    input: { query: IncentiveFilters },
    output: { body: IncentivePage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'review_incentives.create',
    http: 'POST /review-incentives',
    ...written,
    doc: {
      summary: 'Create an incentive',
      description:
        'The incentive offers a coupon or points for a review, the same for every rating. It is a draft by default. Without products and categories, it covers all products. A second active incentive on a product at the same time gets 409. A body with `rating`, `minRating`, `stars` or `sentiment` gets 400, because rewards must not depend on the review. With `codes: platform`, the connected shop makes a single-use code for each reward, with the `value` you give.',
    },
    input: {
      body: withExample(NewIncentive, {
        kind: 'coupon',
        text: '10% off your next order for your review',
        terms: 'For praise and criticism alike. Once per person and product.',
        lowAt: 20,
        fulfil: 'submission',
        status: 'active',
      }),
    },
    output: {
      body: Incentive,
      status: 201,
      location: '/review-incentives/{id}',
      errors: ['not_found', 'conflict', 'shop_not_connected', 'not_supported'],
    },
    run: async ({ tx, body, services, audit }) => toIncentive(await createIncentive(tx, services, audit, body)),
  }),
  operation({
    id: 'review_incentives.get',
    http: 'GET /review-incentives/:id',
    tenancy: 'store',
    doc: { summary: 'Get an incentive', description: 'Returns one incentive with its terms, period and free codes.' },
    input: { params: byId },
    output: { body: Incentive },
    transaction: 'single-query',
    run: async ({ tx, params }) => toIncentive(await requireIncentive(tx, params.id)),
  }),
  operation({
    id: 'review_incentives.update',
    http: 'PATCH /review-incentives/:id',
    ...written,
    doc: {
      summary: 'Update an incentive',
      description:
        'Omitted fields keep their values; `productIds` and `categoryIds` are replaced as a whole. People who saw the offer still get what it promised, even after its end.',
    },
    input: { params: byId, body: withExample(IncentiveChanges, { status: 'paused' }) },
    output: { body: Incentive, errors: ['conflict', 'shop_not_connected', 'not_supported'] },
    run: async ({ tx, params, body, services, audit }) =>
      toIncentive(await changeIncentive(tx, services, audit, params.id, body)),
  }),
  operation({
    id: 'review_incentives.delete',
    http: 'DELETE /review-incentives/:id',
    ...written,
    doc: {
      summary: 'Delete an incentive',
      description:
        'Reviews written under the incentive stay marked. Returns 409 while promised rewards are not given. Unused codes are deleted.',
    },
    input: { params: byId },
    output: { errors: ['conflict'] },
    async run({ tx, params, audit }) {
      await deleteIncentive(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'review_incentives.add_codes',
    http: 'POST /review-incentives/:id/codes',
    ...written,
    doc: {
      summary: 'Add codes to an incentive',
      description: 'Rewards that wait for a code get one immediately, the oldest first.',
    },
    input: { params: byId, body: withExample(NewCodes, { codes: ['THANKS-7Q2M', 'THANKS-9X4K'] }) },
    output: { body: CodesReport, errors: ['conflict'] },
    run: ({ tx, params, body, audit }) => addCodes(tx, audit, params.id, body.codes),
  }),
  operation({
    id: 'review_incentives.list_rewards',
    http: 'GET /review-incentives/:id/rewards',
    tenancy: 'store',
    doc: {
      summary: 'List rewards of an incentive, newest first',
      description:
        'Returns the rewards that authors got or will get under an incentive, newest first, one page at a time.',
    },
    input: { params: byId, query: RewardFilters },
    output: { body: RewardPage },
    run: ({ tx, params, query }) => listRewards(tx, params.id, query),
  }),
]
