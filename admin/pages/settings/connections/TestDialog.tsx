import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Connection, testConnection } from '../../../api/connectors.ts'
import { sessionQuery } from '../../../api/session.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/Field.tsx'
import { errorAt, errorBeside } from '../../../components/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useConnectionChange } from './use-connection-change.ts'
import { providerNames } from './words.ts'

export function TestDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { data: session } = useQuery(sessionQuery)
  const [email, setEmail] = useState(session?.user.email ?? '')
  const provider = providerNames[connection.provider]
  const sending = useConnectionChange(
    (storeId, address: string) => testConnection(storeId, connection.id, address),
    () => {
      onClose()
      toast('The test event is on its way; the list tells how it went')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate(email.trim())
  }
  const beside = errorBeside(sending.error, ['/email'])
  return (
    <Dialog title="Send a test event" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          {provider} gets the event “{connection.eventNames.connection_test}”, which shows whether the key is good.
          {connection.provider === 'mailchimp' && ' Mailchimp takes it only for an address that is in the audience.'}
        </p>
        <TextField
          label="E-mail address"
          hint={`The profile at ${provider} that gets it. Use your own.`}
          type="email"
          required
          maxLength={254}
          value={email}
          error={errorAt(sending.error, '/email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={sending.isPending}>
            Send it
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
