import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { GapPage, IdentifierCoverage } from '../../server/resources/products/coverage/schema.ts'
import type { MergeResult } from '../../server/resources/products/merging/schema.ts'
import type { ReviewFeed as ReviewFeedShape } from '../../server/resources/products/review-feed/schema.ts'
import type {
  Product as ProductShape,
  ProductWithVariants,
  productSorts,
} from '../../server/resources/products/schema.ts'
import type { SortSearch } from './client.ts'
import { get, type Page, patch, post, remove } from './client.ts'
import { rowsWhileSorting } from './rows-while-sorting.ts'

export type Product = Static<typeof ProductShape>
export type ProductDetail = Static<typeof ProductWithVariants>
export type Coverage = Static<typeof IdentifierCoverage>
export type Gap = Static<typeof GapPage>['data'][number]
export type ReviewFeed = Static<typeof ReviewFeedShape>
export type ProductSort = Exclude<(typeof productSorts)[number], 'updatedAt'>
export type ProductFilters = SortSearch<ProductSort> & {
  q?: string
  status?: Product['status']
  categoryId?: string
  groupId?: string
  hasReviews?: boolean
}

const nextCursor = <T>(last: Page<T>) => last.pagination.nextCursor ?? undefined
const fromStart = undefined as string | undefined

export const productsQuery = (storeId: string, filters: ProductFilters) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'products', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Product>>('/products', { storeId, query: { ...filters, limit: 30, cursor: pageParam }, signal }),
    initialPageParam: fromStart,
    getNextPageParam: nextCursor,
    placeholderData: rowsWhileSorting(storeId, filters),
  })

export const productQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'products', 'one', id],
    queryFn: ({ signal }) => get<ProductDetail>(`/products/${id}`, { storeId, signal }),
  })

export const coverageQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'products', 'coverage'],
    queryFn: ({ signal }) => get<Coverage>('/products/identifier-coverage', { storeId, signal }),
  })

export const gapsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'products', 'gaps'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Gap>>('/products/identifier-gaps', { storeId, query: { limit: 30, cursor: pageParam }, signal }),
    initialPageParam: fromStart,
    getNextPageParam: nextCursor,
  })

export const feedQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'products', 'feed'],
    queryFn: ({ signal }) => get<ReviewFeed>('/products/review-feed', { storeId, signal }),
  })

export const excludeFromRequests = (storeId: string, id: string, requestsExcluded: boolean) =>
  patch<ProductDetail>(`/products/${id}`, { storeId, body: { requestsExcluded } })
export const mergeProduct = (storeId: string, id: string, into: string) =>
  post<MergeResult>(`/products/${id}/merge`, { storeId, body: { into } })
export const createFeed = (storeId: string) => post<ReviewFeed>('/products/review-feed', { storeId })
export const rotateFeed = (storeId: string) => post<ReviewFeed>('/products/review-feed/rotate', { storeId })
export const removeFeed = (storeId: string) => remove('/products/review-feed', { storeId })
