import type { ProductReference } from './products.ts'
import type { SaidAttribute } from './said-attributes.ts'
import type { ClaimedStatus, DateOrder } from './vendors/format.ts'

export type ImportedReview = {
  externalId?: string
  /** Whole, 1 to 5. */
  rating: number
  title?: string
  body: string
  authorName: string
  authorEmail?: string
  product: ProductReference
  submittedAt: string
  /** What the file claims. Whether a review is published is decided by the caller of the import. */
  status: ClaimedStatus
  /** Claimed too: only an order proves a purchase. */
  claimedVerified: boolean
  incentivized: boolean
  /** What was given, where the format says so. */
  incentive?: 'coupon' | 'points'
  /** Of our own export: what had brought the review there. */
  importedFrom?: string
  photoUrls: string[]
  reply?: { body: string; repliedAt?: string }
  orderReference?: string
  locale?: string
  country?: string
  /** Of our own export: what the author said about what the store asks. */
  attributes?: readonly SaidAttribute[]
}

export type Reply = NonNullable<ImportedReview['reply']>
export type Answer = Reply & { email: string }
/** By the id of the comment that is answered. The first answer counts. */
export type Answers = ReadonlyMap<string, Answer>

/** `answers`: rows of the same file that answer others. */
export type RowOptions = { now: Date; dateOrder?: DateOrder; answers?: Answers }
