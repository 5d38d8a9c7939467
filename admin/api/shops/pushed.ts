import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '../account/keys.ts'
import { get, type Page } from '../client.ts'
import type { Order } from '../orders.ts'
import type { Product } from '../products.ts'

/** Totals and newest entries of what a shop pushed. */
export const pushedQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'shops', 'pushed'],
    queryFn: async ({ signal }) => {
      const query = { limit: 5, includeTotal: true }
      const [products, orders] = await Promise.all([
        get<Page<Product>>('/products', { storeId, query, signal }),
        get<Page<Order>>('/orders', { storeId, query, signal }),
      ])
      return { products, orders }
    },
  })

/** Time of the last call with an API key that reaches the store. Null if there was none. */
export const lastCallQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'shops', 'last-call'],
    queryFn: async ({ signal }) => {
      const { data } = await get<Page<ApiKey>>('/api-keys', { storeId, query: { limit: 100 }, signal })
      return (
        data
          .filter(({ storeEnvIds }) => storeEnvIds.length === 0 || storeEnvIds.includes(storeId))
          .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
          .toSorted()
          .at(-1) ?? null
      )
    },
  })
