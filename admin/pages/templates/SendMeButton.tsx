import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../../api/account/session.ts'
import { sendingQuery } from '../../api/mail/email.ts'
import { testTemplate } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function SendMeButton({ size = 'normal' }: { size?: 'small' | 'normal' }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionQuery)
  const { data: sending } = useQuery(sendingQuery(storeId))
  const to = session?.user.email
  const testing = useMutation({
    mutationFn: (address: string) => testTemplate(storeId, { name: 'review_request', to: address }),
    onSuccess: (_, address) => {
      const toMailbox = () => void navigate({ to: '/stores/$storeId/mailbox', params: { storeId } })
      if (sending?.transport === 'mailbox')
        toast('The sample email arrives in the mailbox in a moment', { action: { label: 'Open it', run: toMailbox } })
      else toast(`It is on its way to ${address}`)
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Button
      icon="send"
      size={size}
      isBusy={testing.isPending}
      disabled={!to}
      onClick={() => to && testing.mutate(to)}
      className={`${size === 'small' ? 'min-h-8' : 'min-h-10'} h-auto! max-w-full shrink! py-1 text-start whitespace-normal!`}
    >
      Send me a sample email
    </Button>
  )
}
