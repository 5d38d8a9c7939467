import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { storesQuery } from '../../../api/account/account.ts'
import { changeGrant, type Grant, giveGrant } from '../../../api/account/partners.ts'
import { ApiError } from '../../../api/client.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { Choice, Switch } from '../../../components/forms/Choice.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStore } from '../../../shell/store/use-store.ts'
import { fromDay, grantRoles, toDay } from './terms.ts'
import { useRefreshGrants } from './use-refresh-grants.ts'

export function GrantDialog({ grant, onClose }: { grant?: Grant; onClose(): void }) {
  const { id: storeId, organizationId: ownId } = useStore()
  const { data } = useSuspenseQuery(storesQuery)
  const refresh = useRefreshGrants()
  const [organizationId, setOrganizationId] = useState('')
  const [role, setRole] = useState<Grant['role']>(grant?.role ?? 'MEMBER')
  const [chosen, setChosen] = useState<readonly string[] | null>(grant?.storeEnvIds ?? null)
  const [day, setDay] = useState(toDay(grant?.expiresAt))
  const saving = useMutation({
    mutationFn: () => {
      const terms = {
        role,
        storeEnvIds: chosen && [...chosen],
        // If the day is unchanged, the time of day is preserved.
        expiresAt: grant && day === toDay(grant.expiresAt) ? grant.expiresAt : fromDay(day),
      }
      if (!grant) return giveGrant(storeId, { organizationId: organizationId.trim(), ...terms })
      // The service refuses an end in the past, so an unchanged end is omitted.
      const { expiresAt, ...rest } = terms
      return changeGrant(storeId, grant.id, expiresAt === grant.expiresAt ? rest : terms)
    },
    onSuccess: ({ to, state }) => {
      onClose()
      toast(grant ? `The access of ${to.name} is changed` : givenText(to.name, state))
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const refusal = refusedId(saving.error, organizationId.trim().toLowerCase() === ownId)
  const choose = (id: string, isOn: boolean) =>
    setChosen((ids) => [...(ids ?? []).filter((each) => each !== id), ...(isOn ? [id] : [])])
  return (
    <Dialog title={grant ? `Change the access of ${grant.to.name}` : 'Add partner'} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {!grant && (
          <TextField
            label="Organization id"
            hint="The partner finds it in their Settings, under Partners."
            error={refusal}
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-sm"
            value={organizationId}
            onChange={(event) => {
              setOrganizationId(event.target.value)
              saving.reset()
            }}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Role"
            hint="The highest role. People with a lower role in the partner's organization keep it here."
            value={role}
            onChange={(event) => setRole(event.target.value as Grant['role'])}
          >
            <Options names={grantRoles} />
          </SelectField>
          <TextField
            label="Until"
            hint="Access ends at the end of this day. Leave blank for no end."
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </div>
        <Choice
          legend="Stores"
          value={chosen ? 'some' : 'all'}
          options={[
            { value: 'all', name: 'All stores', meaning: 'Includes stores added later.' },
            { value: 'some', name: 'Only these' },
          ]}
          onChange={(value) => setChosen(value === 'all' ? null : [])}
        />
        {chosen && (
          <div className="-mt-1 ml-6 grid gap-2">
            {data
              .filter((each) => each.organizationId === ownId)
              .map(({ id, name }) => (
                <Switch key={id} label={name} isOn={chosen.includes(id)} onChange={(isOn) => choose(id, isOn)} />
              ))}
          </div>
        )}
        {!grant && (
          <Notice>
            An owner of the other organization has to accept. Until then, its people have no access. A partner that
            already works in your stores need not accept again.
          </Notice>
        )}
        {saving.error && !refusal && <Notice tone="danger">{saving.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending} disabled={chosen?.length === 0}>
            {grant ? 'Save' : 'Give access'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const givenText = (name: string, state: Grant['state']): string =>
  state === 'active' ? `${name} has access` : `${name} has to accept the access`

function refusedId(error: Error | null, isOwn: boolean): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'not_found') return 'No organization has this id.'
  if (!error.details.some(({ path }) => path === '/organizationId')) return undefined
  return isOwn
    ? 'This is the id of your own organization. Ask the partner for theirs.'
    : 'This is no organization id. It looks like 019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02.'
}
