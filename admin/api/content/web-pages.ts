import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { WebPageSettings as SettingsShape } from '../../../server/resources/web-pages/handles/schema.ts'
import type { PreviewRequest } from '../../../server/resources/web-pages/preview-schema.ts'
import type {
  Block,
  WebPageEntry as EntryShape,
  Kind,
  NewWebPage,
  WebPage as PageShape,
  Status,
  Translation,
  Version,
  WebPageChanges,
} from '../../../server/resources/web-pages/schema.ts'
import { ApiError, get, type Page, patch, post, put, remove } from '../client.ts'

export type WebPage = PageShape
export type WebPageEntry = EntryShape
export type WebPageBlock = Block
export type WebPageKind = Kind
export type WebPageTexts = Translation
export type WebPageStatus = Status
export type WebPageVersion = Version
export type WebPageSettings = SettingsShape

export const webPagesKey = (storeId: string) => [storeId, 'web-pages'] as const

const paged = <T>(storeId: string, path: string, filters: Record<string, string | undefined>, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...webPagesKey(storeId), path, filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(path, { storeId, query: { ...filters, limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const webPagesQuery = (storeId: string, filters: { status?: WebPageStatus | undefined }) =>
  paged<WebPageEntry>(storeId, '/web-pages', filters, 50)

export const versionsQuery = (storeId: string, id: string) =>
  paged<WebPageVersion>(storeId, `/web-pages/${id}/versions`, {}, 10)

export const webPageQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...webPagesKey(storeId), id],
    queryFn: ({ signal }) => get<WebPage>(`/web-pages/${id}`, { storeId, signal }),
  })

export const webPageSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...webPagesKey(storeId), 'settings'],
    queryFn: ({ signal }) => get<WebPageSettings>('/web-pages/settings', { storeId, signal }),
  })

export type WebPagePreview = { url: string; expiresAt: string; html: string }

export const previewWebPage = (storeId: string, id: string, body: PreviewRequest, signal?: AbortSignal) =>
  post<WebPagePreview>(`/web-pages/${id}/preview`, { storeId, body, ...(signal && { signal }) })

export const createWebPage = (storeId: string, body: NewWebPage) => post<WebPage>('/web-pages', { storeId, body })
/** A slug belongs to one page, so a second copy of the same page gets a number. */
export async function duplicateWebPage(storeId: string, page: WebPage, title: string): Promise<WebPage> {
  const { kind, slug, description, blocks, noindex, canonicalUrl, variables, locale, translations } = page
  const body = { kind, title, description, blocks, noindex, canonicalUrl, variables, locale, translations }
  for (let number = 1; ; number++) {
    const end = ['copy', ...(number > 1 ? [number] : [])]
    const start = slug.slice(0, 70).replace(/-$/, '')
    try {
      return await createWebPage(storeId, { ...body, slug: [start, ...end].join('-') })
    } catch (error) {
      if (number === 9 || !(error instanceof ApiError) || error.code !== 'slug_taken') throw error
    }
  }
}
export const changeWebPage = (storeId: string, id: string, body: WebPageChanges) =>
  patch<WebPage>(`/web-pages/${id}`, { storeId, body })
export const removeWebPage = (storeId: string, id: string) => remove(`/web-pages/${id}`, { storeId })
export const publishWebPage = (storeId: string, id: string, version: number) =>
  post<WebPage>(`/web-pages/${id}/publish`, { storeId, body: { version } })
export const unpublishWebPage = (storeId: string, id: string) =>
  post<WebPage>(`/web-pages/${id}/unpublish`, { storeId })
export const restoreWebPage = (storeId: string, id: string, version: number) =>
  post<WebPage>(`/web-pages/${id}/versions/${version}/restore`, { storeId })
export const changeHandle = (storeId: string, handle: string) =>
  put<WebPageSettings>('/web-pages/settings', { storeId, body: { handle } })
