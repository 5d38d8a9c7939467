import { Type } from 'typebox'
import { Instant } from '#platform/values/wire.ts'
import { GivenPassword } from '#resources/account/sign-in/schema.ts'

export const DeletionRequest = Type.Object({
  confirm: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Exact name of the organization, as confirmation.',
    examples: ['Acme'],
  }),
  password: { ...GivenPassword, description: 'Password of the owner who asks.', examples: ['seven-blue-kettles'] },
})

export const Deletion = Type.Object(
  { deletesAt: { ...Instant, description: 'Time of the deletion. An owner can cancel it until then.' } },
  { title: 'OrganizationDeletion' },
)
