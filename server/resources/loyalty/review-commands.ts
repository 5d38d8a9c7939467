// The points for a review equal its reward, which drops to zero for spam.
import type { StoreTx } from '#platform/db/db.ts'
import { closeAccounts, enroll, openAccounts } from './points/commands.ts'
import { findTerms } from './program/commands.ts'

export type ReviewPoints = { rewardId: string; email: string; points: number }

export async function recordReviewPoints(tx: StoreTx, rewards: readonly ReviewPoints[]): Promise<void> {
  const terms = await findTerms(tx)
  if (!terms) return
  const earning = rewards.filter(({ points }) => points > 0)
  const emails = [...new Set(rewards.map(({ email }) => email))].sort()
  if (earning.length > 0) enroll(tx, [...new Set(earning.map(({ email }) => email))].sort(), terms.revision)
  const accounts = await openAccounts(tx, terms, { emails })
  const byEmail = new Map(accounts.map((account) => [account.row.email, account]))
  for (const { email, rewardId, points } of rewards)
    byEmail.get(email)?.give({ kind: 'review', ref: rewardId, points }, rewardId)
  await closeAccounts(tx, terms, accounts, { announcesJoins: true })
}
