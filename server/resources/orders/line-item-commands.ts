import type { StoreTx } from '#platform/db/db.ts'
import * as store from './line-item-store.ts'
import { replanLinked } from './request-planning/commands.ts'

/** Retries unlinked lines; also runs after each reading of the catalogue. */
export async function resolveLineItems(tx: StoreTx): Promise<{ resolved: number; unresolved: number }> {
  const resolved = await store.updateAllLinks(tx)
  if (resolved > 0) await replanLinked(tx)
  return { resolved, unresolved: await store.countUnlinked(tx) }
}
