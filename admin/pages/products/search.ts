import type { ProductFilters, ProductSort } from '../../api/products.ts'
import { oneOf, textIn } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'

export const statusNames = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const

export const sorting: Sorting<ProductSort> = { first: 'title', ways: { title: 'asc', createdAt: 'desc' } }

export const readProductSearch = ({
  q,
  status,
  hasReviews,
  sort,
  direction,
}: Record<string, unknown>): ProductFilters => ({
  q: textIn(q),
  status: oneOf(statusNames, status),
  hasReviews: hasReviews === true || undefined,
  sort: oneOf(sorting.ways, sort),
  direction: readDirection(direction),
})
