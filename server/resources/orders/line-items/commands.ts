import type { StoreTx } from '#platform/db/db.ts'
import { replanLinked } from '../review-requests/planning/commands.ts'
import * as store from './store.ts'

/** Retries unlinked lines; also runs after each reading of the catalogue. */
export async function resolveLineItems(tx: StoreTx): Promise<{ resolved: number; unresolved: number }> {
  const resolved = await store.updateAllLinks(tx)
  if (resolved > 0) await replanLinked(tx)
  return { resolved, unresolved: await store.countUnlinked(tx) }
}
