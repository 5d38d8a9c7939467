import { Type } from 'typebox'
import { eventKind, internalEvent } from '#platform/areas/events.ts'
import { described, Id, Nullable } from '#platform/values/wire.ts'

const id = '019a9f52-7b19-7e08-9d3a-66c7d8e9fa05'

export const pointsChanged = eventKind({
  name: 'loyalty.points_changed',
  area: 'loyalty',
  description: "Sent when a member's balance changed; `id` is the member's.",
  logged: false,
  data: Type.Object(
    {
      id: described(Id, 'Id of the loyalty member.'),
      points: Type.Integer({ description: 'Change of the balance in points, signed.' }),
      balance: Type.Integer({
        description: 'Points balance after the change, including points that cannot be spent yet.',
      }),
      spendable: Type.Integer({ description: 'Points that can be spent now.' }),
      reason: Type.String({ description: 'Cause of the change. More causes may follow.', examples: ['order'] }),
    },
    { title: 'LoyaltyPointsChangedEventData' },
  ),
  example: { id, points: 120, balance: 480, spendable: 480, reason: 'order' },
})

export const tierChanged = eventKind({
  name: 'loyalty.tier_changed',
  area: 'loyalty',
  description: "Sent when a member reached another tier; `id` is the member's.",
  logged: false,
  data: Type.Object(
    {
      id: described(Id, 'Id of the loyalty member.'),
      from: Nullable(
        Type.String({
          description: 'Name of the previous tier. Null for none.',
          examples: ['Silver'],
        }),
      ),
      to: Nullable(Type.String({ description: 'Name of the new tier. Null for none.', examples: ['Gold'] })),
      tierPoints: Type.Integer({ description: 'Points ever earned, which determine the tier.' }),
    },
    { title: 'LoyaltyTierChangedEventData' },
  ),
  example: { id, from: 'Bronze', to: 'Silver', tierPoints: 1000 },
})

export const referralCompleted = eventKind({
  name: 'loyalty.referral_completed',
  area: 'loyalty',
  description: "Sent when a referred friend's first order qualified and both were rewarded; `id` is the referral's.",
  logged: false,
  data: Type.Object(
    {
      id: described(Id, 'Id of the referral.'),
      advocateMemberId: described(Id, 'Id of the member who recommended the shop.'),
      friendMemberId: described(Id, 'Id of the member who was recommended.'),
      advocatePoints: Type.Integer({ description: 'Points given to the member who recommended the shop.' }),
      friendPoints: Type.Integer({ description: 'Points given to the friend.' }),
    },
    { title: 'LoyaltyReferralCompletedEventData' },
  ),
  example: {
    id: '019a9f52-9a40-7c31-8b2c-77d8e9fa0b06',
    advocateMemberId: id,
    friendMemberId: '019a9f52-8c55-7a12-a4e5-88e9fa0b1c07',
    advocatePoints: 200,
    friendPoints: 100,
  },
})

export type ReferralCompleted = (typeof referralCompleted)['example']

export const loyaltyEvents = [pointsChanged, tierChanged, referralCompleted]

/** Published when a journal line adds points for a birthday or referral. `id` is the id of the line. */
export const rewardBooked = internalEvent<{ id: string }>('loyalty.reward_booked')

/** Published once for all journal lines that a call wrote. Lines of imports are left out. */
export const linesBooked = internalEvent<{
  lineIds: readonly string[]
  tiers: readonly { memberId: string; from: string | null; to: string | null; tierPoints: number }[]
}>('loyalty.lines_booked')

export const programChanged = internalEvent<Record<never, never>>('loyalty.program_changed')

export const memberJoined = internalEvent<{ id: string }>('loyalty.member_joined')
