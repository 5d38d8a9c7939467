import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { onReviewChanges, type ReviewChange } from '#resources/reviews/changes/events.ts'
import { beforeOf, isForgotten } from '#resources/reviews/changes/rules.ts'
import * as store from './store.ts'
import * as traces from './trace-store.ts'

export const findJob = 'reviews.find_signals'
/** Imports have their own queue, so that a large file does not delay signals about forms. */
export const findImportedJob = 'reviews.find_imported_signals'
export const pruneJob = 'reviews.prune_signals'
export const scanJob = 'reviews.hash_texts'

type Change =
  | { type: 'look'; id: string; isImport: boolean; wasEdited: boolean; networks: readonly string[] }
  | { type: 'forget'; id: string; isDeleted: boolean }

/** Signals compare texts, names, addresses and times. A decision on a review changes none of these. */
function pickChange(change: ReviewChange): Change[] {
  const { after, cause } = change
  if (isForgotten(change)) return [{ type: 'forget', id: (after ?? beforeOf(change))?.id ?? '', isDeleted: !after }]
  if (after === null) return []
  const before = beforeOf(change)
  const isSame = before !== null && before.body === after.body && before.authorName === after.authorName
  if (isSame && before.authorEmail === after.authorEmail) return []
  const networks = cause.type === 'written' ? (cause.networks ?? []) : []
  const wasEdited = change.before !== null
  return [{ type: 'look', id: after.id, isImport: cause.type === 'imported', wasEdited, networks }]
}

async function follow(tx: StoreTx, changes: readonly Change[]): Promise<void> {
  const looks = changes.filter((each) => each.type === 'look')
  const edited = looks.filter(({ wasEdited }) => wasEdited).map(({ id }) => id)
  const erased = changes.filter((each) => each.type === 'forget').filter(({ isDeleted }) => !isDeleted)
  forget(tx, [...erased.map(({ id }) => id)])
  if (edited.length > 0) {
    traces.deleteTexts(tx, edited)
    store.deleteMembers(tx, edited, ['near_copy', 'one_mailbox', 'insider_address'])
  }
  for (const { id, networks } of looks) if (networks.length > 0) traces.insertNetworks(tx, id, networks)
  const { storeEnvId, organizationId } = tx
  const scope = { storeEnvId, organizationId }
  for (const [isImport, some] of Map.groupBy(looks, (look) => look.isImport))
    await enqueue(tx, isImport ? findImportedJob : findJob, { ...scope, ids: some.map(({ id }) => id) })
  if (edited.length > 0 || looks.length < changes.length)
    await enqueue(tx, pruneJob, scope, { key: `${pruneJob}:${storeEnvId}` })
}

/** Called for reviews that an erasure anonymizes. The rows of a deleted review are deleted with the review. */
function forget(tx: StoreTx, ids: readonly string[]): void {
  if (ids.length === 0) return
  traces.deleteTexts(tx, ids)
  traces.deleteNetworks(tx, ids)
  store.deleteMembers(tx, ids)
}

export const signalSubscribers: Subscriber[] = [
  onReviewChanges(pickChange, follow),
  // An archive has no hashes, so the restored reviews are read again.
  beforeCommit([archiveRestored], async (tx) => {
    const { storeEnvId, organizationId } = tx
    traces.deleteScan(tx)
    await enqueue(tx, scanJob, { storeEnvId, organizationId }, { key: `${scanJob}:${storeEnvId}` })
  }),
]
