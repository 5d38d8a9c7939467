import { infiniteQueryOptions } from '@tanstack/react-query'
import type {
  NewPlacement,
  PageType as PageTypeShape,
  PlacementChanges,
  Placement as PlacementShape,
  Widget as WidgetShape,
} from '../../../server/resources/placements/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type Placement = PlacementShape
export type PageType = PageTypeShape
export type Widget = WidgetShape

export const placementsKey = (storeId: string) => [storeId, 'placements'] as const

export const placementsQuery = (storeId: string, filters: { pageType?: PageType | undefined }) =>
  infiniteQueryOptions({
    queryKey: [...placementsKey(storeId), filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Placement>>('/placements', { storeId, query: { ...filters, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const createPlacement = (storeId: string, body: NewPlacement) =>
  post<Placement>('/placements', { storeId, body })
export const duplicatePlacement = (storeId: string, placement: Placement, name: string) => {
  const { widget, pageType, rule, selector, insert, settings, priority, startsAt, endsAt, locale, translations } =
    placement
  const where = { widget, pageType, rule, selector, insert, priority, startsAt, endsAt }
  return createPlacement(storeId, { ...where, name, settings, locale, translations })
}
export const changePlacement = (storeId: string, id: string, body: PlacementChanges) =>
  patch<Placement>(`/placements/${id}`, { storeId, body })
export const removePlacement = (storeId: string, id: string) => remove(`/placements/${id}`, { storeId })
export const previewPlacement = (storeId: string, id: string) =>
  post<{ token: string; expiresAt: string }>(`/placements/${id}/preview`, { storeId })
