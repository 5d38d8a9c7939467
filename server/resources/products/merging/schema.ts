import { type Static, Type } from 'typebox'
import { Id } from '#platform/values/wire.ts'

export const Merge = Type.Object(
  { into: { ...Id, description: 'Id of the product that gets the reviews. It belongs to the same store.' } },
  { title: 'ProductMerge' },
)

export const Merged = Type.Object(
  {
    moved: Type.Integer({
      minimum: 0,
      description: 'Number of reviews that this call moved. Reviews of every status count.',
    }),
    skipped: Type.Integer({
      minimum: 0,
      description:
        'Number of reviews that stay with the old product, because their order already has a review of the target.',
    }),
  },
  { title: 'ProductMergeResult' },
)
export type Merged = Static<typeof Merged>
