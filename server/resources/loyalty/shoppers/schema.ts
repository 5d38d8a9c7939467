import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'
import { NewRedemption, RedemptionRow } from '../rewards/schema.ts'

export const NewShopperRedemption = Type.Omit(NewRedemption, ['memberId'], { title: 'NewStorefrontLoyaltyRedemption' })

export type NewShopperRedemption = Static<typeof NewShopperRedemption>

/** `reason` is for the merchant, because it quotes the shop's response. */
export const ShopperRedemption = Type.Omit(RedemptionRow, ['reason'], { title: 'StorefrontLoyaltyRedemption' })

export const ShopperRedemptions = Type.Object(
  { data: Type.Array(ShopperRedemption, { description: 'Up to 20 redemptions of the shopper, newest first.' }) },
  { title: 'StorefrontLoyaltyRedemptions' },
)

export const ReferralLink = Type.Object(
  {
    code: Type.String({
      description:
        "Referral code of the member. It never changes. Send it as `referralCode` of a friend's first order.",
      examples: ['K7QM2XWT9P'],
    }),
    url: Nullable(
      Type.String({
        description: "Link to share: the store's first origin with the code as `ref`. Null if the store has no origin.",
        examples: ['https://shop.acme.example/?ref=K7QM2XWT9P'],
      }),
    ),
  },
  { title: 'StorefrontReferralLink' },
)
