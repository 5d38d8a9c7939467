import type { Category, CategoryFilters } from '../../api/categories.ts'
import type { GroupFilters, ProductGroup } from '../../api/product-groups.ts'
import type { ProductFilters, ProductSort } from '../../api/products.ts'
import { parseChoice, textIn } from '../../shell/search-values.ts'
import { readDirection, type Sorting } from '../../shell/sorting.ts'

export const statusNames = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const

export const sourceNames: Record<Category['source'], string> = { shop: 'Connected shop', pushed: 'Pushed' }

export const readCategorySearch = ({ q, source }: Record<string, unknown>): CategoryFilters => ({
  q: textIn(q),
  source: parseChoice(sourceNames, source),
})

export const groupSourceNames: Record<ProductGroup['source'], string> = {
  manual: 'Manual',
  group_key: 'Group key',
  gtin: 'GTIN',
}

export const readGroupSearch = ({ q, source }: Record<string, unknown>): GroupFilters => ({
  q: textIn(q),
  source: parseChoice(groupSourceNames, source),
})

export const sorting: Sorting<ProductSort> = {
  first: 'title',
  ways: { title: 'asc', createdAt: 'desc', rating: 'desc', reviewCount: 'desc' },
}

export const readProductSearch = ({
  q,
  status,
  categoryId,
  groupId,
  hasReviews,
  sort,
  direction,
}: Record<string, unknown>): ProductFilters => ({
  q: textIn(q),
  status: parseChoice(statusNames, status),
  categoryId: textIn(categoryId),
  groupId: textIn(groupId),
  hasReviews: hasReviews === true || undefined,
  sort: parseChoice(sorting.ways, sort),
  direction: readDirection(direction),
})
