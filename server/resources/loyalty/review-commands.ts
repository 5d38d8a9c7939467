// Points of reviews follow their reward, which drops to zero for spam.
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { type Account, closeAccounts, enroll, openAccounts, tellJoined, upsertGrant } from './points/commands.ts'
import { findTerms } from './program/commands.ts'

export type ReviewPoints = { rewardId: string; email: string; points: number }

export async function recordReviewPoints(tx: StoreTx, rewards: readonly ReviewPoints[]): Promise<void> {
  const terms = await findTerms(tx)
  if (!terms) return
  const earning = rewards.filter(({ points }) => points > 0)
  const emails = [...new Set(rewards.map(({ email }) => email))].sort()
  if (earning.length > 0) enroll(tx, [...new Set(earning.map(({ email }) => email))].sort(), terms.revision)
  const accounts = await openAccounts(tx, terms, { emails })
  tellJoined(
    tx,
    accounts.map(({ row }) => row),
  )
  for (const reward of rewards) {
    const account = accounts.find(({ row }) => row.email === reward.email)
    if (account) await record(tx, account, reward)
  }
  await closeAccounts(tx, terms, accounts)
}

/** A reward keeps its grant with other points; points spent before become a debt. */
async function record(tx: StoreTx, account: Account, { rewardId, points }: ReviewPoints): Promise<void> {
  const before = account.earnings.find(({ kind, ref }) => kind === 'review' && ref === rewardId)
  if (before?.points === points || (!before && points === 0)) return
  const at = before?.earnedAt ?? account.now
  const [id, memberId] = [before?.id ?? newId(tx.now.getTime()), account.row.id]
  const [grantedAt, maturesAt] = [new Date(at), new Date(before?.maturesAt ?? at)]
  await upsertGrant(tx, { id, memberId, kind: 'review', ref: rewardId, points, reason: null, grantedAt, maturesAt })
  const earning = { id, kind: 'review' as const, memberId, ref: rewardId, points, rateVersion: null }
  const others = account.earnings.filter((other) => other !== before)
  account.change(
    { kind: 'review', ref: rewardId },
    { earnings: [...others, { ...earning, earnedAt: at, maturesAt: maturesAt.getTime() }] },
  )
}
