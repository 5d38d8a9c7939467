// How a list is sorted stands in the page's address beside its filters.
import type { Direction } from '#platform/values/wire.ts'
import type { SortSearch } from '../api/client.ts'
import type { Sorted } from '../components/lists/Table.tsx'
import { useFilterChange } from './filters.ts'
import { oneOf } from './search-values.ts'

const directionNames = { asc: 'Ascending', desc: 'Descending' } as const

export const readDirection = (value: unknown): Direction | undefined => oneOf(directionNames, value)

/** What a list has to know of its sorting: by what where nothing is said, and which way each begins. */
export type Sorting<By extends string> = { first: By; ways: Record<By, Direction> }

/** The parameters of the request; the service has a first way of its own, which need not be that of the page. */
export const sortOf = <By extends string>(
  { first, ways }: Sorting<By>,
  { sort = first, direction }: SortSearch<By>,
) => ({
  sort,
  direction: direction ?? ways[sort],
})

/** Answers for a column how the list is sorted by it, and sorts by it: first its own way, then the other way round. */
export function useSorted<By extends string>(sorting: Sorting<By>, search: SortSearch<By>): (by: By) => Sorted {
  const change = useFilterChange<SortSearch<By>>()
  const now = sortOf(sorting, search)
  return (by) => ({
    direction: by === now.sort ? now.direction : undefined,
    onSort() {
      const isTurned = by === now.sort && now.direction === sorting.ways[by]
      const other = sorting.ways[by] === 'asc' ? 'desc' : 'asc'
      change({ sort: by === sorting.first ? undefined : by, direction: isTurned ? other : undefined })
    },
  })
}
