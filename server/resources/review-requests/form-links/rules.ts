import type { SubscriptionFacts } from '#platform/identity/subscription.ts'

export type FormLink = SubscriptionFacts & {
  storeEnvId: string
  organizationId: string
  orderId: string
  requestId: string
  expiresAt: string
  storeName: string
  origins: string[]
  timezone: string
}

export type FormProduct = {
  id: string
  platformProductId: string
  title: string | null
  imageUrl: string | null
  url: string | null
  formerIds: string[]
  reviewed: boolean
}

export type FormOrder = {
  orderNumber: string | null
  email: string | null
  customerName: string | null
  locale: string | null
  isCancelled: boolean
  products: FormProduct[]
}

export type ShopQuestion = {
  /** Question in the store's own words. Null uses the question of the form. */
  question: string | null
  /** True if the order has a review of the shop. */
  reviewed: boolean
  /** True if the form of the order may ask about the shop. */
  asked: boolean
}

export const formUrl = (origin: string, token: string): string => `${origin}/f/${token}`

/** One link per product and star. A GET of the link records nothing; the page's POST does. */
export const starUrl = (origin: string, token: string, productId: string, rating?: number): string =>
  `${formUrl(origin, token)}?product=${productId}${rating === undefined ? '' : `&rating=${rating}`}`
