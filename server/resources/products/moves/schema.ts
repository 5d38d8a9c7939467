import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const moveStatuses = ['queued', 'running', 'completed', 'failed', 'undone'] as const
export type MoveStatus = (typeof moveStatuses)[number]

export const undoDays = 30

const movedProduct = {
  id: described(Id, 'Id of the product.'),
  platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
  title: Nullable(Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] })),
}

const MovedProduct = (description: string) => Type.Object(movedProduct, { description })

export const NewReviewMove = Type.Object(
  {
    fromProductId: described(Id, 'Id of the product that is no longer sold.'),
    toProductId: described(Id, 'Id of the product that gets the reviews.'),
  },
  { title: 'NewReviewMove' },
)
export type NewReviewMove = Static<typeof NewReviewMove>

export const ReviewMove = Type.Object(
  {
    id: described(Id, 'Id of the move, a UUIDv7.'),
    from: MovedProduct('Product that the reviews leave.'),
    to: MovedProduct('Product that the reviews join.'),
    status: OneOf(moveStatuses, {
      description: 'Progress of the move. An undo is `queued` and `running` again, and ends as `undone`.',
    }),
    moved: Type.Integer({ description: 'Number of reviews that moved so far. An undo does not change it.' }),
    skipped: Type.Integer({
      description: 'Number of reviews that stayed, because their order has a review of the other product.',
    }),
    undoableUntil: Nullable(
      described(Instant, 'Time until which the move can be undone. Null while it cannot be undone.'),
    ),
    createdAt: described(Instant, 'Time the move was requested.'),
    completedAt: Nullable(described(Instant, 'Time the move or its undo ended. Null before.')),
  },
  { title: 'ReviewMove' },
)
export type ReviewMove = Static<typeof ReviewMove>

export const ReviewMovePage = page(ReviewMove)
export const ReviewMoveQuery = pageQuery({})
export type ReviewMoveQuery = Static<typeof ReviewMoveQuery>

export const RecreatedPair = Type.Object(
  {
    from: MovedProduct('Product that is archived or has no variant on sale.'),
    to: MovedProduct('Product on sale that shares an SKU or a valid GTIN with the old product.'),
    by: OneOf(['sku', 'gtin'], { description: 'Identifier that both products share.' }),
    reviews: Type.Integer({ description: 'Number of reviews of `from`, of every status.' }),
  },
  { title: 'RecreatedProduct' },
)
export type RecreatedPair = Static<typeof RecreatedPair>

export const RecreatedPage = page(RecreatedPair)
export const RecreatedQuery = pageQuery({})
export type RecreatedQuery = Static<typeof RecreatedQuery>
