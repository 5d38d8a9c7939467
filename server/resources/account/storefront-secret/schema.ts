import { type Static, Type } from 'typebox'
import { Instant, Nullable, secretField } from '#platform/values/wire.ts'

export const StorefrontSecret = Type.Object(
  {
    secret: secretField(
      Type.String({
        description: 'The key of customer tokens, the whole string. For the merchant’s own server; never for a page.',
      }),
    ),
    rotatedAt: Nullable(Instant),
    previousHoldsUntil: Nullable(
      Type.String({ format: 'date-time', description: 'Until then tokens signed with the secret before count too.' }),
    ),
  },
  { title: 'StorefrontSecret' },
)
export type StorefrontSecret = Static<typeof StorefrontSecret>
