import type { SortSearch } from '../../api/client.ts'
import type { CustomerHas, CustomerSort } from '../../api/customers.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'

/** A received order or review updates its customer, so active customers come first. An import updates them too. */
export const sorting: Sorting<CustomerSort> = {
  first: 'updatedAt',
  ways: { updatedAt: 'desc', createdAt: 'desc', name: 'asc', orderCount: 'desc', reviewCount: 'desc' },
}

export const hasNames: Record<CustomerHas, string> = { orders: 'With orders', reviews: 'With reviews' }

export type CustomerSearch = SortSearch<CustomerSort> & { has?: CustomerHas | undefined }

export const readCustomerSearch = ({ has, sort, direction }: Record<string, unknown>): CustomerSearch => ({
  has: parseChoice(hasNames, has),
  sort: parseChoice(sorting.ways, sort),
  direction: readDirection(direction),
})
