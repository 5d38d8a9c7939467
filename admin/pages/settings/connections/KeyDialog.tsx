import { type FormEvent, useState } from 'react'
import { type Connection, changeConnection } from '../../../api/shops/connectors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { KeyField } from './KeyField.tsx'
import { keyHints } from './labels.ts'
import { useConnectionChange } from './use-connection-change.ts'

export function KeyDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const [apiKey, setApiKey] = useState('')
  const saving = useConnectionChange(
    (storeId, key: string) => changeConnection(storeId, connection.id, { apiKey: key }),
    () => {
      onClose()
      toast('Key replaced')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(apiKey.trim())
  }
  const beside = remainingError(saving.error, ['/apiKey'])
  return (
    <Dialog title="Replace the key" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          The new key replaces the one that ends in {connection.apiKeyLast4}. Waiting events are then sent, also if the
          connection was paused.
        </p>
        <KeyField
          label="API key"
          hint={`${keyHints[connection.provider]} It is stored encrypted and never shown again.`}
          value={apiKey}
          error={errorAt(saving.error, '/apiKey')}
          onChange={setApiKey}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            Replace
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
