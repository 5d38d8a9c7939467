export type BcVariant = {
  id: number
  product_id: number
  sku: string
  price: number | null
  calculated_price: number
  upc: string
  gtin: string
  mpn: string
  image_url: string
  purchasing_disabled: boolean
  option_values: { id: number; label: string; option_id: number; option_display_name: string }[]
}
export type BcProduct = {
  id: number
  name: string
  sku: string
  description: string
  price: number
  brand_id: number
  upc: string
  gtin: string
  mpn: string
  is_visible: boolean
  categories: number[]
  custom_url: { url: string; is_customized: boolean }
  custom_fields: { id: number; name: string; value: string }[]
  primary_image: { url_standard: string; url_zoom: string } | null
  date_modified: string
  variants: BcVariant[]
}
export type BcCategory = {
  category_id: number
  parent_id: number
  tree_id: number
  name: string
  url: { path: string }
}
export type BcLine = {
  id: number
  product_id: number
  variant_id: number
  sku: string
  name: string
  quantity: number
  price_inc_tax: string
  base_price: string
  type?: 'physical' | 'digital' | 'giftcertificate'
  is_refunded?: boolean
  quantity_refunded?: number
  quantity_shipped?: number
}
export type BcOrder = {
  id: number
  status_id: number
  date_created: string
  date_modified: string
  date_shipped: string
  total_inc_tax: string
  refunded_amount: string
  currency_code: string
  default_currency_code: string
  customer_locale: string
  billing_address: Record<string, string | null>
  lines: BcLine[]
  refunds: string[]
}

export type BcData = {
  products: Map<number, BcProduct> | { count: number; make(index: number): BcProduct }
  brands: { id: number; name: string }[]
  categories: BcCategory[]
  orders: Map<number, BcOrder>
}

let lastId = 100
const nextId = (): number => {
  lastId += 1
  return lastId
}

export function makeBcVariant(productId: number, values: Partial<BcVariant> = {}): BcVariant {
  const id = values.id ?? nextId()
  return {
    id,
    product_id: productId,
    sku: `SKU-${id}`,
    price: null,
    calculated_price: 25,
    upc: '',
    gtin: '',
    mpn: '',
    image_url: '',
    purchasing_disabled: false,
    option_values: [],
    ...values,
  }
}

export function makeBcProduct(values: Partial<BcProduct> = {}): BcProduct {
  const id = values.id ?? nextId()
  return {
    id,
    name: `Product ${id}`,
    sku: '',
    description: '',
    price: 25,
    brand_id: 0,
    upc: '',
    gtin: '',
    mpn: '',
    is_visible: true,
    categories: [],
    custom_url: { url: `/product-${id}/`, is_customized: false },
    custom_fields: [],
    primary_image: null,
    date_modified: '2026-11-01T10:00:00+00:00',
    variants: values.variants ?? [makeBcVariant(id)],
    ...values,
  }
}

/**
 * Makes an order in V2 format: decimals as text with four digits, times of RFC 2822, and an empty text for a missing time.
 */
export function makeBcOrder(values: Partial<BcOrder> = {}): BcOrder {
  const created = values.date_created ?? 'Sun, 01 Nov 2026 10:00:00 +0000'
  return {
    id: nextId(),
    status_id: 11,
    date_created: created,
    date_modified: created,
    date_shipped: '',
    total_inc_tax: '38.1300',
    refunded_amount: '0.0000',
    currency_code: 'USD',
    default_currency_code: 'USD',
    customer_locale: 'en',
    billing_address: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', country_iso2: 'US' },
    lines: [],
    refunds: [],
    ...values,
  }
}

export function addBcProduct(data: BcData, values: Partial<BcProduct> = {}): BcProduct {
  const product = makeBcProduct(values)
  if (data.products instanceof Map) data.products.set(product.id, product)
  return product
}

export function addBcOrder(data: BcData, values: Partial<BcOrder> = {}): BcOrder {
  const order = makeBcOrder(values)
  data.orders.set(order.id, order)
  return order
}

/** Products are generated when their page is read, and never stored. */
export function lazyBcProducts(count: number, variants: number): BcData['products'] {
  return {
    count,
    make: (index) => {
      const id = 1_000 + index
      const each = (at: number) => makeBcVariant(id, { id: id * 1_000 + at, gtin: '4006381333931' })
      return makeBcProduct({ id, variants: Array.from({ length: variants }, (_, at) => each(at)) })
    },
  }
}
