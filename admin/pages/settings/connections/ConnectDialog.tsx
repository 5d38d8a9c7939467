import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { createConnection, type Provider } from '../../../api/shops/connectors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { KeyField } from './KeyField.tsx'
import { keyHints, providerNames } from './labels.ts'
import { ProviderChoice } from './ProviderChoice.tsx'
import { useConnectionChange } from './use-connection-change.ts'

export function ConnectDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [provider, setProvider] = useState<Provider>('klaviyo')
  const [name, setName] = useState('')
  const [apiKey, setApiKey] = useState('')
  const [listId, setListId] = useState('')
  const isMailchimp = provider === 'mailchimp'
  const connecting = useConnectionChange(createConnection, ({ id }) => {
    onClose()
    toast(`${providerNames[provider]} is connected. Send a test event to check the key.`)
    void navigate({ to: '/stores/$storeId/settings/connections/$connectionId', params: { storeId, connectionId: id } })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connecting.mutate({
      provider,
      apiKey: apiKey.trim(),
      ...(name.trim() && { name: name.trim() }),
      ...(isMailchimp && { listId: listId.trim() }),
    })
  }
  const beside = remainingError(connecting.error, ['/apiKey', '/listId', '/name'])
  return (
    <Dialog title="Connect a provider" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <ProviderChoice value={provider} onChange={setProvider} />
        <KeyField
          label="API key"
          hint={`${keyHints[provider]} It is stored encrypted and never shown again.`}
          value={apiKey}
          error={errorAt(connecting.error, '/apiKey')}
          onChange={setApiKey}
        />
        {isMailchimp && (
          <TextField
            label="Audience id"
            hint="In Mailchimp: Audience, Settings, “Audience name and defaults”."
            required
            maxLength={50}
            autoComplete="off"
            value={listId}
            error={errorAt(connecting.error, '/listId')}
            onChange={(event) => setListId(event.target.value)}
          />
        )}
        <TextField
          label="Name"
          hint="Helps you recognize it. Optional."
          maxLength={100}
          placeholder={providerNames[provider]}
          value={name}
          error={errorAt(connecting.error, '/name')}
          onChange={(event) => setName(event.target.value)}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={connecting.isPending}>
            Connect
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
