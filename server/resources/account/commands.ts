import type { Audit } from '#platform/audit.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import { invalidateStorefrontOf } from '#platform/storefront/invalidation.ts'
import { startTrial } from '#resources/billing/commands.ts'
import * as store from './store.ts'

export async function openStore(tx: OrganizationTx, audit: Audit, row: Omit<store.NewStore, 'id'>): Promise<string> {
  const id = newId(tx.now.getTime())
  await store.insertStore(tx, { ...row, id })
  await startTrial(tx, id)
  await audit(tx, 'store.created', { type: 'store', id, name: row.name })
  return id
}

/** False when the organization has no such store. */
export async function changeStore(tx: OrganizationTx, id: string, change: store.StoreChange): Promise<boolean> {
  if ((await store.updateStore(tx, id, change)) === 0) return false
  invalidateStorefrontOf(tx, id)
  return true
}
