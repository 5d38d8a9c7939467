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

/** Whether the organization lets nobody in with a password alone, and what that means for those who have nothing else. */
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
                  ? 'Nobody who works here gets in with a password alone. Who has no second factor is led to where it is set up when they sign in, and reaches nothing else before. API keys are not affected.'
                  : 'A password alone lets people in here, unless they have set up more for themselves. You can ask everybody for a second factor beside it.'}
              </p>
              <Button disabled={isClosing} onClick={() => setIsAsking(true)} className="justify-self-start">
                {twoFactorRequired ? 'Ask for it no longer' : 'Ask everybody for it'}
              </Button>
              {isAsking && <AskDialog isOn={twoFactorRequired} onClose={() => setIsAsking(false)} />}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

const stateOf = ({ twoFactorRequired }: { twoFactorRequired: boolean }) =>
  twoFactorRequired ? 'Asked of everybody' : 'Up to each'

function AskDialog({ isOn, onClose }: { isOn: boolean; onClose(): void }) {
  const storeId = useStoreId()
  const { organization } = useRole()
  const { data: own } = useQuery(twoFactorQuery)
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={isOn ? 'Let a password be enough?' : `Ask everybody in ${organization} for a second factor?`}
      confirmLabel={isOn ? 'Ask for it no longer' : 'Ask everybody for it'}
      isDangerous={isOn}
      act={() => changeSettings(storeId, { twoFactorRequired: !isOn })}
      onDone={() => {
        toast(isOn ? 'A password is enough from now on' : 'Everybody is asked for a second factor')
        // Everything that is read from now on may be refused to the person who switched it on, and leads them on.
        void queryClient.invalidateQueries()
      }}
      onClose={onClose}
    >
      {isOn ? (
        <p>Who has set it up keeps it. Nobody else is asked.</p>
      ) : (
        <>
          <p>
            Members who have none are stopped with their next click: they are led to where it is set up, which takes a
            minute, and reach nothing else before. So are partners’ people in your stores.
          </p>
          <p>API keys, the storefront and mails go on as they are.</p>
          {own?.enabled === false && (
            <p className="text-warn">You have none yourself: you are asked right after this.</p>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}
