import { Type } from 'typebox'
import { secretField } from '#platform/values/wire.ts'

export const PreviewPass = Type.Object(
  {
    pass: secretField(
      Type.String({
        description: 'Value of the header `X-Preview-Pass`, sent with `x-store-env-id`.',
        examples: ['1764097200000.q8GkY3nTf0cV7bJ2xLsR5wZ1dPm4hUe6aKtCoN9iBvE'],
      }),
    ),
    expiresAt: Type.String({
      format: 'date-time',
      examples: ['2026-11-25T19:00:00.000Z'],
      description: 'Time the pass expires.',
    }),
  },
  { title: 'PreviewPass' },
)
