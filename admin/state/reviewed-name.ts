import type { Review } from '../api/reviews/reviews.ts'

/** Name of the reviewed product, or of the shop. */
export const reviewedName = ({ product }: Pick<Review, 'product'>): string =>
  product === null ? 'The shop' : (product.title ?? product.platformProductId)
