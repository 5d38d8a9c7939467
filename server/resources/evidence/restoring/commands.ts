import { type ArchivedRow, archiveRestored, type RowProof } from '#platform/areas/archive.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { theService } from '#platform/identity/caller.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { appendEntries, enterJob } from '../commands.ts'
import { listKnownIn } from '../heads/key-store.ts'
import { emptyRoot } from '../heads/tree-rules.ts'
import { begin } from '../store.ts'
import type { ReviewFacts } from './review-facts.ts'

export const listKnownKeys = async (tx: StoreReads): Promise<Buffer[]> =>
  (await listKnownIn(tx)).map(({ publicKey }) => publicKey)

export function createReviewProofs(facts: ReviewFacts) {
  const unproven = new Set<string>()
  return {
    unproven,
    proofOf(row: ArchivedRow): RowProof {
      if (facts.proves(row)) return 'proven'
      if (row.source === 'import' && !facts.contradicts(row)) return 'imported'
      unproven.add(String(row.id).toLowerCase())
      return 'unproven'
    },
    isUnproven: (reviewId: unknown) => unproven.has(String(reviewId).toLowerCase()),
  }
}

export type ReviewProofs = ReturnType<typeof createReviewProofs>

/**
 * A restored store begins a new ledger. Its first entry, `restored`, names the archived ledger's store, size and root. A
 * job then enters the restored reviews with their current state.
 */
export const restoreSubscriber = beforeCommit([archiveRestored], async (tx, [event]) => {
  if (!event) return
  const { store, ledger = { size: 0, root: emptyRoot.toString('hex') } } = event.data
  const data = { store, ...ledger }
  appendEntries(tx, [{ type: 'restored', review: null, by: theService, data }])
  await begin(tx)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, enterJob, { storeEnvId, organizationId })
})
