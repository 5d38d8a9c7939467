import type { Direction } from '#platform/values/wire.ts'
import type { OrderFilters, RequestState } from '../../api/orders.ts'
import { dayIn, isWholeAddress, parseChoice } from '../../shell/search-values.ts'
import { chooseSort, readDirection, type Sorting } from '../../shell/sorting.ts'
import { stateNames } from './requests.ts'

export type OrderSearch = { request?: RequestState; from?: string; to?: string; direction?: Direction }

/** Sorts by order date. With the filter `scheduled` or `sent`, the list is sorted by the time of that state. */
export const sorting: Sorting<'placedAt'> = { first: 'placedAt', ways: { placedAt: 'desc' } }
const sortsOfStates: Partial<Record<RequestState, OrderFilters>> = {
  scheduled: { sort: 'scheduledFor' },
  sent: { sort: 'sentAt' },
}

export const sortOfOrders = ({ request, direction }: OrderSearch): OrderFilters =>
  request ? { ...sortsOfStates[request] } : chooseSort(sorting, { ...(direction && { direction }) })

export const readOrderSearch = ({ request, from, to, direction }: Record<string, unknown>): OrderSearch => ({
  request: parseChoice(stateNames, request),
  from: dayIn(from),
  to: dayIn(to),
  direction: readDirection(direction),
})

export const toFilters = ({ request, from, to }: OrderSearch): OrderFilters => ({
  ...(request && { reviewRequestState: request }),
  // `placedAfter` excludes the given instant, so we subtract a millisecond to include orders placed at midnight.
  ...(from && { placedAfter: new Date(computeStart(from).getTime() - 1).toISOString() }),
  ...(to && { placedBefore: computeStart(to, 1).toISOString() }),
})

export type SearchTarget =
  | { email: string }
  | { orderNumber: string }
  | { customerName: string }
  | 'half an address'
  | undefined

/** Text with a digit or a #, or of one character, is searched as an order number. Other text is searched as a name. */
export function searchTargetIn(text: string): SearchTarget {
  if (text === '') return undefined
  if (text.includes('@')) return isWholeAddress(text) ? { email: text } : 'half an address'
  return /[\d#]/.test(text) || text.length < 2 ? { orderNumber: text } : { customerName: text.slice(0, 80) }
}

function computeStart(day: string, daysLater = 0): Date {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}
