export type FakeVariant = {
  id: number
  title: string
  sku: string | null
  barcode: string | null
  price: string
  image: string | null
  metafields: Record<string, string>
}
export type FakeProduct = {
  id: number
  title: string
  handle: string
  vendor: string
  productType: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  updatedAt: string
  onlineStoreUrl: string | null
  description: string
  image: string | null
  metafields: Record<string, string>
  collections: number[]
  variants: FakeVariant[]
}
export type FakeCollection = { id: number; title: string; handle: string }
export type FakeLineItem = {
  productId: number | null
  variantId: number | null
  sku: string | null
  title: string
  quantity: number
  /** Quantity that remains after removals and refunds. The default is the whole quantity. */
  currentQuantity?: number
  price: string
}
/** `lines` refer to line items by their index in the order. */
export type FakeRefund = {
  amount: string
  currency?: string
  status?: 'success' | 'pending' | 'failure'
  createdAt?: string
  lines?: { index: number; quantity: number; restockType: 'CANCEL' | 'RETURN' | 'NO_RESTOCK' | 'LEGACY_RESTOCK' }[]
}
export type FakeOrder = {
  id: number
  name: string
  email: string | null
  test: boolean
  createdAt: string
  processedAt: string
  updatedAt: string
  cancelledAt: string | null
  currency: string
  total: string
  refunds: FakeRefund[]
  locale: string | null
  acceptsMarketing: boolean
  fulfillment: 'UNFULFILLED' | 'PARTIALLY_FULFILLED' | 'FULFILLED'
  /** A shipment without `lines` contains every line item. */
  fulfillments: {
    status: 'SUCCESS' | 'CANCELLED'
    createdAt: string
    deliveredAt: string | null
    lines?: number[]
  }[]
  address: { name: string; country: string } | null
  /** Number of the customer. Null for an order without one. */
  customerId: number | null
  lineItems: FakeLineItem[]
}

export type ShopData = {
  name: string
  domain: string
  currency: string
  /** Products are stored, or generated one at a time when they are read, so that a million variants need no memory. */
  products: Map<number, FakeProduct> | { count: number; variants: number; make(index: number): FakeProduct }
  collections: FakeCollection[]
  orders: Map<number, FakeOrder>
}

let lastId = 7_000_000_000_000
/** Ids have the spacing of Shopify's own ids. */
export const nextId = (): number => (lastId += 32_768)

export function createShopData(domain = 'acme.myshopify.com'): ShopData {
  return { name: 'Acme', domain, currency: 'EUR', products: new Map(), collections: [], orders: new Map() }
}

export function makeVariant(values: Partial<FakeVariant> = {}): FakeVariant {
  const id = values.id ?? nextId()
  return {
    id,
    title: 'Default Title',
    sku: `SKU-${id}`,
    barcode: null,
    price: '19.90',
    image: null,
    metafields: {},
    ...values,
  }
}

export function makeProduct(values: Partial<FakeProduct> = {}): FakeProduct {
  const id = values.id ?? nextId()
  return {
    id,
    title: `Product ${id}`,
    handle: `product-${id}`,
    vendor: 'Acme',
    productType: '',
    status: 'ACTIVE',
    updatedAt: '2026-11-01T10:00:00Z',
    onlineStoreUrl: `https://acme.example/products/product-${id}`,
    description: '',
    image: null,
    metafields: {},
    collections: [],
    variants: values.variants ?? [makeVariant()],
    ...values,
  }
}

export function makeOrder(values: Partial<FakeOrder> = {}): FakeOrder {
  const id = values.id ?? nextId()
  const createdAt = values.createdAt ?? '2026-11-01T10:00:00Z'
  return {
    id,
    name: `#${id % 100_000}`,
    email: `buyer-${id}@example.com`,
    test: false,
    createdAt,
    processedAt: createdAt,
    updatedAt: createdAt,
    cancelledAt: null,
    currency: 'EUR',
    total: '39.80',
    refunds: [],
    locale: 'de-DE',
    acceptsMarketing: false,
    fulfillment: 'UNFULFILLED',
    fulfillments: [],
    address: { name: 'Ada Byron', country: 'DE' },
    customerId: nextId(),
    lineItems: [],
    ...values,
  }
}

export function addProduct(data: ShopData, values: Partial<FakeProduct> = {}): FakeProduct {
  const product = makeProduct(values)
  if (data.products instanceof Map) data.products.set(product.id, product)
  return product
}

export function addOrder(data: ShopData, values: Partial<FakeOrder> = {}): FakeOrder {
  const order = makeOrder(values)
  data.orders.set(order.id, order)
  return order
}

export function* listProducts({ products }: ShopData): Generator<FakeProduct> {
  if (products instanceof Map) return yield* products.values()
  for (let index = 0; index < products.count; index += 1) yield products.make(index)
}

export function findProduct({ products }: ShopData, id: number): FakeProduct | undefined {
  if (products instanceof Map) return products.get(id)
}

/** Generates `products` products with `variants` variants each, when they are read. */
export function lazyProducts(products: number, variants: number): ShopData['products'] {
  return {
    count: products,
    variants: products * variants,
    make: (index) => {
      const id = 8_000_000_000_000 + index * 4_096
      return makeProduct({
        id,
        title: `Lazy product ${index}`,
        variants: Array.from({ length: variants }, (_, each) =>
          makeVariant({ id: id * 10 + each, title: `Size ${each}`, barcode: '4006381333931' }),
        ),
      })
    },
  }
}
