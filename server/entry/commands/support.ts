import { auditAs } from '#platform/audit/audit.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { AppError } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { closeTicket, openAccess, readTicket, reply } from '#resources/support/commands.ts'
import { longestBody, type Ticket, ticketStates } from '#resources/support/schema.ts'
import { findForOperator, listForOperator, type OperatorTicket } from '#resources/support/store.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

export async function listTickets({ db }: Service, state: string | undefined): Promise<OperatorTicket[]> {
  const wanted = state === undefined ? ticketStates.filter((each) => each !== 'closed') : [knownState(state)]
  return db.system('read', (tx) => listForOperator(tx, wanted))
}

function knownState(text: string) {
  const found = ticketStates.find((each) => each === text)
  if (!found) throw new OperatorError(`--state must be one of ${ticketStates.join(', ')}, not "${text}".`)
  return found
}

export async function showTicket(service: Service, id: string): Promise<OperatorTicket & Ticket> {
  const ticket = await findTicket(service, id)
  return { ...ticket, ...(await inTicket(service, ticket, 'read', (tx) => readTicket(tx, id))) }
}

export async function replyToTicket(service: Service, id: string, staff: string, body: string): Promise<Ticket> {
  if (body.trim() === '') throw new OperatorError('The message is empty. Pass --message or write it to standard input.')
  if (body.length > longestBody) throw new OperatorError(`The message must have at most ${longestBody} characters.`)
  const ticket = await findTicket(service, id)
  return inTicket(service, ticket, 'write', (tx) => reply(tx, id, staff, body))
}

export async function closeTicketAsSupport(service: Service, id: string): Promise<Ticket> {
  const ticket = await findTicket(service, id)
  return inTicket(service, ticket, 'write', (tx) => closeTicket(tx, auditAs({ type: 'operator' }), id))
}

export async function accessTicket(service: Service, id: string, staff: string) {
  const { organizationId, storeEnvId } = await findTicket(service, id)
  const opened = await service.db.organization(organizationId, 'write', (tx) => openAccess(tx, id, staff))
  if (!opened) throw new OperatorError('This ticket grants no access. Ask an owner of the organization to grant it.')
  return { ...opened, organizationId, storeEnvId }
}

async function findTicket({ db }: Service, id: string): Promise<OperatorTicket> {
  const ticket = isUuid(id) ? await db.system('read', (tx) => findForOperator(tx, id)) : undefined
  if (!ticket) throw new OperatorError(`No such ticket: ${id}.`)
  return ticket
}

const inTicket = <T>(
  { db }: Service,
  { organizationId }: OperatorTicket,
  mode: 'read' | 'write',
  work: (tx: OrganizationTx) => Promise<T>,
): Promise<T> =>
  db.organization(organizationId, mode, work).catch((error) => {
    if (error instanceof AppError && error.status < 500) throw new OperatorError(error.message)
    throw error
  })

export function ticketText(verb: string, answer: unknown): string {
  if (verb === 'list') return (answer as OperatorTicket[]).map(formatLine).join('\n') || 'No ticket waits.'
  if (verb === 'access') {
    const { token, role, expiresAt, storeEnvId } = answer as Awaited<ReturnType<typeof accessTicket>>
    const stores = storeEnvId === null ? "in the organization's stores" : `in store ${storeEnvId}`
    return `${token}\nAs ${role} ${stores}, until ${expiresAt}. The organization's audit log records every call made with it.`
  }
  const { id, state, subject, messages } = answer as Ticket
  const texts = messages.map(({ from, authorName, createdAt, body }) => `${createdAt} ${authorName} (${from})\n${body}`)
  return printable([`${id} [${state}] ${subject}`, ...texts].join('\n\n'))
}

const formatLine = ({ id, state, updatedAt, organization, subject }: OperatorTicket) =>
  printable(`${id}  ${state.padEnd(7)}  ${updatedAt}  ${organization}: ${subject}`)

/** A merchant's text must not control the operator's terminal. */
const printable = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '�')
