import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'

export const ticketStates = ['open', 'waiting', 'closed'] as const
export const accessRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type AccessRole = (typeof accessRoles)[number]

export const longestSubject = 200
export const longestBody = 10_000
const subject = Type.String({
  minLength: 1,
  ...notBlank,
  maxLength: longestSubject,
  description: 'Subject of the ticket.',
  examples: ['The feed is empty'],
})
const body = Type.String({ minLength: 1, ...notBlank, maxLength: longestBody, description: 'Message of the ticket.' })

export const NewTicket = Type.Object({
  subject,
  body: described(body, 'First message of the ticket.', 'Since yesterday it has no product. Why?'),
  storeEnvId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Id of the store the ticket is about. Support access then covers only that store.',
      examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'],
    }),
  ),
})

export const NewMessage = Type.Object({ body: described(body, 'Text of the message.', 'All of them, since Monday.') })

const Message = Type.Object(
  {
    id: described(Id, 'Id of the message, a UUIDv7.'),
    from: OneOf(['member', 'support'], {
      description: 'Author of the message: the organization, or the operator of the service.',
    }),
    authorName: Type.String({ description: 'Name of the person who wrote the message.', examples: ['Sam Kent'] }),
    body: Type.String({ description: 'Text of the message.', examples: ['Since yesterday it has no product. Why?'] }),
    createdAt: described(Instant, 'Time the message was created.'),
  },
  { title: 'SupportMessage' },
)
export type Message = Static<typeof Message>

const head = {
  id: described(Id, 'Id of the ticket, a UUIDv7.'),
  subject: Type.String({ description: 'Subject of the ticket.', examples: ['The feed is empty'] }),
  state: OneOf(ticketStates, {
    description: 'State of the ticket. `open`: support must reply. `waiting`: support replied. `closed`: it is done.',
  }),
  storeEnvId: Nullable(
    described(
      Id,
      'Id of the store. Null if the ticket concerns the whole organization.',
      '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00',
    ),
  ),
  accessUntil: Nullable({
    ...Instant,
    description: 'Time the granted support access ends. Null without access.',
  }),
  accessGrantedAt: Nullable({
    ...Instant,
    description: 'Time access was last granted for the ticket, even if it has ended. Null if never granted.',
  }),
  createdAt: described(Instant, 'Time the ticket was created.'),
  updatedAt: described(Instant, 'Time the ticket was last changed.'),
}

export const TicketHead = Type.Object(head, { title: 'SupportTicketHead' })
export type TicketHead = Static<typeof TicketHead>

export const Ticket = Type.Object(
  { ...head, messages: Type.Array(Message, { description: 'Messages of the ticket, oldest first.' }) },
  { title: 'SupportTicket' },
)
export type Ticket = Static<typeof Ticket>

export const AccessRequest = Type.Object({
  role: OneOf(accessRoles, { description: 'Role of support in the store.' }),
  hours: Type.Integer({
    minimum: 1,
    maximum: 72,
    description: 'Duration of the access in hours. An owner can end it earlier.',
  }),
})

export const Access = Type.Object(
  {
    role: OneOf(accessRoles, { description: 'Role of the support access.' }),
    expiresAt: described(Instant, 'Time the access expires.'),
    endedAt: Nullable({ ...Instant, description: 'Time the access was revoked early. Null if it was not.' }),
    uses: Type.Array(
      Type.Object(
        {
          at: described(Instant, 'Time of the call.'),
          staff: Type.String({ description: 'Name of the support person.', examples: ['Robin'] }),
          operation: Type.String({ description: 'Id of the operation that was called.', examples: ['reviews.list'] }),
          storeEnvId: Nullable(
            described(
              Id,
              'Id of the store. Null if the call concerned the whole organization.',
              '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00',
            ),
          ),
        },
        { title: 'SupportAccessUse' },
      ),
      { description: 'Last 100 calls with this access, newest first. The audit log has all of them.' },
    ),
  },
  { title: 'SupportAccess' },
)
export type Access = Static<typeof Access>
