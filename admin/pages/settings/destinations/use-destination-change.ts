import { useMutation, useQueryClient } from '@tanstack/react-query'
import { destinationsKey } from '../../../api/shops/destinations.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useDestinationChange<R, T = void>(
  act: (storeId: string, sent: T) => Promise<R>,
  onDone?: (answer: R) => void,
) {
  const storeId = useStoreId()
  const refresh = useRefreshDestinations()
  return useMutation({
    mutationFn: (sent: T) => act(storeId, sent),
    onSuccess: async (answer) => {
      onDone?.(answer)
      await refresh()
    },
  })
}

export function useRefreshDestinations() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: destinationsKey(storeId) })
}
