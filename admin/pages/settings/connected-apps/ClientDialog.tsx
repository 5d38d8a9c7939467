import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AppClient, changeAppClient, createAppClient } from '../../../api/account/connected-apps.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Choice } from '../../../components/forms/Choice.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Field, TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { NewSecret } from './NewSecret.tsx'
import { useRefreshApps } from './use-refresh-apps.ts'

type Kind = 'confidential' | 'public'

export function ClientDialog({ client, onClose }: { client?: AppClient; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshApps()
  const [name, setName] = useState(client?.name ?? '')
  const [addresses, setAddresses] = useState(client?.redirectUris.join('\n') ?? '')
  const [kind, setKind] = useState<Kind>('confidential')
  const saving = useMutation({
    mutationFn: async () => {
      const redirectUris = addresses.split(/\s+/).filter(Boolean)
      const fields = { name: name.trim(), redirectUris }
      if (!client) return createAppClient(storeId, { ...fields, confidential: kind === 'confidential' })
      await changeAppClient(storeId, client.id, fields)
      return undefined
    },
    onSuccess: (created) => {
      if (!created) {
        onClose()
        toast('App changed')
      }
      return refresh()
    },
  })
  if (saving.data) return <CreatedClient {...saving.data} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const other = remainingError(saving.error, ['/name', '/redirectUris'])
  return (
    <Dialog title={client ? `Edit ${client.name}` : 'Register an app'} onClose={onClose} size="wide">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          hint="People see this name when they are asked to connect."
          error={errorAt(saving.error, '/name')}
          required
          autoFocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Redirect addresses"
          hint="One address per line. The app must send exactly the same address. Use https, or http on 127.0.0.1 or localhost for a program on a person’s own machine."
          error={errorAt(saving.error, '/redirectUris')}
        >
          {(control) => (
            <textarea
              {...control}
              required
              rows={3}
              spellCheck={false}
              className="control h-auto py-2 font-mono text-sm"
              placeholder="https://inventory.example.com/oauth/callback"
              value={addresses}
              onChange={(event) => setAddresses(event.target.value)}
            />
          )}
        </Field>
        {!client && (
          <Choice<Kind>
            legend="Where it runs"
            value={kind}
            options={[
              { value: 'confidential', name: 'On a server', meaning: 'The app gets a secret and stores it.' },
              {
                value: 'public',
                name: 'In a browser or on people’s machines',
                meaning: 'The app gets no secret, because its users could read it.',
              },
            ]}
            onChange={setKind}
          />
        )}
        {other && <Notice tone="danger">{other}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {client ? 'Save' : 'Register the app'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function CreatedClient({
  clientId,
  clientSecret,
  onClose,
}: {
  clientId: string
  clientSecret: string | null
  onClose(): void
}) {
  return (
    <Dialog title="Your new app" onClose={onClose} size="wide">
      <CopyField label="Client id" value={clientId} />
      {clientSecret && <NewSecret value={clientSecret} />}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {clientSecret ? 'I have saved it' : 'Done'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
