import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, byId } from '#platform/values/wire.ts'
import { closeTicket, endAccess, grantAccess, openTicket, readAccess, readTicket, writeMessage } from './commands.ts'
import { Access, AccessRequest, NewMessage, NewTicket, Ticket, TicketHead, ticketStates } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'support.open_ticket',
    http: 'POST /support/tickets',
    tenancy: 'organization',
    beyondStores: true,
    summary: 'Ask whoever runs the service.',
    description: 'Answers are mailed to those who wrote in the ticket.',
    body: NewTicket,
    returns: Ticket,
    status: 201,
    location: '/support/tickets/{id}',
    errors: ['store_env_forbidden', 'limit_reached'],
    run: ({ tx, body, caller, audit }) => openTicket(tx, audit, caller, body),
  }),
  operation({
    id: 'support.list_tickets',
    http: 'GET /support/tickets',
    tenancy: 'organization',
    beyondStores: true,
    summary: "List the organization's tickets, newest first.",
    query: pageQuery({ state: Type.Optional(AnyOf(ticketStates)) }),
    returns: page(TicketHead),
    run: ({ tx, query }) => store.listTickets(tx, query),
  }),
  operation({
    id: 'support.get_ticket',
    http: 'GET /support/tickets/:id',
    tenancy: 'organization',
    beyondStores: true,
    summary: 'Get a ticket with its messages.',
    params: byId,
    returns: Ticket,
    run: ({ tx, params }) => readTicket(tx, params.id),
  }),
  operation({
    id: 'support.add_message',
    http: 'POST /support/tickets/:id/messages',
    tenancy: 'organization',
    beyondStores: true,
    summary: 'Write into a ticket; it is then open again.',
    params: byId,
    body: NewMessage,
    returns: Ticket,
    status: 201,
    location: '/support/tickets/:id',
    errors: ['ticket_closed', 'limit_reached'],
    run: ({ tx, params, body, caller }) => writeMessage(tx, caller, params.id, body.body),
  }),
  operation({
    id: 'support.close_ticket',
    http: 'POST /support/tickets/:id/close',
    tenancy: 'organization',
    beyondStores: true,
    summary: 'Close a ticket; access that was granted for it ends.',
    params: byId,
    returns: Ticket,
    run: ({ tx, params, audit }) => closeTicket(tx, audit, params.id),
  }),
  operation({
    id: 'support.grant_access',
    http: 'POST /support/tickets/:id/access',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    summary: 'Let support work in the store, for hours.',
    description:
      "Support then calls the API with a token of its own: with this role, in the ticket's store or, where the ticket names none, in all; never in billing, keys or members, and with shoppers' addresses masked. Every call stands in the audit log. Granting again takes the place of what was granted before.",
    params: byId,
    body: AccessRequest,
    returns: Access,
    status: 201,
    location: '/support/tickets/:id/access',
    errors: ['ticket_closed'],
    run: ({ tx, params, body, caller, audit }) => grantAccess(tx, audit, caller, params.id, body),
  }),
  operation({
    id: 'support.get_access',
    http: 'GET /support/tickets/:id/access',
    tenancy: 'organization',
    beyondStores: true,
    summary: 'The access that was last granted for a ticket, and what was done with it.',
    params: byId,
    returns: Access,
    run: ({ tx, params }) => readAccess(tx, params.id),
  }),
  operation({
    id: 'support.end_access',
    http: 'DELETE /support/tickets/:id/access',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    summary: "End support's access: its next call is refused.",
    params: byId,
    async run({ tx, params, audit }) {
      await endAccess(tx, audit, params.id)
      return undefined
    },
  }),
]
