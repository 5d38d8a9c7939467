import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { Id } from '#platform/values/wire.ts'

export const RestoredId = Type.Object(
  {
    type: Type.String({
      description: 'What it is an id of, such as `review`, `product` or `order`. The set may grow.',
    }),
    from: { ...Id, description: 'The id in the store that the archive is of.' },
    to: { ...Id, description: 'The id here.' },
  },
  { title: 'RestoredId' },
)
export type RestoredId = Static<typeof RestoredId>

export const IdsQuery = pageQuery({ type: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })) })

export const RestoreQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Do all of it, and undo it at the end.' })),
  fileName: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'For your list of imports.' })),
})
