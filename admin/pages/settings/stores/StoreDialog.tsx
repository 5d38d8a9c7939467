import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import {
  createStore,
  isBilled,
  type Store,
  type StoreFields,
  storesQuery,
  subscriptionQuery,
  updateStore,
} from '../../../api/account/account.ts'
import { ApiError } from '../../../api/client.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Field, TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

/** Sends changed fields only, because an older store may have values that a new store cannot use. */
const changed = (store: Store, fields: StoreFields): Partial<StoreFields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => String(value) !== String(store[name as keyof StoreFields])),
  )

function openedText({ name, subscription: { status } }: Store): string {
  if (status === 'trialing') return `${name} was added and shares the trial`
  if (status === 'expired') return `${name} was added. Choose a plan to use it.`
  return `${name} was added`
}

const problemText = (error: Error): string =>
  error instanceof ApiError && error.code === 'limit_reached'
    ? 'Your organization has as many stores as this service allows. Its operator can raise the limit.'
    : error.message

export function StoreDialog({ store, onClose }: { store: Store | undefined; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isSold = isBilled(useQuery(subscriptionQuery(storeId)).data)
  const [name, setName] = useState(store?.name ?? '')
  const [origins, setOrigins] = useState(store?.origins.join('\n') ?? '')
  const [timezone, setTimezone] = useState(store?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [currency, setCurrency] = useState(store?.currency ?? 'USD')
  const fields = { name: name.trim(), origins: origins.split(/\s+/).filter(Boolean), timezone, currency }
  const saving = useMutation({
    mutationFn: () => (store ? updateStore(store.id, changed(store, fields)) : createStore(storeId, fields)),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey })
      onClose()
      toast(store ? 'Store saved' : openedText(saved))
      if (!store) await navigate({ to: '/stores/$storeId/settings/stores', params: { storeId: saved.id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog title={store ? `Edit ${store.name}` : 'Add store'} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Storefront addresses"
          hint="One per line, such as https://shop.example.com. Widgets work only there. Plain http works only on localhost."
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={origins}
              onChange={(event) => setOrigins(event.target.value)}
              className="control h-auto py-2 font-mono text-sm"
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Time zone"
            list="time-zones"
            required
            value={timezone}
            onChange={(event) => setTimezone(event.target.value)}
          />
          <TextField
            label="Currency"
            required
            maxLength={3}
            pattern="[A-Z]{3}"
            title="Three letters, such as EUR"
            value={currency}
            onChange={(event) => setCurrency(event.target.value.toUpperCase())}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </div>
        {!store && isSold && (
          <Notice>
            Your organization has one trial of 7 days, which began with its first store. The new store shares what is
            left of it. After the trial, choose a plan for the store.
          </Notice>
        )}
        {saving.error && <Notice tone="danger">{problemText(saving.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {store ? 'Save' : 'Open the store'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
