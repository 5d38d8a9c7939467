// The storefront API's types under the names that the widgets use. Only types are imported, so that no server code enters a
// bundle.
import type { Static } from 'typebox'
import type { Digest as ShownDigest } from '../server/resources/digests/schema.ts'
import type { ShownFaq } from '../server/resources/faqs/shown/schema.ts'
import type { ShownGallery } from '../server/resources/galleries/shown/schema.ts'
import type { StorefrontMember } from '../server/resources/loyalty/members/schema.ts'
import type { ReferralLink as Link, ShopperRedemption } from '../server/resources/loyalty/shoppers/schema.ts'
import type { ShownPlacement } from '../server/resources/placements/shown/schema.ts'
import type {
  AttributeSummaries,
  ReviewFilters,
  ShownReview,
  Sort,
  Summary,
} from '../server/resources/storefront/schema.ts'
import type { StorefrontConfig } from '../server/resources/storefront/settings/schema.ts'

export type { ReviewFilters, Sort, Summary }
export type Review = ShownReview
export type Attributes = Static<typeof AttributeSummaries>
export type Config = Static<typeof StorefrontConfig>
export type LoyaltyMember = Static<typeof StorefrontMember>
export type LoyaltyRedemption = Static<typeof ShopperRedemption>
export type ReferralLink = Static<typeof Link>
export type Faq = ShownFaq
export type FaqPage = { data: Faq[]; pagination: { nextCursor: string | null } }
export type Gallery = ShownGallery
export type Picture = ShownGallery['items'][number] & {
  more?: { text: string; open(): boolean }
}
export type Placement = ShownPlacement
export type Placements = { data: Placement[] }
export type StoreSummary = Pick<Summary, 'count' | 'average' | 'byStar'>
export type Summaries = { data: Summary[] }
export type Digest = Static<typeof ShownDigest>
export type ReviewPage = { data: Review[]; pagination: { nextCursor: string | null } }
