import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Category as CategoryShape } from '../../server/resources/categories/schema.ts'
import { get, type Page, patch, remove } from './client.ts'

export type Category = Static<typeof CategoryShape>
export type CategoryFilters = { q?: string; source?: Category['source'] }

export const categoriesKey = (storeId: string) => [storeId, 'categories'] as const

export const categoriesQuery = (storeId: string, filters: CategoryFilters) =>
  infiniteQueryOptions({
    queryKey: [...categoriesKey(storeId), 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Category>>('/categories', { storeId, query: { ...filters, limit: 30, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const someCategoriesQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...categoriesKey(storeId), 'some'],
    queryFn: ({ signal }) => get<Page<Category>>('/categories', { storeId, query: { limit: 100 }, signal }),
  })

export const categoryQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...categoriesKey(storeId), 'one', id],
    queryFn: ({ signal }) => get<Category>(`/categories/${id}`, { storeId, signal }),
  })

export const excludeCategory = (storeId: string, id: string, requestsExcluded: boolean) =>
  patch<Category>(`/categories/${id}`, { storeId, body: { requestsExcluded } })
export const removeCategory = (storeId: string, id: string) => remove(`/categories/${id}`, { storeId })
