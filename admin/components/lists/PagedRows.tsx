import type { ReactNode } from 'react'
import { ErrorState, Loading } from '../EmptyState.tsx'
import { StaleNotice } from '../StaleNotice.tsx'
import { LoadMore, type Paging } from './LoadMore.tsx'

export type PagedList<T> = Paging & {
  data: { pages: { data: T[] }[] } | undefined
  error: Error | null
  isRefetchError: boolean
  /** The rows of another order are shown until the new ones arrive. */
  isPlaceholderData: boolean
  refetch(): Promise<unknown>
}

type Props<T> = { list: PagedList<T>; empty: ReactNode; skeletonRows?: number; children(rows: T[]): ReactNode }

export function PagedRows<T>({ list, empty, skeletonRows, children }: Props<T>) {
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Loading rows={skeletonRows} />
    )
  const rows = list.data.pages.flatMap((page) => page.data)
  return (
    <>
      {list.isRefetchError && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      {rows.length === 0 ? empty : children(rows)}
      {!list.isPlaceholderData && <LoadMore {...list} />}
    </>
  )
}
