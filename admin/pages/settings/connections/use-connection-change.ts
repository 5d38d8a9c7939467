import { useMutation, useQueryClient } from '@tanstack/react-query'
import { connectionsKey } from '../../../api/shops/connectors.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useConnectionChange<R, T = void>(
  act: (storeId: string, sent: T) => Promise<R>,
  onDone?: (answer: R) => void,
) {
  const storeId = useStoreId()
  const refresh = useRefreshConnections()
  return useMutation({
    mutationFn: (sent: T) => act(storeId, sent),
    onSuccess: async (answer) => {
      onDone?.(answer)
      await refresh()
    },
  })
}

export function useRefreshConnections() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: connectionsKey(storeId) })
}
