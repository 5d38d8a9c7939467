import type { ViewFilter } from '../../../api/reviews/review-views.ts'
import type { Counts, ReviewFilters, ReviewOrder, ReviewSelection, Status } from '../../../api/reviews/reviews.ts'
import { toLocal } from '../../../components/values/dates.ts'

export const tabs = ['pending', 'approved', 'rejected', 'spam', 'all'] as const
/** `withheld` is rejected and spam. It has no tab of its own: other pages link to it. */
export type Tab = (typeof tabs)[number] | 'withheld'

export const statusNames: Record<Tab, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Spam',
  all: 'All',
  withheld: 'Withheld',
}

export const orderNames = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  lowest: 'Lowest rating first',
  highest: 'Highest rating first',
} as const
export type InboxOrder = keyof typeof orderNames

const orders: Record<InboxOrder, ReviewOrder> = {
  newest: {},
  oldest: { sort: 'submittedAt', direction: 'asc' },
  lowest: { sort: 'rating', direction: 'asc' },
  highest: { sort: 'rating', direction: 'desc' },
}

/** The inbox state in the URL, so a shared link shows the same list. */
export type InboxSearch = {
  status?: Tab
  /** Absent for reviews of products. */
  subject?: 'shop' | 'all'
  q?: string
  rating?: number
  productId?: string
  categoryId?: string
  photos?: boolean
  answered?: boolean
  imported?: boolean
  origin?: 'shared' | 'all'
  reported?: boolean
  corrected?: boolean
  /** Only reviews that are assigned to the signed-in person. */
  mine?: boolean
  language?: string
  /** Days of the person's time zone, such as 2026-11-27. `until` is included. */
  from?: string
  until?: string
  order?: InboxOrder
}

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  const { status, q, rating, productId, categoryId, photos, answered, imported, reported, corrected } = search
  const { language, from, until, order, mine, subject, origin } = search
  const found: InboxSearch = {}
  if (typeof status === 'string' && Object.hasOwn(statusNames, status) && status !== 'pending')
    found.status = status as Tab
  if (subject === 'shop' || subject === 'all') found.subject = subject
  if (typeof q === 'string' || typeof q === 'number') found.q = String(q).slice(0, 200) || undefined
  if ([1, 2, 3, 4, 5].includes(Number(rating))) found.rating = Number(rating)
  if (typeof productId === 'string' && productId !== '') found.productId = productId
  if (typeof categoryId === 'string' && categoryId !== '') found.categoryId = categoryId
  if (photos === true) found.photos = true
  if (typeof answered === 'boolean') found.answered = answered
  if (typeof imported === 'boolean') found.imported = imported
  if (origin === 'shared' || origin === 'all') found.origin = origin
  if (reported === true) found.reported = true
  if (corrected === true) found.corrected = true
  if (typeof language === 'string' && /^[a-z]{2,3}$/.test(language)) found.language = language
  if (mine === true) found.mine = true
  if (isDay(from)) found.from = from
  if (isDay(until)) found.until = until
  if (typeof order === 'string' && order in orders && order !== 'newest') found.order = order as InboxOrder
  return found
}

const isDay = (day: unknown): day is string =>
  typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))

/** The service excludes both bounds. */
function toInstants({ from, until }: InboxSearch): Pick<ReviewFilters, 'submittedAfter' | 'submittedBefore'> {
  const start = (day: string, plus: number, ms: number) => {
    const at = new Date(`${day}T00:00`)
    at.setDate(at.getDate() + plus)
    return new Date(at.getTime() + ms).toISOString()
  }
  return {
    ...(from && { submittedAfter: start(from, 0, -1) }),
    ...(until && { submittedBefore: start(until, 1, 0) }),
  }
}

const toDay = (instant: string, ms: number) => toLocal(new Date(Date.parse(instant) + ms).toISOString()).slice(0, 10)

export function toFilters({
  subject,
  q,
  rating,
  productId,
  categoryId,
  photos,
  answered,
  imported,
  origin,
  reported,
  corrected,
  language,
  from,
  until,
  mine,
}: InboxSearch): ReviewFilters {
  return {
    ...(subject && { subject }),
    ...(q && { q }),
    ...(rating && { rating }),
    ...(productId && { productId }),
    ...(categoryId && { categoryId }),
    ...(photos && { hasPhotos: true }),
    ...(answered !== undefined && { hasReply: answered }),
    ...(imported !== undefined && { imported }),
    // Copies from other stores cannot be assigned, so a filter by assignee needs no filter by origin.
    ...(origin && !mine && { origin }),
    ...(reported && { reported: true }),
    ...(corrected && { corrected: true }),
    ...(mine && { mine: true }),
    ...(language && { language }),
    ...toInstants({ ...(from && { from }), ...(until && { until }) }),
  }
}

export function toSelection(search: InboxSearch): ReviewSelection {
  const status = search.status === 'withheld' ? 'rejected,spam' : statusOf(search)
  return { ...toFilters(search), ...orders[search.order ?? 'newest'], ...(status && { status }) }
}

/** The status of all listed reviews. Undefined if it differs. */
export function statusOf({ status = 'pending' }: InboxSearch): Status | undefined {
  return status === 'all' || status === 'withheld' ? undefined : status
}

/** Number of reviews of a tab. */
export const countTab = (counts: Counts, tab: Tab): number =>
  tab === 'all'
    ? Object.values(counts).reduce((sum, each) => sum + each, 0)
    : tab === 'withheld'
      ? counts.rejected + counts.spam
      : counts[tab]

/**
 * Converts the current list to a saved view, which has one status, or none for all. Assignee, origin and email addresses
 * are not saved.
 */
export function toView(search: InboxSearch): ViewFilter {
  const {
    q,
    mine,
    origin,
    status: _,
    ...others
  } = toSelection(search) as Omit<ViewFilter, 'status'> & Pick<ReviewSelection, 'mine' | 'origin' | 'status'>
  const status = statusOf(search)
  return { ...others, ...(status && { status }), ...(q && !q.includes('@') && { q }) }
}

export function toSearch(view: ViewFilter): InboxSearch {
  const { status, hasPhotos, hasReply, submittedAfter, submittedBefore, sort, direction, ...others } = view
  const shown = status === 'pending' ? undefined : (status ?? 'all')
  const order =
    sort && (sort === 'rating' ? (direction === 'asc' ? 'lowest' : 'highest') : direction === 'asc' && 'oldest')
  return {
    ...others,
    ...(shown && { status: shown }),
    ...(hasPhotos && { photos: true }),
    ...(hasReply !== undefined && { answered: hasReply }),
    ...(submittedAfter && { from: toDay(submittedAfter, 1) }),
    ...(submittedBefore && { until: toDay(submittedBefore, -1) }),
    ...(order && { order }),
  } as InboxSearch
}

export const isSameView = (one: ViewFilter, other: ViewFilter): boolean =>
  serializeFilter(one) === serializeFilter(other)

const serializeFilter = (filter: ViewFilter): string =>
  JSON.stringify(Object.entries(filter).sort(([one], [other]) => one.localeCompare(other)))
