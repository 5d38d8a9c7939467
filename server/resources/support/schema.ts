import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const ticketStates = ['open', 'waiting', 'closed'] as const
export const accessRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type AccessRole = (typeof accessRoles)[number]

export const longestSubject = 200
export const longestBody = 10_000
const notBlank = { minLength: 1, pattern: '\\S', 'x-expected': 'must hold more than spaces' }
const subject = Type.String({ ...notBlank, maxLength: longestSubject, description: 'What it is about, in a line.' })
const body = Type.String({ ...notBlank, maxLength: longestBody, description: 'The message.' })

export const NewTicket = Type.Object({
  subject,
  body,
  storeEnvId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The store it is about. Access then reaches that store alone.' }),
  ),
})

export const NewMessage = Type.Object({ body })

const Message = Type.Object(
  {
    id: Id,
    from: OneOf(['member', 'support'], { description: 'Who wrote it: the organization, or whoever runs the service.' }),
    authorName: Type.String(),
    body: Type.String(),
    createdAt: Instant,
  },
  { title: 'SupportMessage' },
)
export type Message = Static<typeof Message>

const head = {
  id: Id,
  subject: Type.String(),
  state: OneOf(ticketStates, {
    description: '`open`: support has to answer. `waiting`: support has answered. `closed`: it is over.',
  }),
  storeEnvId: Nullable(Id),
  accessUntil: Nullable({
    ...Instant,
    description: 'Until when support has the access that was granted for it; null while it has none.',
  }),
  accessGrantedAt: Nullable({
    ...Instant,
    description: 'When access was last granted for it, also where it is over; null where it never was.',
  }),
  createdAt: Instant,
  updatedAt: Instant,
}

export const TicketHead = Type.Object(head, { title: 'SupportTicketHead' })
export type TicketHead = Static<typeof TicketHead>

export const Ticket = Type.Object(
  { ...head, messages: Type.Array(Message, { description: 'Oldest first.' }) },
  { title: 'SupportTicket' },
)
export type Ticket = Static<typeof Ticket>

export const AccessRequest = Type.Object({
  role: OneOf(accessRoles, { description: 'What support may do in the store.' }),
  hours: Type.Integer({ minimum: 1, maximum: 72, description: 'How long; an owner can end it before.' }),
})

export const Access = Type.Object(
  {
    role: OneOf(accessRoles),
    expiresAt: Instant,
    endedAt: Nullable({ ...Instant, description: 'When it was ended before its time.' }),
    uses: Type.Array(
      Type.Object(
        {
          at: Instant,
          staff: Type.String({ description: 'Who of support.' }),
          operation: Type.String({ description: 'The operation that was called.' }),
          storeEnvId: Nullable(Id),
        },
        { title: 'SupportAccessUse' },
      ),
      { description: 'What was done with it, newest first; the last 100. The audit log has all of it.' },
    ),
  },
  { title: 'SupportAccess' },
)
export type Access = Static<typeof Access>
