import { hash } from 'node:crypto'
import type { ImportedReview } from './imported-review.ts'
import { productKeys } from './products.ts'
import type { Format } from './vendors/format.ts'

// What makes two rows the same review, over files and reruns: the platform's own id where there is a
// reliable one, otherwise what the review says, of what, by whom and when. The rating is left out, so a
// corrected rating updates its review instead of adding one.

export function dedupeKey(format: Pick<Format, 'source' | 'hasStableIds'>, review: ImportedReview): string {
  const parts =
    review.externalId && format.hasStableIds !== false
      ? ['id', format.source, review.externalId]
      : ['content', ...contentOf(review)]
  // As JSON, so that no two lists of parts run together into one text.
  return hash('sha256', JSON.stringify(parts), 'hex')
}

// The source stays out: the same review exported in two formats is still one review.
function contentOf(review: ImportedReview): string[] {
  const product = productKeys(review.product)[0]
  return [
    product ? `${product.kind}:${product.value}` : '',
    comparable(review.authorName),
    comparable(review.authorEmail ?? ''),
    review.submittedAt,
    comparable(review.body === '' ? (review.title ?? '') : review.body),
  ]
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
