import { useQueryClient } from '@tanstack/react-query'
import { appClientsQuery } from '../../../api/account/connected-apps.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

/**
 * Refreshes connections and clients together: a client shows its number of connections, and deleting a client deletes
 * its connections.
 */
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
