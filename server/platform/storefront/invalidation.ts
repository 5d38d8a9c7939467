// Marks stores whose visible content changed. The mark belongs to the change's transaction, and the commit announces it. So
// every process drops its cached answers, and none before the change is visible.
import type { OrganizationTx, StoreTx, SystemTx } from '../db/db.ts'

/** Call it after any change that visitors of this store can see: reviews, photos, products, settings. */
export function invalidateStorefront(tx: StoreTx): void {
  tx.changedStorefronts.add(tx.storeEnvId)
}

/** The same for an organization's data about its stores: name, origins, subscription, secret. */
export function invalidateStorefrontOf(tx: OrganizationTx | SystemTx, storeEnvId: string): void {
  tx.changedStorefronts.add(storeEnvId)
}
