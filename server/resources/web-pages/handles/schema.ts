import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'

export const maxFormerHandles = 5

const Handle = Type.String({
  minLength: 2,
  maxLength: 63,
  pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  'x-expected': 'must be 2 to 63 small letters a-z and digits, with single hyphens between them',
  description: 'What the addresses of all pages of the store begin with; no other store has it.',
})

export const HandleChange = Type.Object({ handle: Handle }, { title: 'WebPageSettingsChange' })
export type HandleChange = Static<typeof HandleChange>

export const WebPageSettings = Type.Object(
  {
    handle: Nullable({
      ...Handle,
      description:
        "What the addresses of all pages of the store begin with; null until it is said, or made of the store's name with the first page.",
    }),
    baseUrl: Nullable(Type.String({ description: 'What the addresses begin with, whole.' })),
    formerHandles: Type.Array(Type.String(), {
      description: `Those before: they lead on to the present one, and stay the store's. The latest ${maxFormerHandles}.`,
    }),
  },
  { title: 'WebPageSettings' },
)
export type WebPageSettings = Static<typeof WebPageSettings>
