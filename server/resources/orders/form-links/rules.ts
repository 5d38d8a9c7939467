/** Where the form of a token is. */
export const formUrl = (origin: string, token: string): string => `${origin}/f/${token}`

/** One link per product, and per star. Following any of them records nothing: the page's own POST does. */
export const starUrl = (origin: string, token: string, productId: string, rating?: number): string =>
  `${formUrl(origin, token)}?product=${productId}${rating === undefined ? '' : `&rating=${rating}`}`
