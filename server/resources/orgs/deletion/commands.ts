import type { Audit } from '#platform/audit/audit.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { invalidateStorefrontById } from '#platform/storefront/invalidation.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { enqueueForOwnersIn } from '#resources/account/owner-commands.ts'
import { touchKeys } from '#resources/api-keys/commands.ts'
import { deletionMail, graceDays, publishClosing } from './rules.ts'
import * as store from './store.ts'

export async function requestDeletion(
  tx: OrganizationTx,
  audit: Audit,
  confirm: string,
): Promise<{ deletesAt: string }> {
  const found = await store.lock(tx)
  if (!found) throw notFound('organization')
  if (confirm !== found.name) throw invalidField('/confirm', "must be the organization's name, letter by letter")
  if (found.deletesAt !== null) throw conflict('The deletion was already requested.')
  const deletesAt = new Date(tx.now.getTime() + graceDays * 86_400_000)
  await store.close(tx, deletesAt)
  await store.deleteTransfer(tx)
  await announce(tx)
  const target = { type: 'organization', id: tx.organizationId, name: found.name }
  await audit(tx, 'organization.deletion_requested', target, { deletesAt: deletesAt.toISOString() })
  await mailOwners(tx, found.name, deletesAt.toISOString())
  return { deletesAt: deletesAt.toISOString() }
}

export async function undoDeletion(tx: OrganizationTx, audit: Audit): Promise<void> {
  const found = await store.lock(tx)
  if (!found || found.deletesAt === null) throw notFound('deletion that was asked for')
  if (found.began) throw new AppError(409, 'conflict', 'The deletion has begun and can no longer be undone.')
  await store.close(tx, null)
  await announce(tx)
  await audit(tx, 'organization.deletion_undone', { type: 'organization', id: tx.organizationId, name: found.name })
  await mailOwners(tx, found.name, '')
}

/**
 * Every process must notice the change on its next call, so this updates the keys' rows and invalidates the stores'
 * cached pages.
 */
async function announce(tx: OrganizationTx): Promise<void> {
  await touchKeys(tx)
  for (const { id } of await store.listStores(tx)) invalidateStorefrontById(tx, id)
  await enqueue(tx, publishClosing, { organizationId: tx.organizationId })
}

const mailOwners = (tx: OrganizationTx, organization: string, deletesAt: string) =>
  enqueueForOwnersIn(tx, deletionMail, { organizationId: tx.organizationId, organization, deletesAt })
