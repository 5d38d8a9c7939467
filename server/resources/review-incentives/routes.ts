import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { addCodes, changeIncentive, createIncentive, removeIncentive, requireIncentive } from './commands.ts'
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

const written = { tenancy: 'store', role: 'ADMIN', plan: 'review_incentives' } as const

export default [
  operation({
    id: 'review_incentives.list',
    http: 'GET /review-incentives',
    tenancy: 'store',
    summary: 'List what is offered for reviews, newest first.',
    query: IncentiveFilters,
    returns: IncentivePage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'review_incentives.create',
    http: 'POST /review-incentives',
    ...written,
    summary: 'Offer a coupon or points for a review, the same for every rating.',
    description:
      'A draft, unless `status` says otherwise. Without products and categories it is about everything. Two that are active on one product at the same time are 409. A body with `rating`, `minRating`, `stars` or `sentiment` is 400: what is given must not depend on what a review says.',
    body: NewIncentive,
    returns: Incentive,
    status: 201,
    location: '/review-incentives/{id}',
    errors: ['not_found', 'conflict'],
    run: async ({ tx, body, audit }) => toIncentive(await createIncentive(tx, audit, body)),
  }),
  operation({
    id: 'review_incentives.get',
    http: 'GET /review-incentives/:id',
    tenancy: 'store',
    summary: 'Get an incentive, with how many codes are left.',
    params: byId,
    returns: Incentive,
    oneQuery: true,
    run: async ({ tx, params }) => toIncentive(await requireIncentive(tx, params.id)),
  }),
  operation({
    id: 'review_incentives.update',
    http: 'PATCH /review-incentives/:id',
    ...written,
    summary: 'Change, activate, pause or end an incentive.',
    description:
      'What is not named stays; `productIds` and `categoryIds` are replaced whole. Whoever was shown the offer before still gets what was promised, also after its end.',
    params: byId,
    body: IncentiveChanges,
    returns: Incentive,
    errors: ['conflict'],
    run: async ({ tx, params, body, audit }) => toIncentive(await changeIncentive(tx, audit, params.id, body)),
  }),
  operation({
    id: 'review_incentives.delete',
    http: 'DELETE /review-incentives/:id',
    ...written,
    summary: 'Delete an incentive.',
    description:
      'Reviews that were written under it keep their mark. 409 while rewards are promised and not given; the codes that are left go.',
    params: byId,
    errors: ['conflict'],
    async run({ tx, params, audit }) {
      await removeIncentive(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'review_incentives.add_codes',
    http: 'POST /review-incentives/:id/codes',
    ...written,
    summary: 'Fill the pool of codes; those who wait for one are served at once, the oldest first.',
    params: byId,
    body: NewCodes,
    returns: CodesReport,
    errors: ['conflict'],
    run: ({ tx, params, body, audit }) => addCodes(tx, audit, params.id, body.codes),
  }),
  operation({
    id: 'review_incentives.list_rewards',
    http: 'GET /review-incentives/:id/rewards',
    tenancy: 'store',
    summary: 'List what was promised and given for reviews under an incentive, newest first.',
    params: byId,
    query: RewardFilters,
    returns: RewardPage,
    run: ({ tx, params, query }) => listRewards(tx, params.id, query),
  }),
]
