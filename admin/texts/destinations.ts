import type { Destination, DestinationKind } from '../api/shops/destinations.ts'
import type { Tone } from '../components/Badge.tsx'

export const kindNames: Record<DestinationKind, string> = {
  google_product: 'Google',
  shopify_rating: 'Shopify ratings',
  shopify_reviews: 'Shopify reviews',
  vendure_rating: 'Vendure ratings',
  medusa_rating: 'Medusa ratings',
  woocommerce_rating: 'WooCommerce ratings',
  meta_csv: 'Meta',
}

export const kindTexts: Record<DestinationKind, string> = {
  google_product: 'Reviews of products in Google Shopping, through your Merchant Center account.',
  shopify_rating: 'Stars in the standard fields of your products, which themes and other apps read.',
  shopify_reviews: 'Reviews in Shopify’s own review objects. Shopify must have approved the app.',
  vendure_rating: 'Stars in two custom fields of your products.',
  medusa_rating: 'Stars in the metadata of your products.',
  woocommerce_rating: 'Stars in the meta data of your products.',
  meta_csv: 'A file with all reviews, which Meta fetches from a private address.',
}

export const statusNames: Record<Destination['status'], string> = {
  active: 'Active',
  paused: 'Paused',
  needs_reauth: 'Needs attention',
  blocked: 'Blocked',
  removing: 'Removing',
}

export const statusTones: Record<Destination['status'], Tone> = {
  active: 'good',
  paused: 'plain',
  needs_reauth: 'danger',
  blocked: 'danger',
  removing: 'warn',
}

/** The service may add reasons that this version does not know. */
const reasonTexts: Record<string, string> = {
  credentials_refused: 'The credentials were refused. Connect the destination again.',
  fields_missing: 'The shop lacks the fields evidentRating and evidentRatingCount. Define them, then test.',
  permission_missing: 'The connection is not allowed to write to the shop. Grant the permission, then test.',
  account_not_allowed: 'Google refuses the account or its project. Register the project and join Product Ratings.',
  not_approved: 'not approved',
  shared: 'shared by another store',
  other_subject: 'not about a product',
  no_text: 'no text',
  no_live_sku: 'the product has no variant on sale with a SKU, GTIN or MPN',
  no_product_url: 'the product has no page',
  no_shop_product: 'the connected shop does not have the product',
  imported: 'imported',
  rewarded: 'rewarded',
  no_order: 'the Shop app shows only reviews with an order',
  no_customer: 'the Shop app shows only reviews that name the customer of their order',
  unreachable: 'no answer yet; we try again soon',
}

export const reasonText = (reason: string): string => reasonTexts[reason] ?? reason
