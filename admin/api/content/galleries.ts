import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  Candidate as CandidateShape,
  CandidateSort as CandidateSortShape,
  ItemChanges,
  Item as ItemShape,
  NewItem,
  Permission as PermissionShape,
} from '../../../server/resources/galleries/items/schema.ts'
import type {
  LeadFormChanges as LeadFormChangesShape,
  LeadForm as LeadFormShape,
} from '../../../server/resources/galleries/lead-form/schema.ts'
import type {
  LeadChanges,
  Lead as LeadShape,
  LeadStatus as LeadStatusShape,
} from '../../../server/resources/galleries/leads/schema.ts'
import type {
  GalleryChanges,
  Gallery as GalleryShape,
  Layout,
  NewGallery,
  SetGallery,
  Status,
} from '../../../server/resources/galleries/schema.ts'
import { download, get, type Page, patch, post, put, remove } from '../client.ts'

export type Gallery = GalleryShape
export type GalleryBody = Pick<
  Required<NewGallery>,
  'name' | 'title' | 'description' | 'layout' | 'columns' | 'locale' | 'translations'
>
export type GalleryTranslations = GalleryShape['translations']
export type GalleryLayout = Layout
export type GalleryStatus = Status
export type GalleryItem = ItemShape
export type GalleryCandidate = CandidateShape
export type CandidateSort = CandidateSortShape
export type Permission = PermissionShape
export type LeadForm = LeadFormShape
export type LeadFormChanges = LeadFormChangesShape
export type Lead = LeadShape
export type LeadStatus = LeadStatusShape

export const galleriesKey = (storeId: string) => [storeId, 'galleries'] as const

const paged = <T>(storeId: string, path: string, filters: Record<string, string | undefined>, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...galleriesKey(storeId), path, filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(path, { storeId, query: { ...filters, limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const galleriesQuery = (storeId: string, filters: { status?: GalleryStatus | undefined }) =>
  paged<Gallery>(storeId, '/galleries', filters, 50)

export const galleryQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...galleriesKey(storeId), id],
    queryFn: ({ signal }) => get<Gallery>(`/galleries/${id}`, { storeId, signal }),
  })

/** Reads all items (500 at most), because a call that reorders them must name every item. */
export const itemsQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...galleriesKey(storeId), id, 'items'],
    async queryFn({ signal }) {
      const items: GalleryItem[] = []
      let cursor: string | undefined
      do {
        const query = { limit: 100, cursor }
        const page: Page<GalleryItem> = await get(`/galleries/${id}/items`, { storeId, query, signal })
        items.push(...page.data)
        cursor = page.pagination.nextCursor ?? undefined
      } while (cursor !== undefined)
      return items
    },
  })

export type CandidateFilters = { productId?: string | undefined; sort?: CandidateSort | undefined }

export const candidatesQuery = (storeId: string, id: string, filters: CandidateFilters) =>
  paged<GalleryCandidate>(storeId, `/galleries/${id}/candidates`, filters, 30)

/**
 * Photos of approved reviews that none of the galleries has. The service lists the same photos for every gallery, in the
 * same order, so one cursor reads on in all of them.
 */
export const unusedPhotosQuery = (storeId: string, ids: readonly string[], filters: CandidateFilters) =>
  infiniteQueryOptions({
    queryKey: [...galleriesKey(storeId), 'unused photos', ids, filters],
    async queryFn({ pageParam, signal }): Promise<Page<GalleryCandidate>> {
      const query = { ...filters, limit: 60, cursor: pageParam }
      const read = (id: string) =>
        get<Page<GalleryCandidate>>(`/galleries/${id}/candidates`, { storeId, query, signal })
      const pages = await Promise.all(ids.map(read))
      const used = new Set(
        pages.flatMap(({ data }) => data.filter(({ itemId }) => itemId !== null)).map((each) => each.reviewPhotoId),
      )
      const [{ data, pagination }] = pages as [Page<GalleryCandidate>]
      return { data: data.filter(({ reviewPhotoId }) => !used.has(reviewPhotoId)), pagination }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const createGallery = (storeId: string, body: NewGallery) => post<SetGallery>('/galleries', { storeId, body })
/** An uploaded photo belongs to one gallery, so only photos of reviews are copied. */
export async function duplicateGallery(storeId: string, gallery: Gallery, items: readonly GalleryItem[], name: string) {
  const { title, description, layout, columns, locale, translations } = gallery
  const made = await createGallery(storeId, { name, title, description, layout, columns, locale, translations })
  const copies = items.flatMap(({ reviewPhotoId, caption, alt, productIds, permission, translations }) =>
    reviewPhotoId === null ? [] : [{ reviewPhotoId, caption, alt, productIds, permission, translations }],
  )
  for (let i = 0; i < copies.length; i += 100) await addItems(storeId, made.id, copies.slice(i, i + 100))
  return made
}
export const changeGallery = (storeId: string, id: string, body: GalleryChanges) =>
  patch<SetGallery>(`/galleries/${id}`, { storeId, body })
export const removeGallery = (storeId: string, id: string) => remove(`/galleries/${id}`, { storeId })

export const addItems = (storeId: string, id: string, items: NewItem[]) =>
  post<{ data: GalleryItem[] }>(`/galleries/${id}/items`, { storeId, body: { items } })
export const changeItem = (storeId: string, id: string, itemId: string, body: ItemChanges) =>
  patch<GalleryItem>(`/galleries/${id}/items/${itemId}`, { storeId, body })
export const removeItem = (storeId: string, id: string, itemId: string) =>
  remove(`/galleries/${id}/items/${itemId}`, { storeId })
export const orderItems = (storeId: string, id: string, ids: string[]) =>
  put(`/galleries/${id}/items/order`, { storeId, body: { ids } })

export type LeadFilters = { status?: LeadStatus | undefined; q?: string | undefined }

export const leadsQuery = (storeId: string, id: string, filters: LeadFilters) =>
  paged<Lead>(storeId, `/galleries/${id}/leads`, filters, 30)

export const newLeadsQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...galleriesKey(storeId), id, 'new leads'],
    queryFn: async ({ signal }) => {
      const query = { status: 'new', limit: 1, includeTotal: true }
      const page: Page<Lead> = await get(`/galleries/${id}/leads`, { storeId, query, signal })
      return page.pagination.total ?? 0
    },
  })

export const downloadLeads = (storeId: string, id: string, filters: LeadFilters) =>
  download(`/galleries/${id}/leads/export`, { storeId, query: { ...filters, format: 'csv' } })

export const changeLead = (storeId: string, id: string, leadId: string, body: LeadChanges) =>
  patch<Lead>(`/galleries/${id}/leads/${leadId}`, { storeId, body })
export const removeLead = (storeId: string, id: string, leadId: string) =>
  remove(`/galleries/${id}/leads/${leadId}`, { storeId })
