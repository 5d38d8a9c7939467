import type { StoreTx } from '#platform/db/db.ts'
import * as store from './line-item-store.ts'
import { recordLinks } from './record.ts'

export async function resolveLineItems(tx: StoreTx): Promise<{ resolved: number; unresolved: number }> {
  const resolved = await store.updateAllLinks(tx)
  recordLinks(tx, resolved)
  return { resolved, unresolved: await store.countUnlinked(tx) }
}
