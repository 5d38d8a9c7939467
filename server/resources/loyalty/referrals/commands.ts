// Referrals: a member names a friend, whose first order with the code rewards both. The reward is a grant derived from that
// order; a refund below the minimum or a cancellation sets it to zero.
import { randomInt } from 'node:crypto'
import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { referralCompleted } from '../events.ts'
import { type Account, closeAccounts, findMember, openAccounts, upsertGrant } from '../points/commands.ts'
import { maturesAt } from '../points/rules.ts'
import { requireEnabled } from '../program/commands.ts'
import { isCounted, rateAt, type Terms } from '../program/rules.ts'
import { canonicalEmail, oddity, qualifies } from './rules.ts'
import type { Referral } from './schema.ts'
import * as store from './store.ts'

export const completeJob = 'loyalty.complete_referrals'

/** Without similar letters and digits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newCode = () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')

export async function createReferral(
  tx: StoreTx,
  { advocateMemberId, friendEmail }: { advocateMemberId: string; friendEmail: string },
): Promise<Referral> {
  await requireEnabled(tx)
  const advocate = await findMember(tx, advocateMemberId)
  if (!advocate) throw invalidField('/advocateMemberId', 'is not a member of this store')
  const email = normalizeEmail(friendEmail)
  if (canonicalEmail(email) === canonicalEmail(advocate.email))
    throw conflict('Members cannot refer themselves.', 'self_referral')
  const isMutual = (await store.findOfFriend(tx, advocate.email))?.advocate_id
  const friendsOwn = isMutual && (await findMember(tx, isMutual))
  if (friendsOwn && canonicalEmail(friendsOwn.email) === canonicalEmail(email))
    throw conflict('These two people referred each other.', 'self_referral')
  if (await store.hasOrdered(tx, email))
    throw conflict('This person has ordered before. Only a first order is rewarded.', 'not_first_order')
  const id = newId(tx.now.getTime())
  const inserted = await store.insert(tx, { id, advocateId: advocate.id, friendEmail: email, code: newCode() })
  if (inserted === 0) throw conflict('This person has already been referred.', 'already_referred')
  return readReferral(tx, id)
}

async function readReferral(tx: StoreTx, id: string): Promise<Referral> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('referral', id)
  return store.toReferral(row)
}

/** Updates the referrals of these friends from their current orders; both accounts are open. */
export async function deriveReferrals(
  tx: StoreTx,
  terms: Terms,
  accounts: readonly Account[],
  emails: readonly string[],
): Promise<void> {
  const all = [...new Set([...emails, ...accounts.map(({ row }) => row.email)])]
  if (all.length === 0) return
  for (const referral of await store.listOfFriends(tx, all)) {
    const advocate = accounts.find(({ row }) => row.id === referral.advocate_id)
    if (advocate)
      await derive(
        tx,
        terms,
        referral,
        advocate,
        accounts.find(({ row }) => row.email === referral.friend_email),
      )
  }
}

async function derive(
  tx: StoreTx,
  terms: Terms,
  referral: store.ReferralRow,
  advocate: Account,
  friend: Account | undefined,
): Promise<void> {
  const first = await store.findFirstOrder(tx, referral.friend_email)
  // The minimum is an amount in the programme's currency.
  const isComparable = first !== undefined && isCounted(rateAt(terms, first.placedAt), first.currency)
  const counts = friend !== undefined && isComparable && qualifies(first, referral.code, terms.referral.minimumTotal)
  if (!counts || !first || !friend) return withdraw(tx, referral, advocate, friend, first !== undefined)
  if (referral.approved_at === null && referral.state !== 'completed' && referral.state !== 'ordered') {
    const { name, recent } = await store.findAdvocateFacts(tx, referral.advocate_id)
    const odd = oddity({ friendName: first.customerName, advocateName: name, referredThisWeek: recent })
    if (odd) {
      await update(tx, referral, { state: 'review', reason: odd, orderId: first.id })
      return
    }
  }
  const earnedAt = new Date(first.placedAt)
  const matures = new Date(maturesAt(first.placedAt, rateAt(terms, first.placedAt).holdDays))
  const isDue = matures.getTime() <= tx.now.getTime()
  // Later terms do not change the promise made with the order.
  const promised = referral.order_id === first.id && referral.state !== 'review' && referral.state !== 'reversed'
  const points = promised ? undefined : terms.referral
  const [advocateRef, friendRef] = refsOf(referral)
  const times = { referralId: referral.id, earnedAt, matures }
  await give(tx, advocate, { ref: advocateRef, points: points?.advocatePoints, ...times })
  await give(tx, friend, { ref: friendRef, points: points?.friendPoints, ...times })
  if (isDue && referral.state !== 'completed')
    publish(tx, referralCompleted, {
      id: referral.id,
      advocateMemberId: advocate.row.id,
      friendMemberId: friend.row.id,
      advocatePoints: pointsOf(advocate, advocateRef),
      friendPoints: pointsOf(friend, friendRef),
    })
  if (!isDue) await scheduleWakeUp(tx, completeJob, matures)
  await update(tx, referral, {
    state: isDue ? 'completed' : 'ordered',
    reason: null,
    orderId: first.id,
    completesAt: matures,
    completedAt: isDue ? new Date(referral.completed_at ?? tx.now) : null,
  })
}

