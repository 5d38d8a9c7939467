import { type Audit, auditAs } from '#platform/audit/audit.ts'
import { hashSecret, newSupportToken } from '#platform/auth/keys.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { type Caller, nameOfCaller } from '#platform/identity/caller.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { headerText } from '#platform/mail/compose.ts'
import { forbidden, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { maxMessages, maxUnclosedTickets, replyMail, ticketClosed, tooManyMessages, tooManyTickets } from './rules.ts'
import { type Access, type AccessRole, longestSubject, type Ticket } from './schema.ts'
import * as store from './store.ts'

const toTarget = ({ id, subject }: { id: string; subject: string }) => ({ type: 'support_ticket', id, name: subject })

export async function readTicket(tx: OrganizationTx, id: string): Promise<Ticket> {
  const head = await store.findTicket(tx, id)
  if (!head) throw notFound('ticket')
  return { ...head, messages: await store.listMessages(tx, id) }
}

async function lockTicket(tx: OrganizationTx, id: string) {
  const ticket = await store.lockTicket(tx, id)
  if (!ticket) throw notFound('ticket')
  return ticket
}

type TicketRequest = { subject: string; body: string; storeEnvId?: string | undefined }

export async function openTicket(
  tx: OrganizationTx,
  audit: Audit,
  caller: Caller,
  asked: TicketRequest,
): Promise<Ticket> {
  if ((await store.countUnclosed(tx)) >= maxUnclosedTickets) throw tooManyTickets()
  const id = newId(tx.now.getTime())
  const subject = headerText(asked.subject, longestSubject)
  const openedBy = nameOfCaller(caller)
  const row = { id, subject, storeEnvId: asked.storeEnvId ?? null, openedBy }
  if ((await store.insertTicket(tx, row)) === 0)
    throw forbidden('store_env_forbidden', 'The store named in storeEnvId does not belong to your organization.')
  await store.insertMemberMessage(tx, {
    id: newId(tx.now.getTime()),
    ticketId: id,
    body: asked.body,
    author: openedBy,
  })
  await audit(tx, 'support.ticket_opened', toTarget(row))
  return readTicket(tx, id)
}

export async function writeMessage(tx: OrganizationTx, caller: Caller, id: string, body: string): Promise<Ticket> {
  await admitMessage(tx, id)
  await store.insertMemberMessage(tx, {
    id: newId(tx.now.getTime()),
    ticketId: id,
    body,
    author: nameOfCaller(caller),
  })
  await store.updateState(tx, id, 'open')
  return readTicket(tx, id)
}

export async function reply(tx: OrganizationTx, id: string, staff: string, body: string): Promise<Ticket> {
  await admitMessage(tx, id)
  const messageId = newId(tx.now.getTime())
  await store.insertStaffMessage(tx, { id: messageId, ticketId: id, body, staff })
  await store.updateState(tx, id, 'waiting')
  const { organizationId } = tx
  const writers = await store.listWriters(tx, id)
  const jobs = writers.map(({ email }) => ({ organizationId, ticketId: id, messageId, to: email }))
  if (jobs.length > 0) await enqueueAll(tx, replyMail, jobs)
  return readTicket(tx, id)
}

async function admitMessage(tx: OrganizationTx, id: string): Promise<void> {
  const ticket = await lockTicket(tx, id)
  if (ticket.state === 'closed') throw ticketClosed()
  if ((await store.countMessages(tx, id)) >= maxMessages) throw tooManyMessages()
}

/** Support's access through the ticket ends too. A repeated call changes nothing. */
export async function closeTicket(tx: OrganizationTx, audit: Audit, id: string): Promise<Ticket> {
  const ticket = await lockTicket(tx, id)
  if (ticket.state !== 'closed') {
    await store.updateState(tx, id, 'closed')
    await audit(tx, 'support.ticket_closed', toTarget(ticket))
    if (await store.endGrants(tx, id)) await audit(tx, 'support.access_ended', toTarget(ticket))
  }
  return readTicket(tx, id)
}

/** Replaces the ticket's earlier grant, and revokes that grant's tokens. */
export async function grantAccess(
  tx: OrganizationTx,
  audit: Audit,
  caller: Caller,
  ticketId: string,
  { role, hours }: { role: AccessRole; hours: number },
): Promise<Access> {
  const ticket = await lockTicket(tx, ticketId)
  if (ticket.state === 'closed') throw ticketClosed()
  await store.endGrants(tx, ticketId)
  const id = newId(tx.now.getTime())
  const expiresAt = new Date(tx.now.getTime() + hours * 3_600_000)
  await store.insertGrant(tx, { id, ticketId, role, grantedBy: nameOfCaller(caller), expiresAt })
  await audit(tx, 'support.access_granted', toTarget(ticket), { role, hours })
  return readAccess(tx, ticketId)
}

export async function readAccess(tx: OrganizationTx, ticketId: string): Promise<Access> {
  const grant = await store.findLatestGrant(tx, ticketId)
  if (!grant) throw notFound('access for this ticket')
  const { role, expiresAt, endedAt, createdAt } = grant
  return { role, expiresAt, endedAt, uses: await store.listUses(tx, ticketId, createdAt) }
}

export async function endAccess(tx: OrganizationTx, audit: Audit, ticketId: string): Promise<void> {
  const ticket = await lockTicket(tx, ticketId)
  if (!(await store.endGrants(tx, ticketId))) throw notFound('access for this ticket')
  await audit(tx, 'support.access_ended', toTarget(ticket))
}

/** A token for one support person, or undefined without a grant. Only this response contains the token. */
export async function openAccess(
  tx: OrganizationTx,
  ticketId: string,
  staff: string,
): Promise<{ token: string; role: AccessRole; expiresAt: string } | undefined> {
  const ticket = await lockTicket(tx, ticketId)
  const grant = await store.findLatestGrant(tx, ticketId)
  if (!grant || grant.endedAt !== null || grant.expiresAt <= tx.now.toISOString()) return undefined
  const token = newSupportToken()
  const id = newId(tx.now.getTime())
  await store.insertToken(tx, { id, digest: hashSecret(token), grantId: grant.id, staff })
  const audit = auditAs({ type: 'operator', via: 'support', id, name: staff })
  await audit(tx, 'support.access_opened', toTarget(ticket), { role: grant.role })
  return { token, role: grant.role, expiresAt: grant.expiresAt }
}
