// Each vote is a row that a job counts later, so two votes do not wait for each other. We store only a digest of the
// vote's id.
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

/** Up to this limit, a visitor who clears the browser's storage can vote again, and so can others in the household. */
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
  // An error here rolls the vote back.
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
