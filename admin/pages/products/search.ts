import type { ProductFilters } from '../../api/products.ts'
import { oneOf, textIn } from '../../shell/search-values.ts'

export const statusNames = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const

export const readProductSearch = ({ q, status, hasReviews }: Record<string, unknown>): ProductFilters => ({
  q: textIn(q),
  status: oneOf(statusNames, status),
  hasReviews: hasReviews === true || undefined,
})
