// A store that was restored from an archive begins a ledger of its own: it says of which ledger the archive was, how long that was and
// what its tree came to, and then the reviews enter it as they are.
import type { ArchivedRow } from '#platform/archive.ts'
import { archiveRestored } from '#platform/archive.ts'
import { theService } from '#platform/caller.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { beforeCommit } from '#platform/events.ts'
import { enqueue } from '#platform/jobs.ts'
import { appendEntries, enterJob } from '../commands.ts'
import { leafOf } from '../rules.ts'
import { begin } from '../store.ts'
import { treeOf } from '../tree/rules.ts'

/** The leaves of the ledger in an archive, by their places, until its transaction ends. */
const leavesOf = new WeakMap<StoreTx, Map<number, Buffer>>()

export function readEntries(tx: StoreTx, rows: readonly ArchivedRow[]): void {
  const leaves = leavesOf.get(tx) ?? new Map<number, Buffer>()
  leavesOf.set(tx, leaves)
  for (const { seq, entry } of rows) leaves.set(Number(seq), leafOf(String(entry)))
}

export const restoreSubscriber = beforeCommit([archiveRestored], async (tx, [event]) => {
  if (!event) return
  const leaves = [...(leavesOf.get(tx) ?? [])].sort(([a], [b]) => a - b).map(([, leaf]) => leaf)
  const root = treeOf(leaves).toString('hex')
  const data = { store: event.data.store, size: leaves.length, root }
  await appendEntries(tx, [{ type: 'restored', review: null, by: theService, data }])
  await begin(tx)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, enterJob, { storeEnvId, organizationId })
})
