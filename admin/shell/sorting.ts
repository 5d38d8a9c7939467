import type { Direction } from '#platform/values/wire.ts'
import type { SortSearch } from '../api/client.ts'
import type { ColumnSort } from '../components/lists/Table.tsx'
import { useFilterChange } from './filters.ts'
import { parseChoice } from './search-values.ts'

const directionNames = { asc: 'Ascending', desc: 'Descending' } as const

export const readDirection = (value: unknown): Direction | undefined => parseChoice(directionNames, value)

export type Sorting<By extends string> = { first: By; ways: Record<By, Direction> }

/** The sort order is always sent, because the service's default may differ from the page's. */
export const chooseSort = <By extends string>(
  { first, ways }: Sorting<By>,
  { sort = first, direction }: SortSearch<By>,
) => ({
  sort,
  direction: direction ?? ways[sort],
})

export function useSorted<By extends string>(sorting: Sorting<By>, search: SortSearch<By>): (by: By) => ColumnSort {
  const change = useFilterChange<SortSearch<By>>()
  const now = chooseSort(sorting, search)
  return (by) => ({
    direction: by === now.sort ? now.direction : undefined,
    onSort() {
      const isTurned = by === now.sort && now.direction === sorting.ways[by]
      const other = sorting.ways[by] === 'asc' ? 'desc' : 'asc'
      change({ sort: by === sorting.first ? undefined : by, direction: isTurned ? other : undefined })
    },
  })
}
