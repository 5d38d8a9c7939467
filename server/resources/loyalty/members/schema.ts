import { Type } from 'typebox'
import { Amount, described, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { Explanation, Tier } from '../program/schema.ts'
import { rewardKinds } from '../rewards/schema.ts'
import { summary } from '../schema.ts'

const OfferedReward = Type.Object(
  {
    id: described(Id, 'Id of the reward, a UUIDv7.'),
    name: Type.String({ description: 'Name of the reward.', examples: ['Acme'] }),
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
    cost: Type.Integer({ description: 'Number of points the reward costs.' }),
  },
  { title: 'StorefrontLoyaltyReward' },
)

export const StorefrontMember = Type.Object(
  {
    id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the member, a UUIDv7. Null for shoppers who never earned points.',
      }),
    ),
    ...summary,
    tiers: Type.Array(Tier, { description: 'Loyalty tiers by point threshold.' }),
    rewards: Type.Array(OfferedReward, { description: 'Rewards to choose from, cheapest first.' }),
    pointsPerUnit: Type.Number({ description: 'Points for one unit of the order currency.' }),
    holdDays: Type.Integer({ description: 'Days after an order until its points can be spent.' }),
    expiryDays: Nullable(Type.Integer({ description: 'Days until points expire. Null if points do not expire.' })),
    explained: Explanation,
  },
  { title: 'StorefrontLoyaltyMember' },
)
