import { type Static, Type } from 'typebox'
import { described, Instant, Nullable, secretField } from '#platform/values/wire.ts'

export const StorefrontSecret = Type.Object(
  {
    secret: secretField(
      Type.String({
        description:
          "Signing key of customer tokens; use the whole string. Keep it on the merchant's server, never on a page.",
        examples: ['whsec_…'],
      }),
    ),
    rotatedAt: Nullable(described(Instant, 'Time the secret was last replaced. Null if never replaced.')),
    previousHoldsUntil: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time until which tokens of the previous secret are accepted. Null without a previous secret.',
      }),
    ),
  },
  { title: 'StorefrontSecret' },
)
export type StorefrontSecret = Static<typeof StorefrontSecret>
