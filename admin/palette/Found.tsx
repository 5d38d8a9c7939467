import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SearchGroup, SearchItem } from '../components/lists/SearchList.tsx'

type Props<T> = { name: string; search: UseQueryResult<T[]>; children(row: T): ReactNode }

export function Found<T>({ name, search, children }: Props<T>) {
  const { data, isError, refetch, fetchStatus, status } = search
  if (isError)
    return (
      <SearchGroup name={name}>
        <SearchItem id={`again ${name}`} onSelect={() => void refetch()}>
          <span className="text-danger">{name} could not be searched.</span>
          <span className="font-medium">Try again</span>
        </SearchItem>
      </SearchGroup>
    )
  if (status === 'pending' && fetchStatus === 'idle') return null
  if (!data || data.length === 0) return null
  return <SearchGroup name={name}>{data.map(children)}</SearchGroup>
}
