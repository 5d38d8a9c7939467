import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SendingDomain, sendingDomainQuery } from '../../../api/mail/sending-domain.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useShowDomain() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return (domain: SendingDomain) => void queryClient.setQueryData(sendingDomainQuery(storeId).queryKey, domain)
}

export function useDomainChange<T = void>(
  act: (storeId: string, sent: T) => Promise<SendingDomain>,
  onDone?: (domain: SendingDomain) => void,
) {
  const storeId = useStoreId()
  const show = useShowDomain()
  return useMutation({
    mutationFn: (sent: T) => act(storeId, sent),
    onSuccess: (domain) => {
      show(domain)
      onDone?.(domain)
    },
  })
}
