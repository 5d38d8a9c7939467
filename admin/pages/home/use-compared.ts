import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Reports, reportQuery } from '../../api/analytics.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Spans } from './spans.ts'

/** One query reads both periods, so that a change of range replaces them together. */
export function useCompared<N extends 'reviews' | 'moderation' | 'requests'>(name: N, { now, before }: Spans) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [storeId, 'analytics', name, now, before] as const,
    async queryFn(): Promise<{ now: Reports[N]; before: Reports[N] | null }> {
      const [present, past = null] = await Promise.all(
        [now, before]
          .filter((span) => span !== null)
          .map((span) => queryClient.fetchQuery(reportQuery(storeId, name, span))),
      )
      return { now: present as Reports[N], before: past as Reports[N] | null }
    },
    placeholderData: keepPreviousData,
  })
}
