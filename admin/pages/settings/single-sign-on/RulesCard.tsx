import { useState } from 'react'
import { type SignOnSettings, type SingleSignOn, saveSingleSignOn } from '../../../api/account/single-sign-on.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Choice, Switch } from '../../../components/forms/Choice.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshSignOn, useSignOnChange } from './use-sign-on-change.ts'

const roles = { VIEWER: 'Viewer', MEMBER: 'Member', ADMIN: 'Admin' }

export function RulesCard({ settings }: { settings: SingleSignOn }) {
  const storeId = useStoreId()
  const refresh = useRefreshSignOn()
  const [invitedOnly, setInvitedOnly] = useState(settings.invitedOnly)
  const [defaultRole, setDefaultRole] = useState(settings.defaultRole)
  const [required, setRequired] = useState(settings.required)
  const [isAsking, setIsAsking] = useState(false)
  const saving = useSignOnChange(saveSingleSignOn, () => toast('Saved'))
  const { issuer, clientId, domains } = settings
  const isChanged =
    invitedOnly !== settings.invitedOnly || defaultRole !== settings.defaultRole || required !== settings.required
  const body: SignOnSettings = {
    ...{ issuer: issuer ?? '', clientId: clientId ?? '' },
    ...{ invitedOnly, defaultRole, required },
  }
  const hasProven = domains.some(({ provenAt }) => provenAt !== null)
  const save = () => (required && !settings.required ? setIsAsking(true) : saving.mutate(body))
  return (
    <Card title="3. Access">
      <form
        className="grid gap-5 p-5 pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Choice
          legend="People without an invitation"
          value={invitedOnly ? 'no' : 'yes'}
          options={[
            {
              value: 'yes',
              name: 'Can join',
              meaning: 'Anyone with an address of your domains joins by signing in through the provider.',
            },
            {
              value: 'no',
              name: 'Cannot join',
              meaning: 'Only members and people with an open invitation can sign in.',
            },
          ]}
          onChange={(value) => setInvitedOnly(value === 'no')}
        />
        {!invitedOnly && (
          <SelectField
            label="Initial role"
            value={defaultRole}
            onChange={(event) => setDefaultRole(event.target.value as SingleSignOn['defaultRole'])}
          >
            <Options names={roles} />
          </SelectField>
        )}
        <Switch
          label="Require single sign-on"
          hint={
            hasProven
              ? 'Members with an address of your domains can no longer sign in with a password. Owners still can, so that a broken provider locks nobody out.'
              : 'Verify a domain first.'
          }
          isOn={required}
          onChange={setRequired}
        />
        {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
        <div className="flex justify-end">
          <Button type="submit" look="primary" disabled={!isChanged} isBusy={saving.isPending}>
            Save
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Require single sign-on?"
          confirmLabel="Require it"
          act={() => saveSingleSignOn(storeId, body)}
          onDone={() => {
            void refresh()
            toast('Single sign-on is required')
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Members with an address of your domains must sign in through the provider on their next click. Test the
            provider first.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
