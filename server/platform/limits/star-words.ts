import { invalidField } from '#platform/values/errors.ts'

/** Other unknown fields are ignored. These names are refused, because no call may choose reviews by their stars. */
const starWords = ['rating', 'minRating', 'stars', 'sentiment'] as const

export const findStarWord = (body: object): string | undefined => starWords.find((name) => name in body)

/** Returns the body. Throws 400 if a field would choose reviews by their stars. */
export function withoutStarWords<Body extends object>(body: Body): Body {
  const name = findStarWord(body)
  if (name !== undefined) throw invalidField(`/${name}`, 'must be left out: reviews of every rating are treated alike')
  return body
}
