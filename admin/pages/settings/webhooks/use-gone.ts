import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useGone(key: readonly string[]) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const storeId = useStoreId()
  return () => {
    void navigate({ to: '/stores/$storeId/settings/webhooks', params: { storeId } }).then(() =>
      client.invalidateQueries({ queryKey: key, exact: true }),
    )
  }
}
