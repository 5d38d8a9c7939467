import { Type } from 'typebox'
import { eventKind, internalEvent } from '#platform/areas/events.ts'
import { Id, Nullable } from '#platform/values/wire.ts'

const id = '019a9f52-7b19-7e08-9d3a-66c7d8e9fa05'

export const pointsChanged = eventKind({
  name: 'loyalty.points_changed',
  area: 'loyalty',
  description: "A member's balance changed; `id` is the member's.",
  logged: false,
  data: Type.Object(
    {
      id: Id,
      points: Type.Integer({ description: 'By how much, signed.' }),
      balance: Type.Integer(),
      spendable: Type.Integer(),
      reason: Type.String(),
    },
    { title: 'LoyaltyPointsChangedEventData' },
  ),
  example: { id, points: 120, balance: 480, spendable: 480, reason: 'order' },
})

export const tierChanged = eventKind({
  name: 'loyalty.tier_changed',
  area: 'loyalty',
  description: 'A member reached another tier.',
  logged: false,
  data: Type.Object(
    { id: Id, from: Nullable(Type.String()), to: Nullable(Type.String()), tierPoints: Type.Integer() },
    { title: 'LoyaltyTierChangedEventData' },
  ),
  example: { id, from: 'Bronze', to: 'Silver', tierPoints: 1000 },
})

export const referralCompleted = eventKind({
  name: 'loyalty.referral_completed',
  area: 'loyalty',
  description: "A referred friend's first order qualified and both were rewarded; `id` is the referral's.",
  logged: false,
  data: Type.Object(
    {
      id: Id,
      advocateMemberId: Id,
      friendMemberId: Id,
      advocatePoints: Type.Integer(),
      friendPoints: Type.Integer(),
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

export const loyaltyEvents = [pointsChanged, tierChanged, referralCompleted]

/** A birthday or referral was rewarded by a journal line with points. `id` is the line's. */
export const rewardBooked = internalEvent<{ id: string }>('loyalty.reward_booked')

/** The terms of a programme changed: balances must be recounted. */
export const programChanged = internalEvent<Record<never, never>>('loyalty.program_changed')

export const memberJoined = internalEvent<{ id: string }>('loyalty.member_joined')
