import type { SortSearch } from './client.ts'

type Query = { queryKey: readonly unknown[] }

/**
 * Placeholder rows of a list of one store whose order changes. Without them, the table and the focused header would
 * disappear. The filters are the last part of the query's key.
 */
export const rowsWhileSorting =
  (storeId: string, filters: SortSearch<string>) =>
  <T>(rows: T | undefined, before: Query | undefined): T | undefined => {
    const key = before?.queryKey
    return key?.[0] === storeId && dropSort(key.at(-1)) === dropSort(filters) ? rows : undefined
  }

const dropSort = (filters: unknown): string => {
  const { sort: _sort, direction: _direction, ...others } = filters as SortSearch<string>
  return JSON.stringify(others)
}
