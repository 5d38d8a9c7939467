import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sessionQuery } from '../../../api/account/session.ts'
import { type Connection, type EventKind, type Provider, testConnection } from '../../../api/shops/connectors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Options } from '../../../components/forms/Options.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { kindNames, kindsOf, providerNames } from './labels.ts'
import { useConnectionChange } from './use-connection-change.ts'

const namesOf = (provider: Provider) => Object.fromEntries(kindsOf(provider).map((kind) => [kind, kindNames[kind]]))

export function TestDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { data: session } = useQuery(sessionQuery)
  const [email, setEmail] = useState(session?.user.email ?? '')
  const [kind, setKind] = useState<EventKind>('connection_test')
  const provider = providerNames[connection.provider]
  const sending = useConnectionChange(
    (storeId, address: string) => testConnection(storeId, connection.id, address, kind),
    () => {
      onClose()
      toast('Test event sent. The list shows the result.')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate(email.trim())
  }
  const beside = remainingError(sending.error, ['/email'])
  return (
    <Dialog title="Send a test event" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          It shows whether the key is good, and makes the event known at {provider}, so that you can build a flow on it.
          It has every field of a real event. If a flow is live, it emails you.
        </p>
        <SelectField
          label="Event"
          hint={`${provider} gets the event “${connection.eventNames[kind]}”.`}
          value={kind}
          onChange={(event) => setKind(event.target.value as EventKind)}
        >
          <Options names={namesOf(connection.provider)} />
        </SelectField>
        <TextField
          label="Email address"
          hint={`The profile at ${provider} that gets the event. Use your own address.`}
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
            Send test
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
