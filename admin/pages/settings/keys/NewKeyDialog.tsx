import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ApiKey, createKey, keysQuery } from '../../../api/account/keys.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { ScopePicker, type Scopes } from './ScopePicker.tsx'
import { StorePicker } from './StorePicker.tsx'

const roles = [
  ['VIEWER', 'Viewer: reads'],
  ['MEMBER', 'Member: reads and writes'],
  ['ADMIN', 'Admin: also pushes products and orders'],
] as const

const lifetimes = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<ApiKey['role']>('VIEWER')
  const [scopes, setScopes] = useState<Scopes>()
  const [days, setDays] = useState('')
  const [stores, setStores] = useState<readonly string[]>()
  const creating = useMutation({
    mutationFn: () => {
      const expiresAt = days ? new Date(serverNowMs() + Number(days) * 86_400_000).toISOString() : null
      const storeEnvIds = [...(stores ?? [])]
      return createKey(storeId, { name: name.trim(), role, scopes: [...(scopes ?? [])], expiresAt, storeEnvIds })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery(storeId).queryKey }),
  })
  // To the service, an empty list means every scope, but a person who chose nothing did not mean that.
  const isNothing = scopes?.length === 0
  const isNowhere = stores?.length === 0
  const choose = (next: Scopes, itsRole?: ApiKey['role']) => {
    setScopes(next)
    if (itsRole) setRole(itsRole)
  }
  if (creating.data) return <CreatedKey value={creating.data.key} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creating.mutate()
  }
  return (
    <Dialog title="Create API key" onClose={onClose} size="wide">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          hint="Name the program that uses it, so you know which key to revoke later."
          required
          autoFocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value as ApiKey['role'])}>
            {roles.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <SelectField label="Expires" value={days} onChange={(event) => setDays(event.target.value)}>
            {lifetimes.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        </div>
        <ScopePicker scopes={scopes} canWrite={role !== 'VIEWER'} onChange={choose} />
        {isNothing && <p className="text-sm text-quiet">Choose at least one area to read or write.</p>}
        <StorePicker stores={stores} onChange={setStores} />
        {isNowhere && <p className="text-sm text-quiet">Choose at least one store.</p>}
        {creating.error && <Notice tone="danger">{creating.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={creating.isPending} disabled={isNothing || isNowhere}>
            Create the key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function CreatedKey({ value, onClose }: { value: string; onClose(): void }) {
  return (
    <Dialog title="Your new key" onClose={onClose} size="wide">
      <Notice tone="warn">Copy it now and store it safely. It is shown only once. Never put it into a web page.</Notice>
      <CopyField label="API key" value={value} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
