/** The server and the store that the reviews come from. Contains no key, so the browser may have it. */
export type EvidentSource = {
  /** Address of Evident, such as `https://reviews.acme.example`. */
  origin: string
  /** Id of the store environment. */
  store: string
  /** One of the store's origins. Servers need it; browsers send their own. */
  page?: string
  /** Milliseconds to wait for a response. Default: 300, and 5,000 in the hooks. A slower response counts as missing. */
  timeoutMs?: number
}

export type Photo = { url: string; thumbUrl: string | null; width: number | null; height: number | null }

export type Review = {
  id: string
  rating: number
  title: string | null
  body: string
  authorName: string
  verified: boolean
  /** Reward that the author got for the review; null without one. */
  incentive: string | null
  photos: Photo[]
  reply: { body: string; authorName: string } | null
  helpfulCount: number
  locale: string | null
  submittedAt: string
}

export type Stars = 1 | 2 | 3 | 4 | 5

export type Summary = {
  platformProductId: string
  count: number
  /** Null without reviews. */
  average: number | null
  byStar: Record<`${Stars}`, number>
}

export type ReviewQuery = {
  limit?: number
  sort?: 'newest' | 'highest' | 'lowest' | 'photos' | 'helpful'
  rating?: Stars
  cursor?: string
}

/** `isLoaded` is false if Evident did not answer. The page then works, but shows no reviews. */
export type LoadedReviews = { reviews: Review[]; nextCursor: string | null; isLoaded: boolean }
