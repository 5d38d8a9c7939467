import type { Review } from '../../../api/reviews/reviews.ts'

type Names = Pick<Review, 'authorName' | 'product'>

export function fillTemplate(body: string, { authorName, product }: Names): string {
  const words = { author: authorName, product: product.title ?? product.platformProductId }
  return body.replace(/\{(author|product)\}/g, (_, name: keyof typeof words) => words[name])
}

export const addTo = (text: string, more: string): string => (text.trim() ? `${text.trimEnd()}\n\n${more}` : more)
