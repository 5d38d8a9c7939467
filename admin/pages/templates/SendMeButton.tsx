import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../../api/account/session.ts'
import { sendingQuery } from '../../api/mail/email.ts'
import { testTemplate } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

/** `isLink` is for places where another button is the main action. */
export function SendMeButton({ isLink = false }: { isLink?: boolean }) {
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
  const send = () => to && testing.mutate(to)
  if (isLink)
    return (
      <button
        type="button"
        aria-busy={testing.isPending || undefined}
        disabled={!to || testing.isPending}
        onClick={send}
        className="text-start text-sm text-quiet underline underline-offset-4 hover:text-text"
      >
        Send me a sample email
      </button>
    )
  return (
    <Button
      icon="send"
      isBusy={testing.isPending}
      disabled={!to}
      onClick={send}
      className="h-auto! min-h-10 max-w-full sm:min-h-9 shrink! py-1 text-start whitespace-normal!"
    >
      Send me a sample email
    </Button>
  )
}
