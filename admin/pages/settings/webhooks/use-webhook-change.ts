import { useMutation, useQueryClient } from '@tanstack/react-query'
import { webhooksKey } from '../../../api/shops/webhooks.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useWebhookChange<Input, Answer>(
  act: (storeId: string, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const storeId = useStoreId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => act(storeId, input),
    ...(onSuccess && { onSuccess }),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey(storeId) }),
  })
}
