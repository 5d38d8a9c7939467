import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Amount, Currency, described, Id, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'
import { IdempotencyKey, MemberSummary, MinimumTotal, maxPoints, WhenOrNull } from '../schema.ts'

export const rewardKinds = ['fixed_amount', 'percent', 'free_shipping', 'product', 'custom'] as const

export const codeSources = ['none', 'shared', 'pool', 'platform'] as const

const reward = {
  name: Type.String({
    minLength: 1,
    maxLength: 120,
    ...notBlank,
    description: 'Name of the reward.',
    examples: ['Free mug'],
  }),
  description: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1000,
        description: 'Description of the reward for shoppers. Null clears it.',
        examples: ['Stoneware, holds 0.4 litres.'],
      }),
    ),
  ),
  value: Type.Optional(
    Nullable(
      described(
        MinimumTotal,
        'Value of the reward: an amount in `currency`, or a percentage, as a decimal string.',
        '5.00',
      ),
    ),
  ),
  currency: Type.Optional(
    Nullable(described(Currency, 'Currency of `value`, as an ISO 4217 code. Required for `fixed_amount`.', 'EUR')),
  ),
  platformProductId: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Id in the shop of the product given as the reward. Only for kind `product`.',
        examples: ['mug-01'],
      }),
    ),
  ),
  cost: Type.Integer({ minimum: 1, maximum: maxPoints, description: 'Number of points the reward costs.' }),
  code: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Coupon code for everybody. Only for `shared` codes.',
        examples: [null],
      }),
    ),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Whether members can redeem the reward.' })),
}

export const NewReward = Type.Object(
  {
    ...reward,
    kind: OneOf(rewardKinds, { description: 'Kind of the reward.' }),
    codes: Type.Optional(
      OneOf(codeSources, {
        default: 'none',
        description:
          'Source of the codes. `platform`: the connected shop makes them. `pool`: each redemption gets one you sent. `shared`: all get the same `code`, the default if `code` is sent. `none`: you make them yourself.',
      }),
    ),
  },
  { title: 'NewLoyaltyReward' },
)

export type NewReward = Static<typeof NewReward>

export const RewardChanges = Type.Partial(Type.Object(reward), { title: 'LoyaltyRewardChanges' })

export type RewardChanges = Static<typeof RewardChanges>

/** Fields of a reward that members see too. */
export const shownReward = {
  id: described(Id, 'Id of the reward, a UUIDv7.'),
  name: Type.String({ description: 'Name of the reward.', examples: ['Free mug'] }),
  description: Nullable(
    Type.String({
      description: 'Description of the reward for shoppers. Null without one.',
      examples: ['Stoneware, holds 0.4 litres.'],
    }),
  ),
  kind: OneOf(rewardKinds, { description: 'Kind of the reward.' }),
  value: Nullable(
    described(
      Amount,
      'Value of the reward: an amount in `currency`, or a percentage, as a decimal string. Null for kinds without one.',
      '5.00',
    ),
  ),
  currency: Nullable(
    Type.String({
      description: 'Currency of `value`, as an ISO 4217 code. Null for kinds without an amount.',
      examples: ['EUR'],
    }),
  ),
}

export const Reward = Type.Object(
  {
    ...shownReward,
    platformProductId: Nullable(
      Type.String({
        description: 'Id in the shop of the product given as the reward. Null for other kinds.',
        examples: ['mug-01'],
      }),
    ),
    cost: Type.Integer({ description: 'Number of points the reward costs.' }),
    codes: OneOf(codeSources, { description: 'Source of the codes for redemptions.' }),
    code: Nullable(
      Type.String({
        description: 'Coupon code for everybody. Null with a pool of codes, and without codes.',
        examples: [null],
      }),
    ),
    codesFree: Nullable(Type.Integer({ description: 'Number of unused codes in the pool. Null without a pool.' })),
    active: Type.Boolean({ description: 'Whether members can redeem the reward.' }),
    createdAt: described(Instant, 'Time the reward was created.'),
    updatedAt: described(Instant, 'Time the reward was last changed.'),
  },
  { title: 'LoyaltyReward' },
)

export type Reward = Static<typeof Reward>

export const RewardPage = page(Reward)

export const RewardFilters = pageQuery({
  active: Type.Optional(Type.Boolean({ description: 'Filter: `true` for active rewards, `false` for inactive ones.' })),
})

export const NewCodes = Type.Object(
  {
    codes: Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[\\x21-\\x7E]+$',
        'x-expected': 'must be of visible ASCII characters',
      }),
      { minItems: 1, maxItems: 1000, description: 'Codes to add. Each is given to one redemption.' },
    ),
  },
  { title: 'NewLoyaltyCodes' },
)

export const CodesReport = Type.Object(
  {
    received: Type.Integer({ description: 'Number of codes in the request.' }),
    added: Type.Integer({ description: 'Number of codes added to the pool.' }),
    duplicates: Type.Integer({ description: 'Number of codes sent twice or already in the pool.' }),
  },
  { title: 'LoyaltyCodesReport' },
)

export const NewRedemption = Type.Object(
  {
    memberId: described(Id, 'Id of the member who redeems the reward.'),
    rewardId: described(Id, 'Id of the reward.'),
    idempotencyKey: IdempotencyKey,
  },
  { title: 'NewLoyaltyRedemption' },
)

export type NewRedemption = Static<typeof NewRedemption>

export const redemptionStates = ['pending', 'issued', 'reversed', 'failed'] as const

export const Redemption = Type.Object(
  {
    id: described(Id, 'Id of the redemption, a UUIDv7.'),
    memberId: described(Id, 'Id of the loyalty member.'),
    rewardId: described(Id, 'Id of the reward.'),
    rewardName: Type.String({ description: 'Name of the reward.', examples: ['5 € off'] }),
    points: Type.Integer({ description: 'Number of points spent.' }),
    code: Nullable(
      Type.String({
        description: 'Coupon code for the checkout. Null for rewards without codes, and until the code is made.',
        examples: ['MUG-7F3K'],
      }),
    ),
    status: OneOf(redemptionStates, {
      description:
        'Status of the redemption. `pending`: the shop is making the code. `reversed`: the points were returned. `failed`: the shop made no code, and the points were returned.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Reason there is no code. Null otherwise.',
        examples: ['Shopify does not make the code: EXCEEDED_MAX.'],
      }),
    ),
    createdAt: described(Instant, 'Time the redemption was created.'),
    reversedAt: WhenOrNull('Time the points were returned. Null if they were not.'),
    member: MemberSummary,
  },
  { title: 'LoyaltyRedemption' },
)

export const RedemptionRow = Type.Omit(Redemption, ['member'], { title: 'LoyaltyRedemptionRow' })

export const RedemptionPage = page(RedemptionRow)

export const RedemptionFilters = pageQuery({
  memberId: Type.Optional(described(Id, 'Filter: redemptions of this member.')),
})
