import { type FormEvent, useState } from 'react'
import { createDestination, type DestinationKind } from '../../../api/shops/destinations.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Field, SelectField, TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { kindNames, kindTexts } from '../../../texts/destinations.ts'
import { useDestinationChange } from './use-destination-change.ts'

const kinds = Object.keys(kindNames) as DestinationKind[]
const fields = ['/credentials/accountId', '/credentials/serviceAccount']

type Props = { used: readonly DestinationKind[]; chosen: DestinationKind | undefined; onClose(): void }

export function AddDialog({ used, chosen, onClose }: Props) {
  const free = kinds.filter((kind) => !used.includes(kind))
  const [kind, setKind] = useState<DestinationKind>(chosen ?? free[0] ?? 'meta_csv')
  const [accountId, setAccountId] = useState('')
  const [serviceAccount, setServiceAccount] = useState('')
  const adding = useDestinationChange(createDestination, ({ status }) => {
    onClose()
    toast(status === 'active' ? `${kindNames[kind]} is added` : `${kindNames[kind]} is added and needs your attention`)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate({
      kind,
      ...(kind === 'google_product' && { credentials: { accountId: accountId.trim(), serviceAccount } }),
    })
  }
  const beside = remainingError(adding.error, fields)
  if (free.length === 0)
    return (
      <Dialog title="Add a destination" onClose={onClose}>
        <p className="text-quiet">Every kind of destination is in use.</p>
      </Dialog>
    )
  return (
    <Dialog title="Add a destination" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label="Destination"
          hint={kindTexts[kind]}
          value={kind}
          onChange={(event) => setKind(event.target.value as DestinationKind)}
        >
          {free.map((each) => (
            <option key={each} value={each}>
              {kindNames[each]}
            </option>
          ))}
        </SelectField>
        {kind === 'google_product' && (
          <>
            <TextField
              label="Merchant Center account"
              hint="The number beside the account's name."
              required
              inputMode="numeric"
              maxLength={20}
              autoComplete="off"
              value={accountId}
              error={errorAt(adding.error, '/credentials/accountId')}
              onChange={(event) => setAccountId(event.target.value)}
            />
            <Field
              label="Key file of the service account"
              hint="Paste the whole JSON file. It is stored encrypted and never shown again."
              error={errorAt(adding.error, '/credentials/serviceAccount')}
            >
              {(control) => (
                <textarea
                  {...control}
                  required
                  rows={5}
                  spellCheck={false}
                  maxLength={20_000}
                  value={serviceAccount}
                  onChange={(event) => setServiceAccount(event.target.value)}
                  className="control h-auto py-2 font-mono text-sm"
                />
              )}
            </Field>
          </>
        )}
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={adding.isPending}>
            Add
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
