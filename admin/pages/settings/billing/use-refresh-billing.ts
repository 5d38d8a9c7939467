import { useQueryClient } from '@tanstack/react-query'
import { subscriptionQuery } from '../../../api/account/account.ts'
import { invoicesQuery } from '../../../api/account/billing.ts'
import { featuresQuery } from '../../../api/features.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useRefreshBilling(): () => void {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => {
    for (const { queryKey } of [subscriptionQuery(storeId), invoicesQuery(storeId), featuresQuery(storeId)])
      void queryClient.invalidateQueries({ queryKey })
  }
}
