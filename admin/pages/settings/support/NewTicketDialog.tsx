import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { storesQuery } from '../../../api/account/account.ts'
import { openTicket } from '../../../api/account/support.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useStore } from '../../../shell/store/use-store.ts'
import { MessageField } from './MessageField.tsx'
import { useRefreshSupport } from './use-refresh-support.ts'

export function NewTicketDialog({ onClose }: { onClose(): void }) {
  const { id: storeId, organizationId } = useStore()
  const { data: stores } = useSuspenseQuery(storesQuery)
  const refresh = useRefreshSupport()
  const navigate = useNavigate()
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const [about, setAbout] = useState(storeId)
  const opening = useMutation({
    mutationFn: () => openTicket(storeId, { subject: subject.trim(), body, ...(about && { storeEnvId: about }) }),
    onSuccess: async ({ id }) => {
      onClose()
      void refresh()
      await navigate({ to: '/stores/$storeId/settings/support/$ticketId', params: { storeId, ticketId: id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    opening.mutate()
  }
  return (
    <Dialog title="Ask support" onClose={onClose} size="wide">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Subject"
          required
          autoFocus
          maxLength={200}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
        />
        <SelectField
          label="About"
          hint="Support access for this ticket is limited to this store."
          value={about}
          onChange={(event) => setAbout(event.target.value)}
        >
          {stores
            .filter((each) => each.organizationId === organizationId)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          <option value="">All stores</option>
        </SelectField>
        <MessageField
          label="Message"
          hint="Describe your steps, the expected result and the actual result."
          value={body}
          onChange={setBody}
        />
        {opening.error && <Notice tone="danger">{opening.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={opening.isPending}>
            Send
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
