import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { StorefrontSecret as SecretShape } from '../../../server/resources/account/storefront-secret-schema.ts'
import type { PreviewPass } from '../../../server/resources/storefront/preview-schema.ts'
import type { PlacementSettings } from '../../../server/resources/storefront/settings/schema.ts'
import { apiPath, get, post, put } from '../client.ts'

export type StorefrontSettings = PlacementSettings
export type StorefrontSecret = SecretShape

export const storefrontSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'storefront', 'settings'],
    queryFn: ({ signal }) => get<StorefrontSettings>('/placements/settings', { storeId, signal }),
  })
export const updateStorefrontSettings = (storeId: string, body: StorefrontSettings) =>
  put<StorefrontSettings>('/placements/settings', { storeId, body })

/** Not a query, so that the secret is never cached. Each read needs a click, and the audit log records it. */
export const showStorefrontSecret = (storeId: string) =>
  get<StorefrontSecret>(`/account/stores/${storeId}/storefront-secret`, { storeId })
export const rotateStorefrontSecret = (storeId: string) =>
  post<StorefrontSecret>(`/account/stores/${storeId}/storefront-secret/rotate`, { storeId })

/** A preview pass expires after an hour, so a cached one is used for only 30 minutes. */
export const previewPassQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'storefront', 'preview-pass'],
    queryFn: async ({ signal }) =>
      (await get<Static<typeof PreviewPass>>('/placements/preview-pass', { storeId, signal })).pass,
    staleTime: 30 * 60_000,
    refetchInterval: 30 * 60_000,
  })

/** Responds to the calls of a previewed widget. Allows only reads of the storefront API. */
export async function readAsWidget(
  storeId: string,
  pass: string,
  { method, path }: { method: string; path: string },
): Promise<{ status: number; body: string }> {
  const url = new URL(path, location.origin)
  const isStorefront = url.origin === location.origin && url.pathname.startsWith(`${apiPath}/storefront/`)
  if (method !== 'GET' || !isStorefront) return refused('This is a preview, so it sends nothing.')
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'x-store-env-id': storeId, 'x-preview-pass': pass },
    })
    return { status: response.status, body: await response.text() }
  } catch {
    return refused('The service cannot be reached.')
  }
}

const refused = (message: string) => ({ status: 503, body: JSON.stringify({ code: 'preview', message }) })
