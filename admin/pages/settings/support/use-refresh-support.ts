import { useQueryClient } from '@tanstack/react-query'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useRefreshSupport() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [storeId, 'support'] })
}
