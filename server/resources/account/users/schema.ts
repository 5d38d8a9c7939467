import { Type } from 'typebox'
import { maxPasswordLength } from '#platform/auth/passwords.ts'
import { roles } from '#platform/identity/caller.ts'
import { Id, Instant, Nullable, OneOf, secretField, sessionOnly } from '#platform/values/wire.ts'
import { emailText, maxNameLength, secondStep } from '../sign-in/schema.ts'

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
    acceptUrl: Type.Optional(
      sessionOnly(
        secretField(
          Type.String({
            description:
              'Link to accept the invitation. Present only while mail is stored in the local mailbox (no `SMTP_URL`): otherwise the link is mailed, and proves the address.',
          }),
        ),
      ),
    ),
    expiresAt: Instant,
  },
  { title: 'Invitation' },
)

export const UserChange = Type.Object({ role: Type.Optional(OneOf(roles)), active: Type.Optional(Type.Boolean()) })

export const OpenInvitation = Type.Object(
  {
    organization: Type.String({ description: 'Its name.' }),
    invitedBy: Nullable(Type.String({ description: 'Who invited, while they are a member.' })),
    email: Type.String(),
    role: OneOf(roles),
    expiresAt: Instant,
    hasAccount: Type.Boolean({ description: 'Whether the address has an account here, whose password is asked for.' }),
  },
  { title: 'OpenInvitation' },
)

const nameText = Type.String({
  minLength: 1,
  maxLength: maxNameLength,
  pattern: '\\S',
  'x-expected': 'must hold more than spaces',
})

export const Rename = Type.Object({ name: { ...nameText, description: 'As others here read it.' } })
export const Renamed = Type.Object({ name: Type.String() }, { title: 'Profile' })

export const Acceptance = Type.Object({
  name: Type.Optional({ ...nameText, description: 'Of a new person; whoever has an account keeps their name.' }),
  password: Type.String({
    minLength: 1,
    maxLength: maxPasswordLength,
    description:
      "A new person's has at least 10 characters, and is none of those that are tried first. Whoever has an account gives its password.",
  }),
})

export const Accepted = Type.Object(
  {
    userId: Type.String(),
    email: Type.String(),
    organizationId: Id,
    role: OneOf(roles),
    twoFactorRedirect: Type.Optional(secondStep.twoFactorRedirect),
    twoFactorMethods: Type.Optional(secondStep.twoFactorMethods),
  },
  { title: 'AcceptedInvitation' },
)
