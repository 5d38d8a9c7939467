import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  GroupSettings as GroupSettingsShape,
  GroupSwitches,
  NewProductGroup,
  ProductGroup as ProductGroupShape,
} from '../../server/resources/products/groups/schema.ts'
import { get, type Page, patch, post, put, remove } from './client.ts'
import type { Product } from './products.ts'

export type ProductGroup = ProductGroupShape
export type GroupSettings = Static<typeof GroupSettingsShape>
export type GroupFilters = { q?: string; source?: ProductGroup['source'] }
export const maxGroupProducts = 200

/** The key starts with the products' key, so invalidating the products also refreshes the derived groups. */
export const groupsKey = (storeId: string) => [storeId, 'products', 'groups'] as const

export const groupsQuery = (storeId: string, filters: GroupFilters) =>
  infiniteQueryOptions({
    queryKey: [...groupsKey(storeId), 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<ProductGroup>>('/products/groups', {
        storeId,
        query: { ...filters, limit: 30, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const groupQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...groupsKey(storeId), 'one', id],
    queryFn: ({ signal }) => get<ProductGroup>(`/products/groups/${id}`, { storeId, signal }),
  })

/** Null for a product without a group. */
export const groupOfProductQuery = (storeId: string, productId: string) =>
  queryOptions({
    queryKey: [...groupsKey(storeId), 'of', productId],
    queryFn: async ({ signal }) =>
      (await get<Page<ProductGroup>>('/products/groups', { storeId, query: { productId }, signal })).data[0] ?? null,
  })

/** Two calls suffice, because a group has at most 200 products and a page 100. */
export const groupProductsQuery = (storeId: string, groupId: string) =>
  queryOptions({
    queryKey: [...groupsKey(storeId), 'products', groupId],
    queryFn: async ({ signal }) => {
      const read = (cursor?: string) =>
        get<Page<Product>>('/products', { storeId, query: { groupId, limit: 100, cursor }, signal })
      const first = await read()
      const { nextCursor } = first.pagination
      return nextCursor === null ? first.data : [...first.data, ...(await read(nextCursor)).data]
    },
  })

export const groupSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...groupsKey(storeId), 'settings'],
    queryFn: ({ signal }) => get<GroupSettings>('/products/groups/settings', { storeId, signal }),
  })

export const changeGroupSettings = (storeId: string, body: Partial<GroupSwitches>) =>
  put<GroupSettings>('/products/groups/settings', { storeId, body })
export const createGroup = (storeId: string, body: NewProductGroup) =>
  post<ProductGroup>('/products/groups', { storeId, body })
export const changeGroup = (storeId: string, id: string, body: NewProductGroup) =>
  patch<ProductGroup>(`/products/groups/${id}`, { storeId, body })
export const deleteGroup = (storeId: string, id: string) => remove(`/products/groups/${id}`, { storeId })
