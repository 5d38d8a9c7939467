import type { Audit } from '#platform/audit/audit.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import type { Config } from '#platform/process/config.ts'
import { invalidateStorefrontById } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import { startTrial } from '#resources/billing/commands.ts'
import { tooManyStores } from './rules.ts'
import * as store from './store.ts'

type Opening = {
  audit: Audit
  /** Contains `MAX_STORES`, which every way to open a store enforces. */
  config: Pick<Config, 'maxStores'>
}

export async function openStore(
  tx: OrganizationTx,
  { audit, config }: Opening,
  row: Omit<store.NewStore, 'id'>,
): Promise<string> {
  await store.lockOrganization(tx)
  if ((await store.countStores(tx)) >= config.maxStores) throw tooManyStores(config.maxStores)
  const id = newId(tx.now.getTime())
  await store.insertStore(tx, { ...row, id })
  await startTrial(tx, id)
  await audit(tx, 'store.created', { type: 'store', id, name: row.name })
  return id
}

export async function changeStore(tx: OrganizationTx, id: string, change: store.StoreChange): Promise<boolean> {
  if ((await store.updateStore(tx, id, change)) === 0) return false
  invalidateStorefrontById(tx, id)
  return true
}
