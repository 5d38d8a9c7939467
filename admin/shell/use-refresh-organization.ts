import { useQueryClient } from '@tanstack/react-query'
import { storesQuery } from '../api/account/account.ts'
import { organizationQuery } from '../api/account/organization.ts'
import { useStoreId } from './store/use-store.ts'

/** The transfer is not refetched, because the service responds with 404 after a transfer is finished. */
export function useRefreshOrganization() {
  const { queryKey } = organizationQuery(useStoreId())
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey, exact: true })
    await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey })
  }
}
