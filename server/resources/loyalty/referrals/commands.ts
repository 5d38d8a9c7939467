// The reward depends on the friend's first order. It becomes zero if that order is cancelled or refunded below the minimum.
import { randomInt } from 'node:crypto'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { type Account, closeAccounts, findMember, openAccounts, type Settlement } from '../points/commands.ts'
import { requireEnabled } from '../program/commands.ts'
import type { Terms } from '../program/rules.ts'
import { canonicalEmail } from './rules.ts'
import type { Referral } from './schema.ts'
import { changed, settleReferrals } from './settlement.ts'
import * as store from './store.ts'

/** The alphabet omits letters and digits that look alike. */
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
    throw conflict('The friend referred this member, so the member cannot refer the friend.', 'self_referral')
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

/** Creates referrals from first orders that have a link's code. The caller has locked the accounts. */
export async function referFriends(tx: StoreTx, orderIds: readonly string[]): Promise<void> {
  for (const { email, code, advocate_id, advocate_email, mutual_email } of await store.listLinkOrders(tx, orderIds)) {
    if (email === null) continue
    const friend = canonicalEmail(email)
    const isOwn = friend === canonicalEmail(advocate_email)
    const isMutual = mutual_email !== null && friend === canonicalEmail(mutual_email)
    if (isOwn || isMutual) continue
    const id = newId(tx.now.getTime())
    await store.insert(tx, { id, advocateId: advocate_id, friendEmail: email, code })
  }
}

/** The code of a member's link. It is created once and never changes. */
export async function ensureLinkCode(tx: StoreTx, memberId: string): Promise<string> {
  for (;;) {
    const before = await store.findLinkCode(tx, memberId)
    if (before !== undefined) return before
    await store.insertLinkCode(tx, memberId, newCode())
  }
}

export const findLinkCode = store.findLinkCode

export async function readReferralLink(tx: StoreReads, code: string) {
  const origin = await store.findFirstOrigin(tx)
  return { code, url: origin === null ? null : `${origin}/?ref=${code}` }
}

/**
 * Decides the referrals of these friends by their current orders and gives the rewards to the open accounts. The caller
 * closes the accounts with the result.
 */
export async function deriveReferrals(
  tx: StoreTx,
  terms: Terms,
  accounts: readonly Account[],
  emails: readonly string[],
): Promise<Settlement> {
  const friends = new Set([...emails, ...accounts.map(({ row }) => row.email)])
  const referrals = friends.size === 0 ? [] : await store.listFacts(tx, [...friends])
  const decided = settleReferrals(referrals, terms, accounts)
  return {
    ...decided,
    writes: decided.changes.length > 0 ? [store.update(tx, decided.changes)] : [],
  }
}

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
  const { reason } = row
  const change = decision === 'block' ? { state: 'blocked' as const, reason } : { approvedAt: tx.now, reason }
  await tx.run(store.update(tx, [changed(row, change)]))
  const referrals = decision === 'approve' ? await deriveReferrals(tx, terms, accounts, [row.friend_email]) : {}
  await closeAccounts(tx, terms, accounts, referrals)
  await audit(tx, 'loyalty_referral.decided', { type: 'loyalty_referral', id }, { decision })
  return readReferral(tx, id)
}

const completedAtOnce = 100

export async function completeDue(tx: StoreTx, terms: Terms): Promise<boolean> {
  const due = (await store.listDue(tx, completedAtOnce)).map(({ friend_email }) => friend_email)
  if (due.length === 0) return false
  const advocates = (await store.listAdvocates(tx, due)).map(({ advocate_id }) => advocate_id)
  const accounts = await openAccounts(tx, terms, { ids: advocates, emails: due })
  await closeAccounts(tx, terms, accounts, await deriveReferrals(tx, terms, accounts, due))
  return due.length === completedAtOnce
}

export const deleteFriendReferrals = store.deleteByFriend
