import type { Review } from '../../../api/reviews/reviews.ts'
import { reviewedName } from '../../../state/reviewed-name.ts'

type Names = Pick<Review, 'authorName' | 'product'>

export function fillTemplate(body: string, { authorName, product }: Names): string {
  const words = { author: authorName, product: reviewedName({ product }) }
  return body.replace(/\{(author|product)\}/g, (_, name: keyof typeof words) => words[name])
}

export const addTo = (text: string, more: string): string => (text.trim() ? `${text.trimEnd()}\n\n${more}` : more)
