import { Type } from 'typebox'
import { roles } from '#platform/access.ts'
import { Id, Instant, OneOf, sessionOnly } from '#platform/wire.ts'

export const emailText = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})

export const User = Type.Object(
  {
    id: Id,
    email: sessionOnly(Type.String()),
    name: Type.String(),
    role: OneOf(roles),
    status: OneOf(['active', 'inactive', 'invited']),
    createdAt: Instant,
  },
  { title: 'User' },
)

export const InvitationRequest = Type.Object({ email: emailText, role: OneOf(roles) })

export const Invitation = Type.Object(
  {
    id: Id,
    email: Type.String(),
    role: OneOf(roles),
    status: OneOf(['invited']),
    acceptUrl: Type.String({
      description: 'Where the person accepts; it was mailed to them too, and works for seven days.',
    }),
    expiresAt: Instant,
  },
  { title: 'Invitation' },
)

export const UserChange = Type.Object({ role: Type.Optional(OneOf(roles)), active: Type.Optional(Type.Boolean()) })

export const Acceptance = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
  password: Type.String({ minLength: 8, maxLength: 200 }),
})

export const Accepted = Type.Object(
  { userId: Type.String(), email: Type.String(), organizationId: Id, role: OneOf(roles) },
  { title: 'AcceptedInvitation' },
)
