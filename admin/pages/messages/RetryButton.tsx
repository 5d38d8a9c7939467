import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Message, messagesKey, retryMessage } from '../../api/mail/email.ts'
import { Button } from '../../components/Button.tsx'
import { toast } from '../../components/toasts.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'

/** No confirmation: the service checks that the mail is still wanted and never sends it twice. */
export function RetryButton({ message, onDone }: { message: Message; onDone?: () => void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { isAtLeast } = useRole()
  const retrying = useMutation({
    mutationFn: () => retryMessage(storeId, message.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: messagesKey(storeId) })
      toast('The message is tried again')
      onDone?.()
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  if (!isAtLeast('MEMBER')) return null
  return (
    <Button
      size="small"
      icon="rotate"
      isBusy={retrying.isPending}
      aria-label={`Try again to ${message.recipient ?? 'the customer'}`}
      onClick={() => retrying.mutate()}
    >
      Try again
    </Button>
  )
}
