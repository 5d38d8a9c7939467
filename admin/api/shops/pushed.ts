import { queryOptions } from '@tanstack/react-query'
import { get, type Page } from '../client.ts'
import type { Order } from '../orders.ts'
import type { Product } from '../products.ts'

/** Totals and newest entries of what a shop pushed. */
export const pushedQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'shops', 'pushed'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, includeTotal: true }
      const [products, orders] = await Promise.all([
        get<Page<Product>>('/products', { storeId, query, signal }),
        get<Page<Order>>('/orders', { storeId, query, signal }),
      ])
      return { products: products.pagination.total ?? 0, orders: orders.pagination.total ?? 0, newest: orders.data[0] }
    },
  })
