import { hash } from 'node:crypto'
import type { Format } from '../vendors/format.ts'
import type { ImportedReview } from './imported-review.ts'
import { productKeys } from './products.ts'

// The key of a review excludes the rating, so a row with a corrected rating updates the review.

export function dedupeKey(format: Pick<Format, 'source' | 'hasStableIds'>, review: ImportedReview): string {
  const parts =
    review.externalId && format.hasStableIds !== false
      ? ['id', format.source, review.externalId]
      : ['content', ...listContentParts(review)]
  // JSON separates the parts, so that two different lists never result in the same text.
  return hash('sha256', JSON.stringify(parts), 'hex')
}

// The key excludes the source, so that a review exported in two formats counts as one review.
function listContentParts(review: ImportedReview): string[] {
  const product = productKeys(review.product)[0]
  return [
    review.isOfShop ? 'shop' : product ? `${product.kind}:${product.value}` : '',
    comparable(review.authorName),
    comparable(review.authorEmail ?? ''),
    review.submittedAt,
    comparable(review.body === '' ? (review.title ?? '') : review.body),
  ]
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
