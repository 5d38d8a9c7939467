import { useMutation, useQueryClient } from '@tanstack/react-query'
import { grantsKey } from '../../../api/reviews/grants.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useGrantChange<R, T>(act: (storeId: string, sent: T) => Promise<R>, onDone?: (answer: R) => void) {
  const storeId = useStoreId()
  const refresh = useRefreshGrants()
  return useMutation({
    mutationFn: (sent: T) => act(storeId, sent),
    onSuccess: async (answer) => {
      onDone?.(answer)
      await refresh()
    },
  })
}

export function useRefreshGrants() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: grantsKey(storeId) })
}
