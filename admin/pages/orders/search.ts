import type { OrderFilters, RequestState } from '../../api/orders.ts'
import { dayIn, isWholeAddress, oneOf } from '../../shell/search-values.ts'
import { stateNames } from './requests.ts'

/** Days are those of the reader's own time zone. */
export type OrderSearch = { request?: RequestState; from?: string; to?: string }

export const readOrderSearch = ({ request, from, to }: Record<string, unknown>): OrderSearch => ({
  request: oneOf(stateNames, request),
  from: dayIn(from),
  to: dayIn(to),
})

export const filtersOf = ({ request, from, to }: OrderSearch): OrderFilters => ({
  ...(request && { reviewRequestState: request }),
  // The service leaves out the moment itself, and an order may be placed at midnight.
  ...(from && { placedAfter: new Date(startOf(from).getTime() - 1).toISOString() }),
  ...(to && { placedBefore: startOf(to, 1).toISOString() }),
})

/** What one field for both was given; half an address is still being typed. */
export type Sought = { email: string } | { orderNumber: string } | 'half an address' | undefined

export function soughtIn(text: string): Sought {
  if (text === '') return undefined
  if (!text.includes('@')) return { orderNumber: text }
  return isWholeAddress(text) ? { email: text } : 'half an address'
}

function startOf(day: string, daysLater = 0): Date {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}
