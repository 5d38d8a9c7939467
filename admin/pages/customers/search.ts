import type { SortSearch } from '../../api/client.ts'
import type { CustomerSort } from '../../api/customers.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'

export const sorting: Sorting<CustomerSort> = { first: 'createdAt', ways: { createdAt: 'desc', name: 'asc' } }

export const readCustomerSearch = ({ sort, direction }: Record<string, unknown>): SortSearch<CustomerSort> => ({
  sort: parseChoice(sorting.ways, sort),
  direction: readDirection(direction),
})
