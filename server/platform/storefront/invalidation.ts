// Marks a store whose visible content has changed. Marked in the transaction of the change and announced with its commit, so
// that every process drops what it kept of that store, and not before the change can be seen.
import type { OrganizationTx, StoreTx, SystemTx } from '../db/db.ts'

/** Whatever a visitor may see of this store has changed: reviews, photos, products, settings. */
export function invalidateStorefront(tx: StoreTx): void {
  tx.changedStorefronts.add(tx.storeEnvId)
}

/** As above, for what an organization knows of its stores: name, origins, subscription, secret. */
export function invalidateStorefrontOf(tx: OrganizationTx | SystemTx, storeEnvId: string): void {
  tx.changedStorefronts.add(storeEnvId)
}
