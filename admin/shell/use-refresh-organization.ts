import { useQueryClient } from '@tanstack/react-query'
import { storesQuery } from '../api/account/account.ts'
import { organizationQuery } from '../api/account/organization.ts'
import { useStoreId } from './store/use-store.ts'

/** The transfer is not refreshed, because a finished one answers 404. */
export function useRefreshOrganization() {
  const { queryKey } = organizationQuery(useStoreId())
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey, exact: true })
    await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey })
  }
}
