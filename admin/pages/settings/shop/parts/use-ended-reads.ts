import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Sync, shopsKey } from '../../../../api/shops/shops.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'

/** Other pages show the results of a read, so they refresh when one starts, pauses or ends. */
export function useEndedReads(recent: readonly Sync[]): void {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const states = recent.map(({ id, status, pausedUntil }) => `${id} ${status} ${pausedUntil}`).join()
  useEffect(() => {
    if (states === '') return
    const isRecent = (key: readonly unknown[]) => key[2] === 'recent'
    void queryClient.invalidateQueries({
      queryKey: shopsKey(storeId),
      predicate: ({ queryKey }) => !isRecent(queryKey),
    })
    void queryClient.invalidateQueries({ queryKey: [storeId, 'products'] })
  }, [states, storeId, queryClient])
}
