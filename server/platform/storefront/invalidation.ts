// The transaction of a change marks the store, so no process deletes its cached responses before the change is visible.
import type { OrganizationTx, StoreTx, SystemTx } from '../db/db.ts'

/** Call it after any change that visitors of this store can see: reviews, photos, products, settings. */
export function invalidateStorefront(tx: StoreTx): void {
  tx.changedStorefronts.add(tx.storeEnvId)
}

export function invalidateStorefrontById(tx: StoreTx | OrganizationTx | SystemTx, storeEnvId: string): void {
  tx.changedStorefronts.add(storeEnvId)
}
