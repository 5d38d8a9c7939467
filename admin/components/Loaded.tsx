import type { ReactNode } from 'react'
import { isMissing } from '../api/client.ts'
import { ErrorState, Loading } from './EmptyState.tsx'
import { StaleNotice } from './StaleNotice.tsx'

type Asked<T> = {
  data: T | undefined
  error: Error | null
  isRefetchError: boolean
  refetch(): Promise<unknown>
}

type Props<T> = {
  query: Asked<T>
  /** How much is likely to come. */
  rows?: number
  /** What stands there when the service knows no such thing. */
  missing?: ReactNode
  children(data: T): ReactNode
}

/** What was asked for. Once it is there it stays, with all that was typed into it, whatever becomes of the next answer. */
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
