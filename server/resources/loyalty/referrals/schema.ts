import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { Email, WhenOrNull } from '../schema.ts'

export const referralStates = ['pending', 'review', 'ordered', 'completed', 'reversed', 'blocked'] as const

export const NewReferral = Type.Object(
  {
    advocateMemberId: described(Id, 'Id of the member who recommended the shop.'),
    friendEmail: described(Email, 'Email address of the friend.', 'sam.kent@customer.example'),
  },
  { title: 'NewLoyaltyReferral' },
)

export const ReferralDecision = Type.Object(
  { decision: OneOf(['approve', 'block'], { description: 'Decision on a referral in `review`.' }) },
  { title: 'LoyaltyReferralDecision' },
)

export const Referral = Type.Object(
  {
    id: described(Id, 'Id of the referral, a UUIDv7.'),
    advocateMemberId: described(Id, 'Id of the member who recommended the shop.'),
    friendEmail: sessionOnly(
      Type.String({ description: 'Email address of the friend.', examples: ['sam.kent@customer.example'] }),
    ),
    friendEmailLast4: Type.String({ description: 'Masked email address of the friend.', examples: ['kent'] }),
    code: Type.String({
      description: "Code to send as `referralCode` of the friend's first order.",
      examples: ['K7QM2XWT9P'],
    }),
    state: OneOf(referralStates, {
      description:
        'State of the referral. `pending`: no order yet. `review`: suspicious, awaits a decision. `ordered`: the points cannot be spent yet. `reversed`: refunded or cancelled.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Reason the referral is blocked, reversed or in review. More reasons may follow. Null otherwise.',
        examples: [null],
      }),
    ),
    orderId: Nullable(described(Id, 'Id of the order. Null if there is none.')),
    completedAt: WhenOrNull('Time the member and the friend were rewarded. Null until then.'),
    createdAt: described(Instant, 'Time the referral was created.'),
    updatedAt: described(Instant, 'Time the referral was last changed.'),
  },
  { title: 'LoyaltyReferral' },
)

export type Referral = Static<typeof Referral>

export const ReferralPage = page(Referral)

export const ReferralFilters = pageQuery({
  state: Type.Optional(AnyOf(referralStates, { description: 'Filter: referrals in these states.' })),
  advocateMemberId: Type.Optional(described(Id, 'Filter: referrals of this member.')),
})
