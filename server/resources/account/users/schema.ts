import { Type } from 'typebox'
import { maxPasswordLength } from '#platform/auth/passwords.ts'
import { roles } from '#platform/identity/caller.ts'
import { described, Id, Instant, Nullable, notBlank, OneOf, secretField, sessionOnly } from '#platform/values/wire.ts'
import { emailText, maxNameLength, secondStep } from '../sign-in/schema.ts'

export const User = Type.Object(
  {
    id: described(Id, 'Id of the person.'),
    email: sessionOnly(Type.String({ description: 'Email address of the member.', examples: ['sam@acme.example'] })),
    name: Type.String({ description: 'Name of the member.', examples: ['Sam Kent'] }),
    role: OneOf(roles, {
      description:
        'Role of the member. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN, OWNER.',
    }),
    status: OneOf(['active', 'inactive', 'invited'], { description: 'Status of the member.' }),
    createdAt: described(Instant, 'Time the member joined.'),
  },
  { title: 'User' },
)

export const InvitationRequest = Type.Object({
  email: described(emailText, 'Email address to invite.', 'sam@acme.example'),
  role: OneOf(roles, {
    description:
      'Role of the new member. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN, OWNER.',
  }),
})

export const Invitation = Type.Object(
  {
    id: described(Id, 'Id of the invitation, a UUIDv7.'),
    email: Type.String({
      description: 'Email address the invitation was sent to.',
      examples: ['sam@acme.example'],
    }),
    role: OneOf(roles, {
      description:
        'Role of the new member. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN, OWNER.',
    }),
    status: OneOf(['invited'], { description: 'Status of the invitation.' }),
    acceptUrl: Type.Optional(
      sessionOnly(
        secretField(
          Type.String({
            description:
              'Link to accept the invitation. Absent if `SMTP_URL` is set, because then only the mail contains the link.',
            examples: ['https://reviews.acme.example/admin/invitations/Zk3v…'],
          }),
        ),
      ),
    ),
    expiresAt: described(Instant, 'Time the invitation expires.'),
  },
  { title: 'Invitation' },
)

export const UserChange = Type.Object({
  role: Type.Optional(
    OneOf(roles, {
      description:
        'New role of the member. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN, OWNER.',
    }),
  ),
  active: Type.Optional(
    Type.Boolean({
      description: 'Whether the member has access. `false` removes all access, but the membership remains.',
    }),
  ),
})

export const OpenInvitation = Type.Object(
  {
    organization: Type.String({ description: 'Name of the organization.', examples: ['Acme'] }),
    invitedBy: Nullable(
      Type.String({
        description: 'Name of the member who sent the invitation. Null if they left.',
        examples: ['Ada Kent'],
      }),
    ),
    email: Type.String({ description: 'Email address that was invited.', examples: ['sam@acme.example'] }),
    role: OneOf(roles, {
      description:
        'Role of the new member. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN, OWNER.',
    }),
    expiresAt: described(Instant, 'Time the invitation expires.'),
    hasAccount: Type.Boolean({ description: 'Whether the address has an account. If so, its password is required.' }),
  },
  { title: 'OpenInvitation' },
)

const nameText = Type.String({
  minLength: 1,
  maxLength: maxNameLength,
  ...notBlank,
})

export const Rename = Type.Object({
  name: { ...nameText, description: 'Name that colleagues see.', examples: ['Sam Kent'] },
})
export const Renamed = Type.Object(
  { name: Type.String({ description: 'Name of the person.', examples: ['Sam Kent'] }) },
  { title: 'Profile' },
)

export const Acceptance = Type.Object({
  name: Type.Optional({
    ...nameText,
    description: 'Name of a new person. Ignored for an existing account.',
    examples: ['Sam Kent'],
  }),
  password: Type.String({
    minLength: 1,
    maxLength: maxPasswordLength,
    description: 'Password of the account. A new person chooses one of at least 10 characters that is not common.',
    examples: ['seven-blue-kettles'],
  }),
})

export const Accepted = Type.Object(
  {
    userId: Type.String({ description: 'Id of the person.', examples: ['zyVwro1T0b9H1xI1YiE3LcXnSOwwfftL'] }),
    email: Type.String({ description: 'Email address that was invited.', examples: ['sam@acme.example'] }),
    organizationId: described(Id, 'Id of the organization the person joined.'),
    role: OneOf(roles, { description: 'Role of the new member.' }),
    twoFactorRedirect: Type.Optional(
      described(
        secondStep.twoFactorRedirect,
        'Always true. The session starts after `POST /auth/two-factor/verify-totp`.',
      ),
    ),
    twoFactorMethods: Type.Optional(
      described(
        secondStep.twoFactorMethods,
        'Second factors of the account. `totp` covers app codes and recovery codes. For `passkey` call `POST /auth/sign-in/passkey`.',
      ),
    ),
  },
  { title: 'AcceptedInvitation' },
)
