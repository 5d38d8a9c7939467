import { medusa } from '#integrations/shops/medusa/medusa.ts'
import {
  type CodeWorth,
  type Position,
  type ShopCategory,
  type ShopCode,
  ShopFailure,
  type ShopOrder,
  type ShopProduct,
} from '#integrations/shops/shop.ts'
import { adapters } from '#resources/connectors/shops/adapters.ts'

export type PlainShop = {
  products: ShopProduct[]
  orders: ShopOrder[]
  categories: ShopCategory[]
  /** Replaces the category count that the shop reports, page by page. */
  countedCategories: (number | null)[] | undefined
  pageSize: number
  failures: ShopFailure[]
  counted: number | undefined
  isEndless: boolean
  /** Products that are found only by id. */
  hidden: ShopProduct[]
  calls: string[]
  codes: Map<string, CodeWorth>
  /** Each code that was created, with all its conditions. */
  made: ShopCode[]
  fails: ((name: string) => ShopFailure | undefined) | undefined
  waits: ((name: string) => Promise<unknown> | undefined) | undefined
  goodKey: string
  restore(): void
}

export function startPlainShop(): PlainShop {
  const before = adapters.medusa
  const shop: PlainShop = {
    products: [],
    orders: [],
    categories: [makeCategory('c1', 'Mugs')],
    countedCategories: undefined,
    pageSize: 50,
    failures: [],
    counted: undefined,
    isEndless: false,
    hidden: [],
    calls: [],
    codes: new Map(),
    made: [],
    fails: undefined,
    waits: undefined,
    goodKey: 'sk_plain_good_key',
    restore() {
      if (before) adapters.medusa = before
    },
  }
  adapters.medusa = () => ({
    ...medusa,
    open({ credentials }) {
      const answer = async <T>(name: string, give: () => T): Promise<T> => {
        shop.calls.push(name)
        await shop.waits?.(name)
        const failure = shop.failures.shift() ?? shop.fails?.(name)
        if (failure) throw failure
        if (credentials.apiKey !== shop.goodKey)
          throw new ShopFailure('credentials_refused', 'The shop refuses the key.')
        return give()
      }
      const from = (position: Position | null) => Number(position?.offset ?? 0)
      const slicePage = <T>(all: readonly T[], position: Position | null, isCatalogue = true) => {
        const offset = from(position)
        const end = offset + shop.pageSize
        const next = (isCatalogue && shop.isEndless) || end < all.length ? { offset: end } : null
        return { items: all.slice(offset, end), next, total: (isCatalogue ? shop.counted : undefined) ?? all.length }
      }
      return {
        check: () =>
          answer('check', () => ({ checks: [{ name: 'credentials', ok: true, message: 'Good.' }], missingScopes: [] })),
        readProducts: (position) => answer('products', () => slicePage(shop.products, position)),
        verify: ({ products }) =>
          answer('verify', () =>
            products >= (shop.counted ?? shop.products.length)
              ? { isWhole: true as const }
              : { isWhole: false as const, reason: 'Too few were read.' },
          ),
        findProducts: (ids) =>
          answer('find', () =>
            [...shop.products, ...shop.hidden].filter(({ platformProductId }) => ids.includes(platformProductId)),
          ),
        readCategories: (position) =>
          answer('categories', () => {
            const total = shop.countedCategories?.[from(position) / shop.pageSize]
            return { ...slicePage(shop.categories, position, false), ...(total !== undefined && { total }) }
          }),
        readOrders: (_, position) => answer('orders', () => slicePage(shop.orders, position)),
        findOrder: (id) => answer('order', () => shop.orders.find(({ platformOrderId }) => platformOrderId === id)),
        findHooks: () => answer('hooks', () => ({ missing: [] })),
        repairHooks: () => answer('hooks', () => ({ missing: [] })),
        removeHooks: () => answer('hooks', () => {}),
        issueCode: (wanted) =>
          answer('issue', () => {
            if (!shop.codes.has(wanted.code)) shop.made.push(wanted)
            shop.codes.set(wanted.code, wanted.worth)
          }),
        withdrawCode: (code) => answer('withdraw', () => void shop.codes.delete(code)),
      }
    },
  })
  return shop
}

export const makeCategory = (
  platformCategoryId: string,
  name: string,
  parentPlatformCategoryId: string | null = null,
): ShopCategory => ({ platformCategoryId, name, handle: null, parentPlatformCategoryId })

export function makeProduct(id: string, variants = 1): ShopProduct {
  return {
    platformProductId: id,
    title: `Product ${id}`,
    handle: null,
    url: null,
    imageUrl: null,
    description: null,
    status: 'active',
    categoryIds: ['c1'],
    variants: Array.from({ length: variants }, (_, i) => ({
      platformVariantId: `${id}-${i}`,
      title: null,
      sku: null,
      gtin: null,
      mpn: null,
      brand: null,
      price: '1.00',
      currency: 'EUR',
      imageUrl: null,
    })),
    updatedAt: null,
  }
}
