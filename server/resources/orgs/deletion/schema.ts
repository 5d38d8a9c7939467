import { Type } from 'typebox'
import { Instant } from '#platform/values/wire.ts'
import { GivenPassword } from '#resources/account/sign-in/schema.ts'

export const DeletionRequest = Type.Object({
  confirm: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The organization's name, as it is.",
    examples: ['Acme'],
  }),
  password: { ...GivenPassword, description: "The asking owner's own." },
})

export const Deletion = Type.Object(
  { deletesAt: { ...Instant, description: 'Until then an owner can undo it.' } },
  { title: 'OrganizationDeletion' },
)
