import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, byId, withExample } from '#platform/values/wire.ts'
import { closeTicket, endAccess, grantAccess, openTicket, readAccess, readTicket, writeMessage } from './commands.ts'
import { Access, AccessRequest, NewMessage, NewTicket, Ticket, TicketHead, ticketStates } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'support.open_ticket',
    http: 'POST /support/tickets',
    tenancy: 'organization',
    access: { beyondStores: true },
    doc: { summary: 'Open a support ticket', description: 'Replies go by email to everyone who wrote in the ticket.' },
    input: {
      body: withExample(NewTicket, { subject: 'The feed is empty', body: 'Since yesterday it has no product. Why?' }),
    },
    output: {
      body: Ticket,
      status: 201,
      location: '/support/tickets/{id}',
      errors: ['store_env_forbidden', 'limit_reached'],
    },
    run: ({ tx, body, caller, audit }) => openTicket(tx, audit, caller, body),
  }),
  operation({
    id: 'support.list_tickets',
    http: 'GET /support/tickets',
    tenancy: 'organization',
    access: { beyondStores: true },
    doc: {
      summary: 'List support tickets, newest first',
      description: 'Returns the support tickets of the organization, newest first, one page at a time.',
    },
    input: {
      query: pageQuery({
        state: Type.Optional(AnyOf(ticketStates, { description: 'Filter: tickets in these states.' })),
      }),
    },
    output: { body: page(TicketHead) },
    run: ({ tx, query }) => store.listTickets(tx, query),
  }),
  operation({
    id: 'support.get_ticket',
    http: 'GET /support/tickets/:id',
    tenancy: 'organization',
    access: { beyondStores: true },
    doc: {
      summary: 'Get a support ticket',
      description: 'Returns one support ticket with its messages, oldest first.',
    },
    input: { params: byId },
    output: { body: Ticket },
    run: ({ tx, params }) => readTicket(tx, params.id),
  }),
  operation({
    id: 'support.add_message',
    http: 'POST /support/tickets/:id/messages',
    tenancy: 'organization',
    access: { beyondStores: true },
    doc: { summary: 'Add a message to a support ticket', description: 'Sets the state of the ticket to `open`.' },
    input: { params: byId, body: withExample(NewMessage, { body: 'All of them, since Monday.' }) },
    output: { body: Ticket, status: 201, location: '/support/tickets/:id', errors: ['ticket_closed', 'limit_reached'] },
    run: ({ tx, params, body, caller }) => writeMessage(tx, caller, params.id, body.body),
  }),
  operation({
    id: 'support.close_ticket',
    http: 'POST /support/tickets/:id/close',
    tenancy: 'organization',
    access: { beyondStores: true },
    doc: { summary: 'Close a support ticket', description: 'Ends the granted access too.' },
    input: { params: byId },
    output: { body: Ticket },
    run: ({ tx, params, audit }) => closeTicket(tx, audit, params.id),
  }),
  operation({
    id: 'support.grant_access',
    http: 'POST /support/tickets/:id/access',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    doc: {
      summary: 'Grant support access to the store',
      description:
        "Support calls the API with its own token. The token has the requested `role` in the ticket's store, or in all stores if the ticket names none. Billing, keys and members are not accessible, and shoppers' addresses are masked. The audit log records every call. A new grant replaces the previous one.",
    },
    input: { params: byId, body: withExample(AccessRequest, { role: 'VIEWER', hours: 24 }) },
    output: { body: Access, status: 201, location: '/support/tickets/:id/access', errors: ['ticket_closed'] },
    run: ({ tx, params, body, caller, audit }) => grantAccess(tx, audit, caller, params.id, body),
  }),
  operation({
    id: 'support.get_access',
    http: 'GET /support/tickets/:id/access',
    tenancy: 'organization',
    access: { beyondStores: true },
    doc: {
      summary: 'Get the support access of a ticket',
      description: 'Returns the access that the ticket grants to support, and its last 100 calls.',
    },
    input: { params: byId },
    output: { body: Access },
    run: ({ tx, params }) => readAccess(tx, params.id),
  }),
  operation({
    id: 'support.end_access',
    http: 'DELETE /support/tickets/:id/access',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    doc: { summary: 'Revoke support access', description: "Support's next call is refused." },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await endAccess(tx, audit, params.id)
      return undefined
    },
  }),
]
