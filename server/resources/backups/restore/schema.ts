import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { Id } from '#platform/values/wire.ts'

export const RestoredId = Type.Object(
  {
    type: Type.String({
      description: 'Type of the id, such as `review`, `product` or `order`. More types may follow.',
      examples: ['review'],
    }),
    from: { ...Id, description: 'Id in the archived store.' },
    to: { ...Id, description: 'Id in this store.' },
  },
  { title: 'RestoredId' },
)
export type RestoredId = Static<typeof RestoredId>

export const IdsQuery = pageQuery({
  type: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Filter: ids of this kind.' })),
})

export const RestoreQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether to run the restore and roll it back at the end.' }),
  ),
  fileName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'File name to show in the list of imports.',
      examples: ['evident-acme-2026-11-20.zip'],
    }),
  ),
})
