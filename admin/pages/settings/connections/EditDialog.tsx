import { type FormEvent, useState } from 'react'
import { type Connection, changeConnection } from '../../../api/shops/connectors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { kindNames, kindsOf } from './labels.ts'
import { useConnectionChange } from './use-connection-change.ts'

export function EditDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const kinds = kindsOf(connection.provider)
  const [name, setName] = useState(connection.name)
  const [listId, setListId] = useState(connection.listId ?? '')
  const [eventNames, setEventNames] = useState(connection.eventNames)
  const saving = useConnectionChange<Connection>(
    (storeId) => {
      const changed = kinds.filter((kind) => eventNames[kind].trim() !== connection.eventNames[kind])
      return changeConnection(storeId, connection.id, {
        name: name.trim(),
        ...(listId.trim() !== (connection.listId ?? '') && { listId: listId.trim() }),
        // An empty name restores the default.
        eventNames: Object.fromEntries(changed.map((kind) => [kind, eventNames[kind].trim() || null])),
      })
    },
    () => {
      onClose()
      toast('Connection saved')
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const beside = remainingError(saving.error, ['/name', '/listId', '/eventNames'])
  return (
    <Dialog title="Name and events" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={100}
          value={name}
          error={errorAt(saving.error, '/name')}
          onChange={(event) => setName(event.target.value)}
        />
        {connection.provider === 'mailchimp' && (
          <TextField
            label="Audience id"
            required
            maxLength={50}
            value={listId}
            error={errorAt(saving.error, '/listId')}
            onChange={(event) => setListId(event.target.value)}
          />
        )}
        <fieldset className="grid gap-3">
          <legend className="pb-1 text-sm font-medium">Event names in your flows</legend>
          <p className="text-sm text-quiet">Leave blank for the default name. Your flows must use exactly this name.</p>
          {kinds.map((kind) => (
            <TextField
              key={kind}
              label={kindNames[kind]}
              maxLength={120}
              value={eventNames[kind]}
              error={errorAt(saving.error, `/eventNames/${kind}`)}
              onChange={(event) => setEventNames((before) => ({ ...before, [kind]: event.target.value }))}
            />
          ))}
        </fieldset>
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
