import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Reports, reportQuery } from '../../api/analytics.ts'
import { useStoreId } from '../../shell/use-store.ts'
import type { Spans } from './spans.ts'

/** A report of the days, and of as many before: one question to whoever waits for them. Other days take the place of what stands there. */
export function useCompared<N extends 'reviews' | 'moderation' | 'requests'>(name: N, { now, before }: Spans) {
  const storeId = useStoreId()
  const present = useQuery({ ...reportQuery(storeId, name, now), placeholderData: keepPreviousData })
  const past = useQuery({ ...reportQuery(storeId, name, before), placeholderData: keepPreviousData })
  const data: { now: Reports[N]; before: Reports[N] } | undefined = present.data &&
    past.data && { now: present.data, before: past.data }
  return {
    data,
    error: present.error ?? past.error,
    isRefetchError: present.isRefetchError || past.isRefetchError,
    refetch: () => Promise.all([present, past].filter(({ error }) => error).map(({ refetch }) => refetch())),
  }
}
