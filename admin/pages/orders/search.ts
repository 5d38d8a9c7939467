import type { OrderFilters, RequestState } from '../../api/orders.ts'
import { dayIn, oneOf } from '../../shell/search-values.ts'
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

function startOf(day: string, daysLater = 0): Date {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}
