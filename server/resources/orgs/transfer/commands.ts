import type { Audit } from '#platform/audit/audit.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { AppError, conflict, forbidden, notFound } from '#platform/values/errors.ts'
import { handOver } from '#resources/account/users/commands.ts'
import { alreadyOwner, transferHours, transferMail, transferPending } from './rules.ts'
import type { Transfer } from './schema.ts'
import * as store from './store.ts'

export async function requestTransfer(
  tx: OrganizationTx,
  audit: Audit,
  caller: Caller,
  userId: string,
): Promise<Transfer> {
  const [own, target] = [await store.findMember(tx, caller.id), await store.findMember(tx, userId)]
  if (!own || !target?.active) throw notFound('active member', userId)
  if (target.role === 'OWNER') throw alreadyOwner()
  const expiresAt = new Date(tx.now.getTime() + transferHours * 3_600_000)
  if ((await store.insert(tx, own.id, target.id, expiresAt)) === 0) throw transferPending()
  const row = await openTransfer(tx)
  await audit(tx, 'organization.transfer_requested', toTarget(row))
  await mailBoth(tx, row, 'requested')
  return toTransfer(row)
}

export async function endTransfer(tx: OrganizationTx, audit: Audit, caller: Caller): Promise<void> {
  const row = await openTransfer(tx)
  const isDeclined = row.toUserId === caller.id
  if (!isDeclined && caller.role !== 'OWNER')
    throw forbidden('owner_required', 'Only an owner or the recipient can end a transfer.')
  if ((await store.deleteTransfer(tx)) === 0) throw notFound('open transfer')
  await audit(tx, isDeclined ? 'organization.transfer_declined' : 'organization.transfer_withdrawn', toTarget(row))
  await mailBoth(tx, row, isDeclined ? 'declined' : 'withdrawn')
}

/** Swaps both roles in one step, only if neither role changed since the transfer was offered. */
export async function acceptTransfer(tx: OrganizationTx, audit: Audit, caller: Caller): Promise<void> {
  const row = await openTransfer(tx)
  if (row.toUserId !== caller.id)
    throw new AppError(403, 'transfer_not_yours', 'Only the recipient can accept a transfer.')
  if ((await store.deleteTransfer(tx)) === 0) throw notFound('open transfer')
  await audit(tx, 'organization.transferred', toTarget(row), { from: row.fromName })
  if (!(await handOver(tx, audit, { from: row.fromId, to: row.toId })))
    throw conflict(
      'The role of the owner or the recipient has changed since the transfer was requested. Request a new transfer.',
    )
  await mailBoth(tx, row, 'accepted')
}

export async function openTransfer(tx: OrganizationTx): Promise<store.TransferRow> {
  const row = await store.find(tx)
  if (!row) throw notFound('open transfer')
  return row
}

export const isTransferOpen = async (tx: OrganizationTx): Promise<boolean> => (await store.find(tx)) !== undefined

export const toTransfer = (row: store.TransferRow): Transfer => ({
  from: { id: row.fromId, userId: row.fromUserId, name: row.fromName },
  to: { id: row.toId, userId: row.toUserId, name: row.toName },
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
})

const toTarget = ({ toId, toName }: store.TransferRow) => ({ type: 'member', id: toId, name: toName })

export type TransferNotice = {
  to: string
  what: string
  organization: string
  from: string
  next: string
  expiresAt: string
}

function mailBoth(tx: OrganizationTx, row: store.TransferRow, what: string) {
  const { organization, fromName: from, toName: next, expiresAt } = row
  const notice = { organizationId: tx.organizationId, what, organization, from, next, expiresAt }
  const jobs = [row.fromEmail, row.toEmail].map((to) => ({ ...notice, to }))
  return enqueueAll(tx, transferMail, jobs)
}
