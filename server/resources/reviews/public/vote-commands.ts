// What visitors find helpful. A vote is a row of its own and is counted a minute later, so that nobody waits for others who
// vote for the same review. Nothing of a visitor is kept: the word a browser made up, as a digest.
import { createHash } from 'node:crypto'
import type { StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import type { ActionLimits } from '#platform/limits/action-limits.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { notFound } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import type { Vote } from './vote-schema.ts'
import * as store from './vote-store.ts'

export const countJob = 'reviews.count_votes'

/** Who clears the storage of their browser may vote anew; so many times, and a household may too. */
const votesOfAddress = parseRateLimits('5/24h')

export async function vote(
  tx: StoreTx,
  limits: ActionLimits,
  reviewId: string,
  { voteId, helpful, address }: Vote & { address: string },
): Promise<void> {
  if (!(await store.isPublished(tx, reviewId))) throw notFound('review', reviewId)
  const voter = createHash('sha256').update(`${tx.storeEnvId} ${reviewId} ${voteId}`).digest().subarray(0, 16)
  const isNew = await (helpful ? store.upsert : store.updateTakenBack)(tx, { reviewId, voter })
  if (!isNew) return
  // What is refused here is undone with the transaction.
  if (helpful) await limits.spend(`votes for ${reviewId}`, tx.storeEnvId, address, votesOfAddress)
  await scheduleWakeUp(tx, countJob, tx.now)
}

const reviewsPerTransaction = 500

export async function countVotes(
  { db, stopping }: JobContext,
  scope: { storeEnvId: string; organizationId: string },
): Promise<void> {
  let found = reviewsPerTransaction
  while (found === reviewsPerTransaction && !stopping.aborted)
    found = await db.store(scope, 'write', async (tx) => {
      const ids = await store.lockUncounted(tx, reviewsPerTransaction)
      if (ids.length > 0 && (await store.updateCounts(tx, ids))) invalidateStorefront(tx)
      return ids.length
    })
}
