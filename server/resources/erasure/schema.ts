// Erasure is a separate area, because it calls orders and reviews, which depend on customers.
import { Type } from 'typebox'
import { described, OneOf } from '#platform/values/wire.ts'
import { EmailText } from '#resources/customers/schema.ts'

export const erasureModes = ['delete', 'anonymize'] as const

export const ErasureSettings = Type.Object(
  {
    mode: OneOf(erasureModes, {
      description: 'Effect of an erasure on reviews: delete them, or keep rating and text without a name.',
    }),
  },
  { title: 'ErasureSettings' },
)

export const ErasureRequest = Type.Object({
  email: described(EmailText, 'Email address of the person to erase.', 'jane.doe@customer.example'),
})

export const buildErasure = (counts: readonly (readonly [name: string, description: string])[]) =>
  Type.Object(Object.fromEntries(counts.map(([name, description]) => [name, Type.Integer({ description })])), {
    title: 'Erasure',
  })
