import { type Static, Type } from 'typebox'
import { Id, Instant } from '#platform/values/wire.ts'
import { GivenPassword } from '#resources/account/sign-in/schema.ts'

const Party = Type.Object(
  {
    id: { ...Id, description: 'As `GET /account/users` lists them.' },
    userId: Type.String(),
    name: Type.String({ description: 'Their name, or their address while they have none.' }),
  },
  { title: 'TransferParty' },
)

export const Transfer = Type.Object(
  {
    from: Party,
    to: Party,
    createdAt: Instant,
    expiresAt: Instant,
  },
  { title: 'OwnershipTransfer' },
)
export type Transfer = Static<typeof Transfer>

export const NewTransfer = Type.Object({
  userId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Who takes over: `id` of `GET /account/users`, or the `userId` of an accepted invitation.',
  }),
  password: { ...GivenPassword, description: "The asking owner's own." },
})
