import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  NewConnectionString as NewString,
  NextConnectionString as NextString,
  ConnectionString as StringShape,
} from '../../../server/resources/connectors/plugins/schema.ts'
import type {
  CreatedShop as CreatedShape,
  NewShop as NewShopShape,
  Preview as PreviewShape,
  Retirement as RetirementShape,
  ShopChanges as ShopChangesShape,
  Shop as ShopShape,
  Sync as SyncShape,
  TestResult as TestShape,
} from '../../../server/resources/connectors/shops/schema.ts'
import { ApiError, get, type Page, patch, post, remove } from '../client.ts'

export type Shop = ShopShape
export type NewShop = NewShopShape
export type CreatedShop = Static<typeof CreatedShape>
export type IssuedString = Static<typeof StringShape>
export type ShopChanges = ShopChangesShape
export type Platform = Shop['platform']
export type Credentials = NonNullable<NewShop['credentials']>
export type Identifiers = Shop['identifiers']
export type Sync = SyncShape
export type Retirement = Static<typeof RetirementShape>
export type TestResult = Static<typeof TestShape>
export type Preview = Static<typeof PreviewShape>

export const shopsKey = (storeId: string) => [storeId, 'shops'] as const

export const isUnderWay = (sync: Sync | null | undefined) => sync?.status === 'queued' || sync?.status === 'running'

export const shopQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...shopsKey(storeId), 'one'],
    queryFn: async ({ signal }) =>
      (await get<{ data: Shop[] }>('/connectors/shops', { storeId, signal })).data[0] ?? null,
  })

export const recentSyncsQuery = (storeId: string, shopId: string) =>
  queryOptions({
    queryKey: [...shopsKey(storeId), 'recent', shopId],
    queryFn: async ({ signal }) =>
      (await get<Page<Sync>>(`/connectors/shops/${shopId}/syncs`, { storeId, query: { limit: 4 }, signal })).data,
  })

export const syncsQuery = (storeId: string, shopId: string) =>
  infiniteQueryOptions({
    queryKey: [...shopsKey(storeId), 'syncs', shopId],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Sync>>(`/connectors/shops/${shopId}/syncs`, {
        storeId,
        query: { limit: 15, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const syncQuery = (storeId: string, shopId: string, id: string) =>
  queryOptions({
    queryKey: [...shopsKey(storeId), 'sync', shopId, id],
    queryFn: ({ signal }) => get<Sync>(`/connectors/shops/${shopId}/syncs/${id}`, { storeId, signal }),
  })

export const retirementsQuery = (storeId: string, shopId: string, syncId: string) =>
  infiniteQueryOptions({
    queryKey: [...shopsKey(storeId), 'retirements', shopId, syncId],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Retirement>>(`/connectors/shops/${shopId}/syncs/${syncId}/retirements`, {
        storeId,
        query: { limit: 30, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

/** True if the operator has a Shopify app that merchants can install. Reads no data of the store. */
export const shopifyAppQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...shopsKey(storeId), 'shopify-app'],
    queryFn: async () => {
      try {
        await testNewShop(storeId, { platform: 'shopify', address: 'example.myshopify.com' })
        return true
      } catch (error) {
        if (error instanceof ApiError && error.code === 'platform_not_configured') return false
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export type PluginPlatform = NewString['platform']
export const createConnectionString = (storeId: string, body: NewString) =>
  post<IssuedString>('/connectors/shops/connection-string', { storeId, body })
export const replaceConnectionString = (storeId: string, id: string, body: NextString) =>
  post<IssuedString>(`/connectors/shops/${id}/connection-string`, { storeId, body })

export const testNewShop = (storeId: string, body: NewShop) =>
  post<TestResult>('/connectors/shops/test', { storeId, body })
export const connectShop = (storeId: string, body: NewShop) => post<CreatedShop>('/connectors/shops', { storeId, body })
export const testShop = (storeId: string, id: string) => post<TestResult>(`/connectors/shops/${id}/test`, { storeId })
export const changeShop = (storeId: string, id: string, body: ShopChanges) =>
  patch<Shop>(`/connectors/shops/${id}`, { storeId, body })
export const repairShop = (storeId: string, id: string) => post<Shop>(`/connectors/shops/${id}/repair`, { storeId })
export const disconnectShop = (storeId: string, id: string) => remove(`/connectors/shops/${id}`, { storeId })
export const readNow = (storeId: string) => post<Sync>('/products/sync', { storeId })
export const confirmSync = (storeId: string, id: string, syncId: string) =>
  post<Sync>(`/connectors/shops/${id}/syncs/${syncId}/confirm`, { storeId })
export const previewIdentifiers = (storeId: string, id: string, identifiers: Identifiers) =>
  post<Preview>(`/connectors/shops/${id}/identifier-preview`, { storeId, body: { identifiers } })
