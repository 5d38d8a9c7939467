import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { addCodes, changeReward, createReward, readRedemption, readReward, redeem, reverse } from './commands.ts'
import {
  CodesReport,
  NewCodes,
  NewRedemption,
  NewReward,
  Redemption,
  RedemptionFilters,
  RedemptionPage,
  RedemptionRow,
  Reward,
  RewardChanges,
  RewardFilters,
  RewardPage,
} from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'loyalty.list_rewards',
    http: 'GET /loyalty/rewards',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'List rewards, newest first',
      description: 'Returns the rewards that members can get for points, newest first, one page at a time.',
    },
    tool: 'list_loyalty_rewards',
    input: { query: RewardFilters },
    output: { body: RewardPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'loyalty.create_reward',
    http: 'POST /loyalty/rewards',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Create a reward',
      description: 'Adds a reward that members can redeem for points, with the source of its coupon codes.',
    },
    input: {
      body: withExample(NewReward, {
        name: '5 € off',
        kind: 'fixed_amount',
        value: '5.00',
        currency: 'EUR',
        cost: 50,
        codes: 'pool',
      }),
    },
    output: {
      body: Reward,
      status: 201,
      location: '/loyalty/rewards/{id}',
      errors: ['codes_unavailable', 'limit_reached', 'not_found', 'product_id_mangled'],
    },
    run: ({ tx, body, audit, services }) => createReward(tx, services, audit, body),
  }),
  operation({
    id: 'loyalty.get_reward',
    http: 'GET /loyalty/rewards/:id',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: { summary: 'Get a reward', description: 'Returns one reward with its cost and the number of unused codes.' },
    input: { params: byId },
    output: { body: Reward },
    transaction: 'single-query',
    run: ({ tx, params }) => readReward(tx, params.id),
  }),
  operation({
    id: 'loyalty.update_reward',
    http: 'PATCH /loyalty/rewards/:id',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Update a reward',
      description: 'Set `active: false` to end the reward. Earlier redemptions keep their price and code.',
    },
    input: { params: byId, body: withExample(RewardChanges, { cost: 60 }) },
    output: { body: Reward, errors: ['not_found', 'product_id_mangled'] },
    run: ({ tx, params, body, audit }) => changeReward(tx, audit, params.id, body),
  }),
  operation({
    id: 'loyalty.add_reward_codes',
    http: 'POST /loyalty/rewards/:id/codes',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Add codes to a reward',
      description: 'Each redemption gets its own code. Known codes count as duplicates.',
    },
    input: { params: byId, body: withExample(NewCodes, { codes: ['MUG-7F3K', 'MUG-9Q2L'] }) },
    output: { body: CodesReport },
    run: ({ tx, params, body }) => addCodes(tx, params.id, body.codes),
  }),
  operation({
    id: 'loyalty.list_redemptions',
    http: 'GET /loyalty/redemptions',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'List redemptions, newest first',
      description: 'Returns the redemptions of all members, newest first, one page at a time.',
    },
    input: { query: RedemptionFilters },
    output: { body: RedemptionPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.listRedemptions(tx, query),
  }),
  operation({
    id: 'loyalty.get_redemption',
    http: 'GET /loyalty/redemptions/:id',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: { summary: 'Get a redemption', description: 'Returns one redemption with its status and coupon code.' },
    input: { params: byId },
    output: { body: RedemptionRow },
    transaction: 'single-query',
    run: ({ tx, params }) => readRedemption(tx, params.id),
  }),
  operation({
    id: 'loyalty.redeem',
    http: 'POST /loyalty/redemptions',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Redeem a reward',
      description:
        'A repeat with the same `idempotencyKey` returns the first redemption with 200. With `platform` codes, the redemption is `pending` for a few seconds while the shop creates the code.',
    },
    input: {
      body: withExample(NewRedemption, {
        memberId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
        rewardId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02',
        idempotencyKey: 'cart-2f9c',
      }),
    },
    output: {
      body: Redemption,
      status: 201,
      alsoAnswers: 200,
      location: '/loyalty/redemptions/{id}',
      errors: ['codes_unavailable', 'insufficient_points', 'no_codes_left', 'program_disabled', 'reward_inactive'],
    },
    async run({ tx, body }) {
      const { redemption, isNew } = await redeem(tx, body)
      return answer(isNew ? 201 : 200, redemption)
    },
  }),
  operation({
    id: 'loyalty.reverse_redemption',
    http: 'POST /loyalty/redemptions/:id/reverse',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Reverse a redemption',
      description:
        'The points return with the expiry they had before. Points whose expiry has passed last 30 more days. A repeat changes nothing.',
    },
    input: { params: byId },
    output: { body: Redemption, errors: ['program_disabled'] },
    run: ({ tx, params, audit }) => reverse(tx, audit, params.id),
  }),
]
