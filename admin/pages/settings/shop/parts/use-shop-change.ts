import { useMutation, useQueryClient } from '@tanstack/react-query'
import { shopsKey } from '../../../../api/shops/shops.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'

export function useShopChange<R, T = void>(
  act: (storeId: string, sent: T) => Promise<R>,
  onDone?: (answer: R) => void,
) {
  const storeId = useStoreId()
  const refresh = useRefreshShop()
  return useMutation({
    mutationFn: (sent: T) => act(storeId, sent),
    onSuccess: async (answer) => {
      onDone?.(answer)
      await refresh()
    },
  })
}

export function useRefreshShop() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: shopsKey(storeId) })
}
