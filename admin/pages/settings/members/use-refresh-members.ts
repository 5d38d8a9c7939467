import { useQueryClient } from '@tanstack/react-query'
import { membersQuery, storesQuery } from '../../../api/account/account.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useRefreshMembers() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: membersQuery(storeId).queryKey })
    // The changed role may be the person's own role, so the stores are read again.
    await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey })
  }
}
