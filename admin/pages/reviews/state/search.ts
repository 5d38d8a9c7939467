import type { ViewFilter } from '../../../api/reviews/review-views.ts'
import type { ReviewFilters, ReviewSelection, Status } from '../../../api/reviews/reviews.ts'

export const tabs = ['pending', 'approved', 'rejected', 'spam', 'all'] as const
export type Tab = (typeof tabs)[number]

export const statusNames: Record<Tab, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Spam',
  all: 'All',
}

/** The inbox state in the address, so a shared link shows the same list. */
export type InboxSearch = {
  status?: Tab
  q?: string
  rating?: number
  productId?: string
  categoryId?: string
  photos?: boolean
  answered?: boolean
  imported?: boolean
  reported?: boolean
}

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const { status, q, rating, productId, categoryId, photos, answered, imported, reported } = search
  const found: InboxSearch = {}
  if (tabs.some((tab) => tab === status) && status !== 'pending') found.status = status as Tab
  if (typeof q === 'string' || typeof q === 'number') found.q = String(q).slice(0, 200) || undefined
  if ([1, 2, 3, 4, 5].includes(Number(rating))) found.rating = Number(rating)
  if (typeof productId === 'string' && productId !== '') found.productId = productId
  if (typeof categoryId === 'string' && categoryId !== '') found.categoryId = categoryId
  if (photos === true) found.photos = true
  if (typeof answered === 'boolean') found.answered = answered
  if (typeof imported === 'boolean') found.imported = imported
  if (reported === true) found.reported = true
  return found
}

export function toFilters({
  q,
  rating,
  productId,
  categoryId,
  photos,
  answered,
  imported,
  reported,
}: InboxSearch): ReviewFilters {
  return {
    ...(q && { q }),
    ...(rating && { rating }),
    ...(productId && { productId }),
    ...(categoryId && { categoryId }),
    ...(photos && { hasPhotos: true }),
    ...(answered !== undefined && { hasReply: answered }),
    ...(imported !== undefined && { imported }),
    ...(reported && { reported: true }),
  }
}

export function toSelection(search: InboxSearch): ReviewSelection {
  const status = statusOf(search)
  return { ...toFilters(search), ...(status && { status }) }
}

export function statusOf({ status = 'pending' }: InboxSearch): Status | undefined {
  return status === 'all' ? undefined : status
}

/** Converts the current list to a saved view. No status means all, and email addresses are never saved. */
export function toView(search: InboxSearch): ViewFilter {
  const { q, ...others } = toSelection(search) as ViewFilter
  return { ...others, ...(q && !q.includes('@') && { q }) }
}

export function toSearch({ status, hasPhotos, hasReply, ...others }: ViewFilter): InboxSearch {
  const shown = status === 'pending' ? undefined : (status ?? 'all')
  return {
    ...others,
    ...(shown && { status: shown }),
    ...(hasPhotos && { photos: true }),
    ...(hasReply !== undefined && { answered: hasReply }),
  } as InboxSearch
}

export const isSameView = (one: ViewFilter, other: ViewFilter): boolean =>
  serializeFilter(one) === serializeFilter(other)

const serializeFilter = (filter: ViewFilter): string =>
  JSON.stringify(Object.entries(filter).sort(([one], [other]) => one.localeCompare(other)))
