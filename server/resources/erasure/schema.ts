// API shapes of erasing a person. A separate area from customers, because it reaches into orders and reviews, which know
// customers.
import { Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'
import { EmailText } from '#resources/customers/schema.ts'

export const erasureModes = ['delete', 'anonymize'] as const

export const ErasureSettings = Type.Object(
  {
    mode: OneOf(erasureModes, {
      description: 'What an erasure does to reviews: remove them, or keep rating and text without a name.',
    }),
  },
  { title: 'ErasureSettings' },
)

export const ErasureRequest = Type.Object({ email: EmailText })

export const erasureOf = (names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])), { title: 'Erasure' })
