// A bulk operation accepts no variables, and no connection below a second level. The tests validate each query against this
// version's schema.
import type { IdentifierSources } from '../shop.ts'
import { destinationDocuments } from './destinations/documents.ts'

const kinds = ['gtin', 'mpn', 'brand', 'group'] as const
const metaSource = /^meta:(\$app(?::[\w-]{1,250})?|[\w-]{1,255})\.([\w-]{1,64})$/

export function parseMetafield(source: string | null): { namespace: string; key: string } | undefined {
  const [, namespace, key] = metaSource.exec(source ?? '') ?? []
  return namespace && key ? { namespace, key } : undefined
}

function metafields(identifiers: IdentifierSources): string {
  return kinds
    .map((kind) => ({ kind, metafield: parseMetafield(identifiers[kind] ?? null) }))
    .map(({ kind, metafield }) =>
      metafield
        ? `${kind}: metafield(namespace: ${JSON.stringify(metafield.namespace)}, key: ${JSON.stringify(metafield.key)}) { value }`
        : '',
    )
    .join(' ')
}

// A variant's `image` is deprecated in favor of `media`. `media` is a connection on the third level, which bulk
// operations cannot read.
const variantFields = (identifiers: IdentifierSources) =>
  `id title sku barcode price image { url } ${metafields(identifiers)}`

const productFields = (identifiers: IdentifierSources) =>
  `id title handle vendor productType status updatedAt onlineStoreUrl description
   featuredMedia { preview { image { url } } } ${metafields(identifiers)}`

const money = '{ shopMoney { amount currencyCode } }'

const orderFields = `id name email test createdAt processedAt updatedAt cancelledAt currencyCode customerLocale
  customerAcceptsMarketing displayFulfillmentStatus
  totalPriceSet ${money} totalRefundedSet ${money}
  billingAddress { name countryCodeV2 } shippingAddress { name countryCodeV2 }
  fulfillments(first: 20) { status createdAt deliveredAt }`

const lineItemFields = `id title sku quantity currentQuantity originalUnitPriceSet ${money} product { id } variant { id }`

export const bulkCatalogue = (identifiers: IdentifierSources): string => `{
  products { edges { node {
    ${productFields(identifiers)}
    variants { edges { node { ${variantFields(identifiers)} } } }
    collections { edges { node { id } } }
  } } }
}`

export const bulkOrders = (placedSince: Date): string => `{
  orders(query: ${JSON.stringify(`created_at:>='${placedSince.toISOString()}'`)}) { edges { node {
    ${orderFields}
    lineItems { edges { node { ${lineItemFields} } } }
  } } }
}`

export const startBulk = `mutation startBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id status }
    userErrors { field message code }
  }
}`

export const pollBulk = `query pollBulk($id: ID!) {
  shop { currencyCode }
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount url partialDataUrl }
}`

export const cancelBulk = `mutation cancelBulk($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`

/** Checks which products still exist, at a cost of one point per product. */
export const existingProducts = 'query existingProducts($ids: [ID!]!) { nodes(ids: $ids) { id } }'

/** The largest number of products, with metafields, whose query costs at most 1,000 points. */
export const productsAtOnce = 5
const variantsAtOnce = 25

export const someProducts = (identifiers: IdentifierSources): string => `query someProducts($ids: [ID!]!) {
  shop { currencyCode }
  nodes(ids: $ids) { ... on Product {
    ${productFields(identifiers)}
    variants(first: ${variantsAtOnce}) { nodes { ${variantFields(identifiers)} } pageInfo { hasNextPage endCursor } }
    collections(first: 25) { nodes { id } pageInfo { hasNextPage endCursor } }
  } }
}`

export const moreVariants = (identifiers: IdentifierSources): string => `query moreVariants($id: ID!, $after: String) {
  product(id: $id) {
    variants(first: 150, after: $after) { nodes { ${variantFields(identifiers)} } pageInfo { hasNextPage endCursor } }
  }
}`

