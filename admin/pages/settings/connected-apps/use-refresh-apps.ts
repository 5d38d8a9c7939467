import { useQueryClient } from '@tanstack/react-query'
import { appClientsQuery } from '../../../api/account/connected-apps.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

/** A client shows its number of connections, and deleting it deletes them. */
export function useRefreshApps() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [[storeId, 'app-connections'], appClientsQuery(storeId).queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}
