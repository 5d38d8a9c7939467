import type { Audit } from '#platform/audit/audit.ts'
import type { Person } from '#platform/auth/users.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import type { Role } from '#platform/identity/caller.ts'
import { notFound } from '#platform/values/errors.ts'
import { addOwner } from '#resources/account/users/commands.ts'
import { normalized, requireMayChange } from './rules.ts'
import type { OrganizationChange } from './schema.ts'
import * as store from './store.ts'

export async function createOrganization(tx: OrganizationTx, name: string, owner: Person): Promise<void> {
  await store.insert(tx, name)
  await addOwner(tx, owner)
}

/** The audit log names changed fields only, without billing values. */
export async function changeOrganization(
  tx: OrganizationTx,
  audit: Audit,
  role: Role,
  given: OrganizationChange,
): Promise<store.OrganizationRow> {
  requireMayChange(role, given)
  const before = await store.lock(tx)
  if (!before) throw notFound('organization')
  const { id, ...was } = before
  const row = { ...was, ...given, ...normalized(given) }
  const after = {
    name: row.name,
    legalName: row.legalName,
    vatNumber: row.vatNumber,
    country: row.country,
    billingEmail: row.billingEmail,
  }
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== was[field])
  if (fields.length === 0) return before
  await store.update(tx, after)
  const renamed = after.name === was.name ? {} : { was: was.name }
  await audit(tx, 'organization.updated', { type: 'organization', id, name: after.name }, { fields, ...renamed })
  return { id, ...after, deletesAt: was.deletesAt }
}

export async function changeSettings(
  tx: OrganizationTx,
  audit: Audit,
  { twoFactorRequired }: { twoFactorRequired?: boolean },
): Promise<void> {
  if (twoFactorRequired === undefined || (await store.updateSettings(tx, twoFactorRequired)) === 0) return
  const target = { type: 'organization', id: tx.organizationId }
  await audit(tx, 'organization.settings_updated', target, { twoFactorRequired })
}
