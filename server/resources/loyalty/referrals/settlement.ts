// Decides referrals from their facts and gives the rewards to the open accounts of both people. Reads and writes no row.
import type { ReferralCompleted } from '../events.ts'
import type { Account } from '../points/commands.ts'
import { maturesAt } from '../points/rules.ts'
import { isCounted, rateAt, type Terms } from '../program/rules.ts'
import { type FirstOrder, oddity, qualifies } from './rules.ts'
import type { Referral } from './schema.ts'
import type { Changes, ReferralFacts, ReferralRow } from './store.ts'

type Decision = { changes: Changes[]; completed: ReferralCompleted[]; referralsDue: Date[] }

export function settleReferrals(
  referrals: readonly ReferralFacts[],
  terms: Terms,
  accounts: readonly Account[],
): Decision {
  const byId = new Map(accounts.map((account) => [account.row.id, account]))
  const byEmail = new Map(accounts.map((account) => [account.row.email, account]))
  const decision: Decision = { changes: [], completed: [], referralsDue: [] }
  for (const referral of referrals) {
    const advocate = byId.get(referral.advocate_id)
    if (advocate) settle(decision, referral, terms, advocate, byEmail.get(referral.friend_email))
  }
  return decision
}

function settle(
  decision: Decision,
  referral: ReferralFacts,
  terms: Terms,
  advocate: Account,
  friend: Account | undefined,
): void {
  const first = toFirstOrder(referral)
  // The minimum is an amount in the programme's currency, so an order in another currency does not qualify.
  const isComparable = first !== undefined && isCounted(rateAt(terms, first.placedAt), first.currency)
  const counts = isComparable && qualifies(first, listCodes(referral), terms.referral.minimumTotal)
  if (!counts || !friend) {
    decision.changes.push(...withdraw(referral, advocate, friend, first !== undefined))
    return
  }
  const odd = findOddity(referral, first)
  if (odd) {
    decision.changes.push(changed(referral, { state: 'review', reason: odd, orderId: first.id }))
    return
  }
  const [earnedAt, matures] = [first.placedAt, maturesAt(first.placedAt, rateAt(terms, first.placedAt).holdDays)]
  const isDue = matures <= advocate.now
  // Later terms do not change the reward that was promised when the order was placed.
  const isPromised = referral.order_id === first.id && referral.state !== 'review' && referral.state !== 'reversed'
  const [forAdvocate, forFriend] = refsOf(referral)
  const give = (account: Account, ref: string, offered: number) =>
    account.give(
      { kind: 'referral', ref, points: isPromised ? account.pointsFor(ref) : offered, earnedAt, maturesAt: matures },
      referral.id,
    )
  give(advocate, forAdvocate, terms.referral.advocatePoints)
  give(friend, forFriend, terms.referral.friendPoints)
  if (isDue && referral.state !== 'completed')
    decision.completed.push({
      id: referral.id,
      advocateMemberId: advocate.row.id,
      friendMemberId: friend.row.id,
      advocatePoints: advocate.pointsFor(forAdvocate),
      friendPoints: friend.pointsFor(forFriend),
    })
  if (!isDue) decision.referralsDue.push(new Date(matures))
  decision.changes.push(
    changed(referral, {
      state: isDue ? 'completed' : 'ordered',
      orderId: first.id,
      completesAt: new Date(matures),
      completedAt: isDue ? new Date(referral.completed_at ?? advocate.now) : null,
    }),
  )
}

function findOddity(referral: ReferralFacts, first: FirstOrder): string | undefined {
  if (referral.approved_at !== null || referral.state === 'completed' || referral.state === 'ordered') return undefined
  return oddity({
    friendName: first.customerName,
    advocateName: referral.advocate_name,
    referredThisWeek: Number(referral.recent ?? 0),
  })
}

function withdraw(
  referral: ReferralRow,
  advocate: Account,
  friend: Account | undefined,
  hasOrdered: boolean,
): Changes[] {
  const wasGiven = referral.state === 'ordered' || referral.state === 'completed'
  if (wasGiven) {
    const [forAdvocate, forFriend] = refsOf(referral)
    advocate.give({ kind: 'referral', ref: forAdvocate, points: 0 }, referral.id)
    friend?.give({ kind: 'referral', ref: forFriend, points: 0 }, referral.id)
  }
  if (wasGiven || referral.state === 'review')
    return [changed(referral, { state: 'reversed', reason: 'order_changed', orderId: referral.order_id })]
  if (hasOrdered && referral.state === 'pending' && referral.reason !== 'not_qualifying')
    return [changed(referral, { state: 'pending', reason: 'not_qualifying', orderId: null })]
  return []
}

const listCodes = ({ code, link_code }: ReferralFacts) => (link_code === null ? [code] : [code, link_code])

const refsOf = ({ id }: ReferralRow) => [`${id}:advocate`, `${id}:friend`] as const

export const changed = (referral: ReferralRow, changes: Partial<Changes>): Changes => ({
  id: referral.id,
  state: referral.state as Referral['state'],
  reason: null,
  orderId: referral.order_id,
  completesAt: null,
  completedAt: referral.completed_at === null ? null : new Date(referral.completed_at),
  approvedAt: referral.approved_at === null ? null : new Date(referral.approved_at),
  ...changes,
})

function toFirstOrder(row: ReferralFacts): FirstOrder | undefined {
  if (row.first_id === null || row.placed_at === null) return undefined
  return {
    id: row.first_id,
    placedAt: Date.parse(row.placed_at),
    referralCode: row.referral_code,
    currency: row.currency,
    total: row.total,
    refundedTotal: row.refunded_total ?? '0',
    customerName: row.customer_name,
  }
}
