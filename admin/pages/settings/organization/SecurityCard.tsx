import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSettings, settingsQuery } from '../../../api/account/organization.ts'
import { twoFactorQuery } from '../../../api/account/session.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'

export function SecurityCard({ isClosing }: { isClosing: boolean }) {
  const query = useQuery(settingsQuery(useStoreId()))
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card
      title="Two-factor authentication"
      actions={
        query.data && <Badge tone={query.data.twoFactorRequired ? 'good' : 'plain'}>{stateOf(query.data)}</Badge>
      }
    >
      <div className="grid gap-4 px-5 pt-2 pb-5">
        <Loaded query={query} rows={1}>
          {({ twoFactorRequired }) => (
            <>
              <p className="max-w-[44rem] text-sm text-quiet">
                {twoFactorRequired
                  ? 'Members need a second factor to sign in. Members without one must set it up first. API keys are not affected.'
                  : 'Members sign in with a password, unless they set up a second factor. You can require one for everyone.'}
              </p>
              <Button disabled={isClosing} onClick={() => setIsAsking(true)} className="justify-self-start">
                {twoFactorRequired ? 'Stop requiring it' : 'Require for everyone'}
              </Button>
              {isAsking && <AskDialog isOn={twoFactorRequired} onClose={() => setIsAsking(false)} />}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

const stateOf = ({ twoFactorRequired }: { twoFactorRequired: boolean }) => (twoFactorRequired ? 'Required' : 'Optional')

function AskDialog({ isOn, onClose }: { isOn: boolean; onClose(): void }) {
  const storeId = useStoreId()
  const { organization } = useRole()
  const { data: own } = useQuery(twoFactorQuery)
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={isOn ? 'Allow sign-in with a password alone?' : `Require a second factor of everybody in ${organization}?`}
      confirmLabel={isOn ? 'Stop requiring it' : 'Require for everyone'}
      isDangerous={isOn}
      act={() => changeSettings(storeId, { twoFactorRequired: !isOn })}
      onDone={() => {
        toast(isOn ? 'Two-factor authentication is now optional' : 'Two-factor authentication is now required')
        // The owner who requires a second factor may have none. The service then refuses the refetches, and the app opens
        // the setup page.
        void queryClient.invalidateQueries()
      }}
      onClose={onClose}
    >
      {isOn ? (
        <p>Members who set up a second factor keep it. Everyone else signs in with a password.</p>
      ) : (
        <>
          <p>
            Members without a second factor must set one up on their next click, which takes a minute. This includes
            partners in your stores.
          </p>
          <p>API keys, the storefront and emails are not affected.</p>
          {own?.enabled === false && <p className="text-warn">You do not have one yet. You set it up next.</p>}
        </>
      )}
    </ConfirmDialog>
  )
}
