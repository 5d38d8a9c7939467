// A destination shows reviews or ratings outside the service. Its adapter knows the fields and calls of its platform,
// but no reviews, stores or queues.
/** The adapter's own position in its list of items, as plain JSON. */
export type Position = Readonly<Record<string, unknown>>

/** The average has two decimals. Without reviews there is no rating, and the rating's fields are removed. */
export type Rating = { average: string; count: number }

export type ReviewProduct = {
  platformProductId: string
  title: string | null
  url: string | null
  imageUrl: string | null
  skus: readonly string[]
  gtins: readonly string[]
  mpns: readonly string[]
  brands: readonly string[]
}

/** Names and texts are those of the review feed: without addresses, links and telephone numbers. */
export type Review = {
  id: string
  rating: number
  title: string | null
  body: string
  authorName: string
  isAnonymous: boolean
  verified: boolean
  incentivized: boolean
  source: string
  locale: string | null
  country: string | null
  submittedAt: string
  approvedAt: string | null
  updatedAt: string
  reply: { body: string; repliedAt: string } | null
  photoUrls: readonly string[]
  orderId: string | null
  platformOrderId: string | null
  product: ReviewProduct
}

/** `key` is the platform's id of the product, or our id of the review. */
export type Content = { key: string } & ({ rating: Rating } | { review: Review })

/** Why an item that was written is not shown everywhere. */
export type Hint = { reason: string; message: string }

export type SentItem = {
  externalId: string
  /** True if the response shows the written content. Otherwise `confirm` checks the item later. */
  isLive: boolean
  hint?: Hint
}

export type Confirmation = 'live' | 'unknown' | { refused: string }

/**
 * `isSame` is undefined if the destination does not return content. The comparison then checks only that the item exists.
 */
export type FoundItem = { key: string; externalId: string; isSame?(content: Content): boolean }
export type FoundPage = { items: readonly FoundItem[]; next: Position | null }

/** Ids and settings of the destination that `prepare` returned, stored for later calls. */
export type Place = Readonly<Record<string, string | boolean>>

export type Destination = {
  /** Checks that writing is possible, and throws if it is not. Returns the ids and settings that later calls need. */
  prepare(place: Place): Promise<Place>
  put(content: Content, place: Place): Promise<SentItem>
  /** An absent item counts as removed. */
  remove(item: { key: string; externalId: string | null }, place: Place): Promise<void>
  confirm?(externalId: string): Promise<Confirmation>
  /** Our items at the destination. Items of others are left out. */
  list(from: Position | null, place: Place): Promise<FoundPage>
  /** Maximum number of parallel calls. */
  atOnce: number
}

export type Trouble =
  /** The platform understood this item and declined it. `reason` is the platform's own code. */
  | { kind: 'refused'; reason: string; message: string }
  | { kind: 'needs_reauth'; message: string }
  /** A person must change something at the destination first. */
  | { kind: 'blocked'; reason: 'fields_missing' | 'permission_missing' | 'account_not_allowed'; message: string }
  /** `until` is the time of the next attempt, as the platform named it. */
  | { kind: 'later'; message: string; until: Date | null }

/** Messages contain no credential and no text of a review. */
export class DestinationFailure extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble.message)
    this.trouble = trouble
  }
}

export const refused = (reason: string, message: string) => new DestinationFailure({ kind: 'refused', reason, message })
export const blocked = (reason: Extract<Trouble, { kind: 'blocked' }>['reason'], message: string) =>
  new DestinationFailure({ kind: 'blocked', reason, message })
