import { queryOptions } from '@tanstack/react-query'
import type { StorefrontSecret as SecretShape } from '../../server/resources/account/storefront-secret/schema.ts'
import type { PlacementSettings } from '../../server/resources/storefront/settings/schema.ts'
import { get, post, put } from './client.ts'

export type StorefrontSettings = PlacementSettings
export type StorefrontSecret = SecretShape

export const storefrontSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'storefront', 'settings'],
    queryFn: ({ signal }) => get<StorefrontSettings>('/placements/settings', { storeId, signal }),
  })
export const updateStorefrontSettings = (storeId: string, body: StorefrontSettings) =>
  put<StorefrontSettings>('/placements/settings', { storeId, body })

/** Not a query: a secret is neither kept in the cache nor asked for without a person's click, which the audit log notes. */
export const showStorefrontSecret = (storeId: string) =>
  get<StorefrontSecret>(`/account/stores/${storeId}/storefront-secret`, { storeId })
export const rotateStorefrontSecret = (storeId: string) =>
  post<StorefrontSecret>(`/account/stores/${storeId}/storefront-secret/rotate`, { storeId })
