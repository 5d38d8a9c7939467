import { type Static, Type } from 'typebox'
import { Id } from '#platform/values/wire.ts'

export const Merge = Type.Object(
  { into: { ...Id, description: 'Id of the product that gets the reviews. It belongs to the same store.' } },
  { title: 'ProductMerge' },
)

export const MergeResult = Type.Object(
  {
    moved: Type.Integer({
      minimum: 0,
      description: 'Number of reviews that this call moved, of every status.',
    }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'Number of reviews that stayed, because their order already has a review of the target.',
    }),
  },
  { title: 'ProductMergeResult' },
)
export type MergeResult = Static<typeof MergeResult>