const refsOf = ({ id }: store.ReferralRow) => [`${id}:advocate`, `${id}:friend`] as const

/** No order counts any more, or none does yet. */
async function withdraw(
  tx: StoreTx,
  referral: store.ReferralRow,
  advocate: Account,
  friend: Account | undefined,
  hasOrdered: boolean,
): Promise<void> {
  const wasGiven = referral.state === 'ordered' || referral.state === 'completed'
  if (wasGiven) {
    const [advocateRef, friendRef] = refsOf(referral)
    await give(tx, advocate, { ref: advocateRef, referralId: referral.id, points: 0 })
    if (friend) await give(tx, friend, { ref: friendRef, referralId: referral.id, points: 0 })
  }
  if (wasGiven || referral.state === 'review')
    await update(tx, referral, { state: 'reversed', reason: 'order_changed', orderId: referral.order_id })
  else if (hasOrdered && referral.state === 'pending' && referral.reason !== 'not_qualifying')
    await update(tx, referral, { state: 'pending', reason: 'not_qualifying', orderId: null })
}

type Reward = { ref: string; referralId: string; points: number | undefined; earnedAt?: Date; matures?: Date }

/** Gives one side's reward, once for any number of calls. Without points, the reward keeps its present ones. */
async function give(tx: StoreTx, account: Account, reward: Reward): Promise<void> {
  const { ref, referralId } = reward
  const before = account.earnings.find((earning) => earning.ref === ref)
  const points = reward.points ?? before?.points ?? 0
  if (!before && points === 0) return
  const id = before?.id ?? newId(tx.now.getTime())
  const grantedAt = reward.earnedAt ?? new Date(before?.earnedAt ?? tx.now)
  const matures = reward.matures ?? new Date(before?.maturesAt ?? tx.now)
  const memberId = account.row.id
  await upsertGrant(tx, {
    id,
    memberId,
    kind: 'referral',
    ref,
    points,
    reason: null,
    grantedAt,
    maturesAt: matures,
  })
  const times = { earnedAt: grantedAt.getTime(), maturesAt: matures.getTime() }
  const earning = { id, kind: 'referral' as const, memberId, ref, points, rateVersion: null, ...times }
  const others = account.earnings.filter((other) => other.ref !== ref)
  account.change({ kind: 'referral', ref: referralId }, { earnings: [...others, earning] })
}

const pointsOf = (account: Account, ref: string) => account.earnings.find((earning) => earning.ref === ref)?.points ?? 0

const update = (tx: StoreTx, referral: store.ReferralRow, changes: Partial<store.Changes>) =>
  store.update(tx, referral.id, {
    state: referral.state as Referral['state'],
    reason: null,
    orderId: referral.order_id,
    completesAt: null,
    completedAt: referral.completed_at === null ? null : new Date(referral.completed_at),
    approvedAt: referral.approved_at === null ? null : new Date(referral.approved_at),
    ...changes,
  })

/** Records a person's decision about a suspicious referral. */
export async function decideReferral(
  tx: StoreTx,
  audit: Audit,
  id: string,
  decision: 'approve' | 'block',
): Promise<Referral> {
  const terms = await requireEnabled(tx)
  const row = await store.find(tx, id)
  if (!row) throw notFound('referral', id)
  if (row.state !== 'review') throw conflict('This referral is not waiting for a decision.')
  const accounts = await openAccounts(tx, terms, { ids: [row.advocate_id], emails: [row.friend_email] })
  if (decision === 'block') await update(tx, row, { state: 'blocked', reason: row.reason })
  else {
    await update(tx, row, { approvedAt: tx.now, reason: row.reason })
    await deriveReferrals(tx, terms, accounts, [row.friend_email])
  }
  await closeAccounts(tx, terms, accounts)
  await audit(tx, 'loyalty_referral.decided', { type: 'loyalty_referral', id }, { decision })
  return readReferral(tx, id)
}

const completedAtOnce = 100

/** Completes referrals whose points have matured. Returns true while more may exist. */
export async function completeDue(tx: StoreTx, terms: Terms): Promise<boolean> {
  const due = (await store.listDue(tx, completedAtOnce)).map(({ friend_email }) => friend_email)
  if (due.length === 0) return false
  const advocates = (await store.listAdvocates(tx, due)).map(({ advocate_id }) => advocate_id)
  const accounts = await openAccounts(tx, terms, { ids: advocates, emails: due })
  await deriveReferrals(tx, terms, accounts, due)
  await closeAccounts(tx, terms, accounts)
  return due.length === completedAtOnce
}

export const removeReferralsOf = store.removeOfFriend
