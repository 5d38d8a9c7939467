import { useQueryClient } from '@tanstack/react-query'
import { storesQuery } from '../../../api/account/account.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useRefreshGrants() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: [storeId, 'partner-grants'] })
    // The grant also changes access to its stores, so the stores are read again.
    await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey })
  }
}
