import type { ReactNode } from 'react'
import { isMissing } from '../api/client.ts'
import { ErrorState, Loading } from './EmptyState.tsx'
import { StaleNotice } from './StaleNotice.tsx'

type LoadedQuery<T> = {
  data: T | undefined
  error: Error | null
  isRefetchError: boolean
  refetch(): Promise<unknown>
}

type Props<T> = {
  query: LoadedQuery<T>
  rows?: number
  missing?: ReactNode
  children(data: T): ReactNode
}

/** Loaded content stays visible after later errors, so typed text is never lost. `missing` replaces it after a 404. */
export function Loaded<T>({ query, rows, missing, children }: Props<T>) {
  const { data, error, isRefetchError } = query
  const retry = () => void query.refetch()
  if (missing && isMissing(error)) return missing
  if (data === undefined) return error ? <ErrorState error={error} onRetry={retry} /> : <Loading rows={rows} />
  return (
    <>
      {isRefetchError && <StaleNotice error={error} onRetry={retry} />}
      {children(data)}
    </>
  )
}
