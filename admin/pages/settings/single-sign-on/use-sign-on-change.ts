import { useMutation, useQueryClient } from '@tanstack/react-query'
import { singleSignOnQuery } from '../../../api/account/single-sign-on.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useSignOnChange<Sent = void, Answer = unknown>(
  act: (storeId: string, sent: Sent) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const storeId = useStoreId()
  const refresh = useRefreshSignOn()
  return useMutation({
    mutationFn: (sent: Sent) => act(storeId, sent),
    // A refused check still updates the domain's state.
    onSettled: refresh,
    ...(onDone && { onSuccess: onDone }),
  })
}

export function useRefreshSignOn() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: singleSignOnQuery(storeId).queryKey })
}
