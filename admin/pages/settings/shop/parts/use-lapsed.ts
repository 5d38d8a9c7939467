import { useQuery } from '@tanstack/react-query'
import { featuresQuery } from '../../../../api/features.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'

export function useIsLapsed(): boolean {
  const storeId = useStoreId()
  return useQuery(featuresQuery(storeId)).data?.lapsed ?? false
}