export const moreCollections = `query moreCollections($id: ID!, $after: String) {
  product(id: $id) { collections(first: 250, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
}`

export const collections = `query collections($after: String) {
  collectionsCount(limit: null) { count }
  collections(first: 250, after: $after, sortKey: ID) { nodes { id title handle } pageInfo { hasNextPage endCursor } }
}`

export const changedOrders = `query changedOrders($query: String!, $after: String) {
  orders(first: 8, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${orderFields} lineItems(first: 10) { nodes { ${lineItemFields} } pageInfo { hasNextPage endCursor } } }
    pageInfo { hasNextPage endCursor }
  }
}`

export const oneOrder = `query oneOrder($id: ID!) {
  order(id: $id) {
    ${orderFields} lineItems(first: 100) { nodes { ${lineItemFields} } pageInfo { hasNextPage endCursor } }
  }
}`

export const moreLineItems = `query moreLineItems($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: 100, after: $after) { nodes { ${lineItemFields} } pageInfo { hasNextPage endCursor } }
  }
}`

// A bulk operation cannot read a connection below a list, so orders with removed units are queried one by one.
export const orderRefunds = `query orderRefunds($id: ID!) {
  order(id: $id) {
    refunds(first: 20) {
      id createdAt
      refundLineItems(first: 20) { nodes { quantity restockType lineItem { id } } pageInfo { hasNextPage endCursor } }
    }
  }
}`

export const moreRefundLines = `query moreRefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    refundLineItems(first: 100, after: $after) {
      nodes { quantity restockType lineItem { id } } pageInfo { hasNextPage endCursor }
    }
  }
}`

export const orderFulfillments = `query orderFulfillments($id: ID!) {
  order(id: $id) {
    fulfillments(first: 20) {
      status createdAt
      fulfillmentLineItems(first: 20) { nodes { lineItem { id } } pageInfo { hasNextPage endCursor } }
    }
  }
}`

export const whoAmI = `query whoAmI {
  shop { name myshopifyDomain currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`

/** An order's email address is protected, so Shopify may withhold it even from an app with access to orders. */
export const anyOrder = 'query anyOrder { orders(first: 1) { nodes { id email } } }'

export const hooks = `query hooks($after: String) {
  webhookSubscriptions(first: 250, after: $after) { nodes { id topic uri } pageInfo { hasNextPage endCursor } }
}`

export const makeHook = `mutation makeHook($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`

export const removeHook = `mutation removeHook($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`

export const findCode = `query findCode($code: String!) {
  shop { currencyCode }
  codeDiscountNodeByCode(code: $code) { id }
}`

/** The price of the most expensive variant is the maximum that a product's code may deduct. */
export const productPrice = `query productPrice($id: ID!) {
  product(id: $id) { priceRangeV2 { maxVariantPrice { amount } } }
}`

export const makeCode = `mutation makeCode($discount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code } }
}`

export const makeFreeShipping = `mutation makeFreeShipping($discount: DiscountCodeFreeShippingInput!) {
  discountCodeFreeShippingCreate(freeShippingCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code } }
}`

export const removeCode = `mutation removeCode($id: ID!) {
  discountCodeDelete(id: $id) { deletedCodeDiscountId userErrors { code } }
}`

export function allDocuments(identifiers: IdentifierSources): Record<string, string> {
  return {
    bulkCatalogue: bulkCatalogue(identifiers),
    bulkOrders: bulkOrders(new Date(0)),
    startBulk,
    pollBulk,
    cancelBulk,
    existingProducts,
    someProducts: someProducts(identifiers),
    moreVariants: moreVariants(identifiers),
    moreCollections,
    collections,
    changedOrders,
    oneOrder,
    moreLineItems,
    orderRefunds,
    moreRefundLines,
    orderFulfillments,
    whoAmI,
    anyOrder,
    hooks,
    makeHook,
    removeHook,
    findCode,
    productPrice,
    makeCode,
    makeFreeShipping,
    removeCode,
    ...destinationDocuments,
  }
}
