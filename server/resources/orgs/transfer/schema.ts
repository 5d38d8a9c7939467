import { type Static, Type } from 'typebox'
import { described, Id, Instant } from '#platform/values/wire.ts'
import { GivenPassword } from '#resources/account/sign-in/schema.ts'

const Party = Type.Object(
  {
    id: { ...Id, description: 'Id of the member, as in `GET /account/users`.' },
    userId: Type.String({ description: 'Id of the person.', examples: ['zyVwro1T0b9H1xI1YiE3LcXnSOwwfftL'] }),
    name: Type.String({
      description: 'Name of the member, or their email address if they have none.',
      examples: ['Sam Kent'],
    }),
  },
  { title: 'TransferParty' },
)

export const Transfer = Type.Object(
  {
    from: Party,
    to: Party,
    createdAt: described(Instant, 'Time the ownership transfer was created.'),
    expiresAt: described(Instant, 'Time the transfer request expires.'),
  },
  { title: 'OwnershipTransfer' },
)
export type Transfer = Static<typeof Transfer>

export const NewTransfer = Type.Object({
  userId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the new owner: `id` of `GET /account/users`, or the `userId` of an accepted invitation.',
    examples: ['zyVwro1T0b9H1xI1YiE3LcXnSOwwfftL'],
  }),
  password: { ...GivenPassword, description: 'Password of the owner who asks.', examples: ['seven-blue-kettles'] },
})
