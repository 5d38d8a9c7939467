import { useQueryClient } from '@tanstack/react-query'
import { storesQuery } from '../api/account/account.ts'
import { organizationQuery } from '../api/account/organization.ts'
import { useStoreId } from './store/use-store.ts'

/**
 * The name stands beside every store, and with a transfer roles change: both are read with the stores. The transfer itself is not
 * asked for again, since it may be over, and what is not there is answered as a fault.
 */
export function useRefreshOrganization() {
  const { queryKey } = organizationQuery(useStoreId())
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey, exact: true })
    await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey })
  }
}
