// What the service tells pages, by the names the widgets use. Types only: nothing of the server comes into a bundle.
import type { Static } from 'typebox'
import type { ShownFaq } from '../server/resources/faqs/shown/schema.ts'
import type { StorefrontMember } from '../server/resources/loyalty/schema.ts'
import type { ShownReview, Sort, Summary } from '../server/resources/storefront/schema.ts'
import type { StorefrontConfig } from '../server/resources/storefront/settings/schema.ts'

export type { Sort, Summary }
export type Review = ShownReview
export type Config = Static<typeof StorefrontConfig>
export type LoyaltyMember = Static<typeof StorefrontMember>
export type Faq = ShownFaq
export type FaqPage = { data: Faq[]; pagination: { nextCursor: string | null } }
export type Summaries = { data: Summary[] }
export type ReviewPage = { data: Review[]; pagination: { nextCursor: string | null } }
