import type { ClaimedStatus, DateOrder } from '../vendors/format.ts'
import type { ProductReference } from './products.ts'
import type { SaidAttribute } from './said-attributes.ts'

export type ImportedReview = {
  externalId?: string
  rating: number
  title?: string
  body: string
  authorName: string
  authorEmail?: string
  /** Empty for a review of the shop. */
  product: ProductReference
  isOfShop?: true
  submittedAt: string
  /** The status in the file. The caller of the import decides about publication. */
  status: ClaimedStatus
  /** True if the file states a verified purchase. Only an order can prove one. */
  claimedVerified: boolean
  incentivized: boolean
  incentive?: 'coupon' | 'points'
  importedFrom?: string
  photoUrls: string[]
  reply?: { body: string; repliedAt?: string }
  orderReference?: string
  locale?: string
  country?: string
  attributes?: readonly SaidAttribute[]
}

export type Reply = NonNullable<ImportedReview['reply']>
export type Answer = Reply & { email: string }
/** Keyed by the id of the answered comment. The first answer counts. */
export type Answers = ReadonlyMap<string, Answer>

/** `answers` contains rows of the same file that answer other rows. */
export type RowOptions = {
  now: Date
  dateOrder?: DateOrder
  answers?: Answers
  /** Subject of rows without product values. If undefined, such rows fail. */
  withoutProduct?: 'shop'
}
