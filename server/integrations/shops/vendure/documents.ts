/**
 * Reads a shop's custom fields and the decimals of its amounts. The custom fields are needed because querying a missing
 * field fails the whole query.
 */
export const settingsDocument = `query Settings {
  globalSettings { serverConfig {
    moneyStrategyPrecision
    entityCustomFields { entityName customFields { ... on CustomField { name type list } } }
  } }
}`

export const countsDocument = `query Counts {
  products(options: { take: 1 }) { totalItems }
  orders(options: { take: 1, filter: { active: { eq: false } } }) { totalItems }
}`

export const productCountDocument = 'query ProductCount { products(options: { take: 1 }) { totalItems } }'

export type CustomFields = { product: readonly string[]; variant: readonly string[] }

const facets = 'facetValues { name facet { code name } }'
const customFields = (names: readonly string[]) => (names.length > 0 ? `customFields { ${names.join(' ')} }` : '')

const variantFields = (fields: CustomFields) => `
  id name sku enabled price priceWithTax currencyCode
  featuredAsset { preview } ${facets} ${customFields(fields.variant)}`

const productFields = (fields: CustomFields) => `
  id name slug description enabled updatedAt featuredAsset { preview } ${facets} ${customFields(fields.product)}
  collections { id }`

/** The filter is part of `options`, so the same document reads pages and finds products by id. */
export const productsDocument = (
  fields: CustomFields,
) => `query Products($options: ProductListOptions, $variants: ProductVariantListOptions) {
  products(options: $options) {
    totalItems
    items { ${productFields(fields)} variantList(options: $variants) { totalItems items { ${variantFields(fields)} } } }
  }
}`

export const variantsDocument = (
  fields: CustomFields,
) => `query Variants($productId: ID!, $options: ProductVariantListOptions) {
  productVariants(productId: $productId, options: $options) { totalItems items { ${variantFields(fields)} } }
}`

export const collectionsDocument = `query Collections($options: CollectionListOptions) {
  collections(options: $options) { totalItems items { id name slug parent { id name } } }
}`

const orderFields = `
  id code state active orderPlacedAt updatedAt currencyCode totalWithTax
  customer { emailAddress firstName lastName }
  shippingAddress { fullName countryCode } billingAddress { fullName countryCode }
  shippingLines { discounts { adjustmentSource amountWithTax } }
  lines { quantity orderPlacedQuantity proratedUnitPriceWithTax discountedUnitPriceWithTax
    fulfillmentLines { quantity fulfillment { state } }
    productVariant { id sku name productId } }
  payments { refunds { total state } }
  history(options: { take: 100, sort: { createdAt: ASC }, filter: { type: { eq: "ORDER_STATE_TRANSITION" } } }) { items { createdAt data } }`

export const ordersDocument = `query Orders($options: OrderListOptions) {
  orders(options: $options) { totalItems items { ${orderFields} } }
}`

export const codesDocument = `query Codes($options: PromotionListOptions) {
  activeChannel { defaultLanguageCode defaultCurrencyCode }
  promotions(options: $options) { totalItems items { id couponCode } }
}`

export const makeCodeDocument = `mutation MakeCode($input: CreatePromotionInput!) {
  createPromotion(input: $input) { __typename ... on Promotion { id } ... on ErrorResult { errorCode } }
}`

export const removeCodeDocument = `mutation RemoveCode($id: ID!) {
  deletePromotion(id: $id) { result }
}`

export const partsDocument = `query Parts($options: OrderListOptions) {
  orders(options: $options) { totalItems items { id payments { refunds { updatedAt } } fulfillments { updatedAt } } }
}`
