import type { Audit } from '#platform/audit.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import { startTrial } from '#resources/billing/commands.ts'
import * as store from './store.ts'

/** Makes the transaction's organization with its first owner. */
export async function foundOrganization(
  tx: OrganizationTx,
  name: string,
  owner: { id: string; email: string; name: string },
): Promise<void> {
  await store.insertOrganization(tx, name)
  await store.insertMember(tx, {
    id: newId(tx.now.getTime()),
    userId: owner.id,
    email: owner.email,
    name: owner.name,
    role: 'OWNER',
  })
}

export async function openStore(tx: OrganizationTx, audit: Audit, row: Omit<store.NewStore, 'id'>): Promise<string> {
  const id = newId(tx.now.getTime())
  await store.insertStore(tx, { ...row, id })
  await startTrial(tx, id)
  await audit(tx, 'store.created', { type: 'store', id, name: row.name })
  return id
}
