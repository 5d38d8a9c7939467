import { type Furnished, hostedTitle, productTitle } from './furnish.ts'

export type PicturedPage = {
  name: string
  title: string
  heading: string | RegExp
  path: (shop: Furnished) => string
  /** Selector of the element at the upper edge of the picture. Undefined shows the top of the page. */
  scrollTo?: string
  /** True for a page that is pictured without a session. */
  isSignedOut?: true
}

const firstSteps: PicturedPage = {
  name: 'first-steps',
  title: 'The first steps of a store',
  heading: 'Set up your store',
  path: ({ newStoreId }) => `/admin/stores/${newStoreId}/setup`,
}

/** Pictures that a guide shows. docs/guides/pictures has a light and a dark version of each. */
export const guidePictures: readonly PicturedPage[] = [
  firstSteps,
  {
    name: 'connect-woocommerce',
    title: 'A connected WooCommerce shop',
    heading: 'Received webhooks',
    path: ({ outletId }) => `/admin/stores/${outletId}/settings/shop`,
  },
  {
    name: 'connect-shopify',
    title: 'Connecting a Shopify shop',
    heading: 'Connect Shopify',
    path: ({ newStoreId }) => `/admin/stores/${newStoreId}/settings/shop?platform=shopify`,
  },
  {
    name: 'connect-bigcommerce',
    title: 'Connecting a BigCommerce store',
    heading: 'Connect BigCommerce',
    path: ({ newStoreId }) => `/admin/stores/${newStoreId}/settings/shop?platform=bigcommerce`,
  },
  {
    name: 'shop-reviews',
    title: 'Reviews of the shop in the inbox',
    heading: 'Reviews',
    path: ({ storeEnvId }) => `/admin/stores/${storeEnvId}/reviews?status=all&subject=shop`,
  },
  {
    name: 'destinations',
    title: 'Destinations',
    heading: 'Destinations',
    path: ({ storeEnvId }) => `/admin/stores/${storeEnvId}/settings/destinations`,
  },
  {
    name: 'shared-reviews',
    title: 'Shared reviews',
    heading: 'Shared reviews',
    path: ({ storeEnvId }) => `/admin/stores/${storeEnvId}/settings/sharing`,
  },
]

const inAdmin =
  (path: string) =>
  ({ storeEnvId }: Furnished) =>
    `/admin/stores/${storeEnvId}${path}`

export const picturedPages: readonly PicturedPage[] = [
  { name: 'sign-in', title: 'Signing in', heading: 'Sign in', path: () => '/admin/sign-in', isSignedOut: true },
  firstSteps,
  { name: 'home', title: 'Home', heading: 'Home', path: inAdmin('') },
  { name: 'inbox', title: 'Inbox', heading: 'Reviews', path: inAdmin('/reviews') },
  {
    name: 'review',
    title: 'A review',
    heading: 'History',
    path: (shop) => inAdmin(`/reviews/${shop.reviewId}`)(shop),
  },
  { name: 'moderation', title: 'Moderation', heading: 'Moderation', path: inAdmin('/moderation') },
  { name: 'templates', title: 'Email templates', heading: 'Templates', path: inAdmin('/email/templates') },
  { name: 'customers', title: 'Customers', heading: 'Customers', path: inAdmin('/customers') },
  { name: 'products', title: 'Products', heading: 'Products', path: inAdmin('/products') },
  { name: 'imports', title: 'Imports', heading: 'Imports', path: inAdmin('/imports') },
  { name: 'ask', title: 'Ask for a review', heading: 'Ask for a review', path: inAdmin('/ask') },
  { name: 'sequences', title: 'Sequences', heading: 'Sequences', path: inAdmin('/sequences') },
  { name: 'requests', title: 'Review requests', heading: 'Requests', path: inAdmin('/requests') },
  { name: 'gallery', title: 'Galleries', heading: 'Galleries', path: inAdmin('/galleries') },
  { name: 'insights', title: 'Insights', heading: 'Insights', path: inAdmin('/insights') },
  { name: 'widgets', title: 'Widgets', heading: 'Widgets', path: inAdmin('/widgets') },
  {
    name: 'webhook',
    title: 'A webhook and its deliveries',
    heading: 'The last seven days',
    path: (shop) => inAdmin(`/settings/webhooks/${shop.webhookId}`)(shop),
  },
  { name: 'placements', title: 'Placements', heading: 'Placements', path: inAdmin('/placements') },
  { name: 'faqs', title: 'FAQs', heading: 'FAQs', path: inAdmin('/faqs') },
  {
    name: 'own-shop',
    title: 'A shop that pushes',
    heading: 'Recently received',
    path: inAdmin('/settings/shop'),
  },
  { name: 'loyalty', title: 'Loyalty programme', heading: 'Loyalty', path: inAdmin('/loyalty') },
  { name: 'evidence', title: 'Evidence', heading: 'Evidence packs', path: inAdmin('/evidence') },
  { name: 'shop', title: 'The demo shop', heading: 'Made for weather', path: () => '/demo-store' },
  {
    name: 'product',
    title: 'A product of the demo shop',
    heading: productTitle,
    path: ({ platformProductId }) => `/demo-store/products/${platformProductId}`,
  },
  {
    name: 'product-reviews',
    title: 'Its reviews, by the widget',
    heading: productTitle,
    path: ({ platformProductId }) => `/demo-store/products/${platformProductId}`,
    scrollTo: '#reviews',
  },
  {
    name: 'review-form',
    title: 'The review form of an order',
    heading: /./,
    path: ({ formPath }) => formPath,
    isSignedOut: true,
  },
  { name: 'hosted-page', title: 'A hosted page of reviews', heading: hostedTitle, path: (shop) => shop.hostedPath },
  {
    name: 'public-evidence',
    title: 'The public record of a store',
    heading: 'Latest signature',
    path: ({ storeEnvId }) => `/evidence/${storeEnvId}`,
  },
  { name: 'docs', title: 'Documentation', heading: 'Quick start', path: () => '/docs/quick-start' },
  {
    name: 'reference',
    title: 'Reference',
    heading: 'Products',
    path: () => '/docs/reference/products?try#products.list',
  },
]
