import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { membersQuery } from '../../api/account/account.ts'
import { sessionQuery } from '../../api/account/session.ts'
import { sendingQuery } from '../../api/mail/email.ts'
import { type Template, type TemplateDraft, testTemplate } from '../../api/mail/email-templates.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { SelectField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { templateName } from '../messages/labels.ts'

type Props = { template: Template; draft: TemplateDraft | undefined; onClose(): void }

/** Sends to members only, because a test mail can contain any text in the store's name. */
export function TestDialog({ template, draft, onClose }: Props) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionQuery)
  const { data: members } = useInfiniteQuery(membersQuery(storeId))
  const { data: sending } = useQuery(sendingQuery(storeId))
  const [chosen, setTo] = useState<string>()
  const to = chosen ?? session?.user.email ?? ''
  const addresses = (members?.pages.flatMap((page) => page.data) ?? [])
    .filter(({ status }) => status === 'active')
    .map(({ email }) => email)
    .filter((email): email is string => Boolean(email))
  const testing = useMutation({
    mutationFn: () =>
      testTemplate(storeId, { name: template.name, locale: template.locale, to, ...(draft && { draft }) }),
    onSuccess: () => {
      onClose()
      const toMailbox = () => void navigate({ to: '/stores/$storeId/mailbox', params: { storeId } })
      if (sending?.transport === 'mailbox')
        toast('The test email arrives in the mailbox in a moment', { action: { label: 'Open it', run: toMailbox } })
      else toast(`The test is on its way to ${to}`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    testing.mutate()
  }
  return (
    <Dialog title={`Send a test of “${templateName(template.name)}”`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label="To"
          hint="A member of the organization."
          value={to}
          error={errorAt(testing.error, '/to')}
          onChange={(event) => setTo(event.target.value)}
        >
          {[...new Set([...(session ? [session.user.email] : []), ...addresses])].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
        {draft && <Notice>The test uses your unsaved text.</Notice>}
        {testing.error && (
          <Notice tone="danger">{remainingError(testing.error, ['/to']) ?? 'The test email could not be sent.'}</Notice>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" icon="send" isBusy={testing.isPending}>
            Send
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
