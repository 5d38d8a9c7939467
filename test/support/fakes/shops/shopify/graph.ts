// Presents the fake's data in the form of its GraphQL schema. Methods take the field's arguments; all other properties are
// values.
import type { FakeLineItem, FakeOrder, FakeProduct, FakeVariant, ShopData } from './model.ts'
import { findProduct, listProducts } from './model.ts'

export type Arguments = { first?: number; after?: string | null; query?: string | null; sortKey?: string }

const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`
const metafieldFrom =
  (metafields: Record<string, string>) =>
  ({ namespace, key }: { namespace: string; key: string }) => {
    const value = metafields[`${namespace}.${key}`]
    return value === undefined ? null : { value }
  }
const toImage = (url: string | null) => url && { url }

/** The cursor contains an id, so that deleting other rows between two pages does not shift the next page. */
export function connection<T>(all: readonly T[], keyOf: (item: T) => string, { first, after }: Arguments) {
  const from = after ? all.findIndex((item) => encodeCursor(keyOf(item)) === after) + 1 : 0
  const nodes = first === undefined ? all.slice(from) : all.slice(from, from + first)
  const last = nodes.at(-1)
  return {
    nodes,
    edges: nodes.map((node) => ({ node })),
    pageInfo: {
      hasNextPage: from + nodes.length < all.length,
      endCursor: last === undefined ? null : encodeCursor(keyOf(last)),
    },
  }
}

const encodeCursor = (key: string) => Buffer.from(key).toString('base64url')
const idOf = ({ id }: { id: string }) => id

export function productView(product: FakeProduct) {
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    updatedAt: product.updatedAt,
    onlineStoreUrl: product.onlineStoreUrl,
    description: product.description,
    featuredMedia: product.image && { __typename: 'MediaImage', preview: { image: toImage(product.image) } },
    metafield: metafieldFrom(product.metafields),
    priceRangeV2: {
      maxVariantPrice: { amount: String(Math.max(...product.variants.map(({ price }) => Number(price)))) },
    },
    variants: (given: Arguments) => connection(product.variants.map(variantView), idOf, given),
    collections: (given: Arguments) =>
      connection(
        product.collections.map((id) => ({ id: gid('Collection', id) })),
        idOf,
        given,
      ),
  }
}

function variantView(variant: FakeVariant) {
  return {
    id: gid('ProductVariant', variant.id),
    title: variant.title,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    image: toImage(variant.image),
    metafield: metafieldFrom(variant.metafields),
  }
}

const bag = (amount: string, currencyCode: string) => ({ shopMoney: { amount, currencyCode } })

export function orderView(order: FakeOrder) {
  const address = order.address && { name: order.address.name, countryCodeV2: order.address.country }
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    name: order.name,
    email: order.email,
    test: order.test,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    currencyCode: order.currency,
    customerLocale: order.locale,
    customerAcceptsMarketing: order.acceptsMarketing,
    displayFulfillmentStatus: order.fulfillment,
    totalPriceSet: bag(order.total, order.currency),
    totalRefundedSet: bag(sumRefunded(order), order.currency),
    billingAddress: address,
    shippingAddress: address,
    customer: order.customerId === null ? null : { id: gid('Customer', order.customerId) },
    fulfillments: () =>
      order.fulfillments.map((each) => ({
        ...each,
        fulfillmentLineItems: (given: Arguments) =>
          connection(
            (each.lines ?? order.lineItems.map((_, index) => index)).map((index) => ({
              lineItem: toLine(order, index),
            })),
            ({ lineItem }) => lineItem.id,
            given,
          ),
      })),
    refunds: ({ first }: Arguments) => order.refunds.map((_, index) => refundView(order, index)).slice(0, first),
    lineItems: (given: Arguments) =>
      connection(
        order.lineItems.map((item, index) => lineItemView(item, order, index)),
        idOf,
        given,
      ),
  }
}

const toLine = (order: FakeOrder, index: number) => ({ id: gid('LineItem', order.id + index) })

function refundView(order: FakeOrder, index: number) {
  const { createdAt = order.updatedAt, lines = [] } = order.refunds[index] ?? {}
  return {
    id: gid('Refund', order.id + index),
    createdAt,
    refundLineItems: (given: Arguments) =>
      connection(
        lines.map((line, at) => ({ ...line, key: String(at), lineItem: toLine(order, line.index) })),
        ({ key }) => key,
        given,
      ),
  }
}

function lineItemView(item: FakeLineItem, order: FakeOrder, index: number) {
  return {
    id: gid('LineItem', order.id + index),
    title: item.title,
    sku: item.sku,
    quantity: item.quantity,
    currentQuantity: item.currentQuantity ?? item.quantity,
    originalUnitPriceSet: bag(item.price, order.currency),
    product: item.productId === null ? null : { id: gid('Product', item.productId) },
    variant: item.variantId === null ? null : { id: gid('ProductVariant', item.variantId) },
  }
}

function sumRefunded({ refunds }: FakeOrder): string {
  const cents = refunds
    .filter(({ status = 'success' }) => status === 'success')
    .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  return (cents / 100).toFixed(2)
}

/** Supports only these two filters, at the precision that Shopify documents. */
export function listOrders(data: ShopData, { query, sortKey }: Arguments): FakeOrder[] {
  const [, field, since] = /^(created_at|updated_at):>='([^']+)'$/.exec(query ?? '') ?? []
  if (query && !field) throw new Error(`The fake knows no such filter: ${query}`)
  const timeOf = (order: FakeOrder) => Date.parse(field === 'created_at' ? order.createdAt : order.updatedAt)
  return [...data.orders.values()]
    .filter((order) => !since || timeOf(order) >= Date.parse(since))
    .sort((a, b) => (sortKey === 'UPDATED_AT' ? Date.parse(a.updatedAt) - Date.parse(b.updatedAt) : 0))
}

export function catalogueRoot(data: ShopData) {
  return {
    shop: { name: data.name, myshopifyDomain: data.domain, currencyCode: data.currency },
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => findNode(data, id)),
    product: ({ id }: { id: string }) => findNode(data, id),
    order: ({ id }: { id: string }) => {
      const order = data.orders.get(Number(id.split('/').at(-1)))
      return order ? orderView(order) : null
    },
    refund: ({ id }: { id: string }) => {
      const wanted = [...data.orders.values()].flatMap((order) => order.refunds.map((_, at) => refundView(order, at)))
      return wanted.find((refund) => refund.id === id) ?? null
    },
    orders: (given: Arguments) => connection(listOrders(data, given).map(orderView), idOf, given),
    products: (given: Arguments) => connection([...listProducts(data)].map(productView), idOf, given),
    collections: (given: Arguments) =>
      connection(
        data.collections.map((each) => ({ ...each, id: gid('Collection', each.id) })),
        idOf,
        given,
      ),
    collectionsCount: () => ({ count: data.collections.length }),
  }
}

function findNode(data: ShopData, id: string) {
  const number = Number(id.split('/').at(-1))
  const order = id.startsWith('gid://shopify/Order/') ? data.orders.get(number) : undefined
  if (order) return orderView(order)
  const product = id.startsWith('gid://shopify/Product/') ? findProduct(data, number) : undefined
  return product ? productView(product) : null
}
