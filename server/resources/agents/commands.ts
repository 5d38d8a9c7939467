import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import type { Switches } from './schema.ts'
import * as store from './store.ts'

/** Omitted switches are unchanged. A change applies from the next request on. */
export async function changeSwitches(tx: StoreTx, audit: Audit, change: Partial<Switches>): Promise<Switches> {
  const before = await store.findSwitches(tx)
  const { enabled, excerpts, faqs } = { ...before, ...change }
  const switches = { enabled, excerpts, faqs }
  if (JSON.stringify(switches) === JSON.stringify(before)) return before
  await store.upsertSwitches(tx, switches)
  await audit(tx, 'agents.settings_updated', { type: 'store', id: tx.storeEnvId }, switches)
  invalidateStorefront(tx)
  return switches
}
