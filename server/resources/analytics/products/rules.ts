// What of a product's reviews needs somebody. Pure.
import type { ProductRow } from './schema.ts'

export const noProduct: ProductRow = {
  product: { id: '', platformProductId: '', title: null, url: null, imageUrl: null },
  received: 0,
  averageRating: null,
  previousAverage: null,
  lowShare: null,
  attention: [],
}

export const attention = {
  /** Stars by which the average fell, with so many reviews in either span. */
  fallOf: 0.5,
  least: 5,
  lowShare: 0.3,
  unansweredMs: 3 * 86_400_000,
  backlog: 5,
  backlogMs: 7 * 86_400_000,
} as const
