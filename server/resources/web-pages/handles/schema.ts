import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'

export const maxFormerHandles = 5

const Handle = Type.String({
  minLength: 2,
  maxLength: 63,
  pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  'x-expected': 'must be 2 to 63 small letters a-z and digits, with single hyphens between them',
  description: 'First segment of all page addresses of the store. It must be unique.',
  examples: ['acme-mugs'],
})

export const HandleChange = Type.Object({ handle: Handle }, { title: 'WebPageSettingsChange' })
export type HandleChange = Static<typeof HandleChange>

export const WebPageSettings = Type.Object(
  {
    handle: Nullable({
      ...Handle,
      description:
        "First segment of all page addresses of the store. Null until it is set. If none is set, the first page derives it from the store's name.",
      examples: ['acme-mugs'],
    }),
    baseUrl: Nullable(
      Type.String({
        description: 'Start of all page addresses of the store. Null while the store has no handle.',
        examples: ['https://reviews.example.com/p/acme-mugs/'],
      }),
    ),
    formerHandles: Type.Array(Type.String(), {
      description: `Latest ${maxFormerHandles} previous handles. They redirect to the current one and stay reserved.`,
    }),
  },
  { title: 'WebPageSettings' },
)
export type WebPageSettings = Static<typeof WebPageSettings>
