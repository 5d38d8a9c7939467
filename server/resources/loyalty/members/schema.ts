import { Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'
import { Explanation, Tier } from '../program/schema.ts'
import { shownReward } from '../rewards/schema.ts'
import { summary } from '../schema.ts'

const OfferedReward = Type.Object(
  {
    ...shownReward,
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
    shopperRedeems: Type.Boolean({
      description: 'Whether the shopper can redeem rewards and get a referral link here.',
    }),
    explained: Explanation,
  },
  { title: 'StorefrontLoyaltyMember' },
)
