import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Access, accessQuery, endAccess, type Ticket } from '../../../api/account/support.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { Time } from '../../../components/values/Time.tsx'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { GrantAccessDialog } from './GrantAccessDialog.tsx'
import { useRefreshSupport } from './use-refresh-support.ts'

export function AccessCard({ ticket }: { ticket: Ticket }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const refresh = useRefreshSupport()
  const isLive = ticket.accessUntil !== null
  const query = useQuery(accessQuery(storeId, ticket))
  const [asking, setAsking] = useState<'grant' | 'end'>()
  const close = () => setAsking(undefined)
  const action = isLive ? (
    <Button look="dangerQuiet" size="small" onClick={() => setAsking('end')}>
      End the access
    </Button>
  ) : (
    ticket.state !== 'closed' && (
      <Button size="small" icon="key" onClick={() => setAsking('grant')}>
        Grant access
      </Button>
    )
  )
  return (
    <Card title="Access for support" actions={isAtLeast('OWNER') && action}>
      {ticket.accessGrantedAt === null ? (
        <NeverGranted />
      ) : (
        <Loaded query={query} rows={1}>
          {(access) => <Granted access={access} isLive={isLive} />}
        </Loaded>
      )}
      {asking === 'grant' && <GrantAccessDialog ticket={ticket} onClose={close} />}
      {asking === 'end' && (
        <ConfirmDialog
          title="End the access of support?"
          confirmLabel="End the access"
          isDangerous
          act={() => endAccess(storeId, ticket.id)}
          onDone={() => {
            void refresh()
            toast('Support access ended')
          }}
          onClose={close}
        >
          <p>Support loses access immediately. The ticket stays open.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function NeverGranted() {
  return (
    <p className="px-5 pt-1 pb-5 text-sm text-quiet">
      Support cannot see your stores. An owner can grant access for some hours, and end it earlier.
    </p>
  )
}

function Granted({ access, isLive }: { access: Access; isLive: boolean }) {
  const { role, expiresAt, endedAt, uses } = access
  return (
    <div className="grid gap-3 px-5 pt-2 pb-5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {isLive ? <Badge tone="warn">Has access</Badge> : <Badge>Ended</Badge>}
        <span>
          As {roleNames[role]}, until {formatMoment(isLive ? expiresAt : (endedAt ?? expiresAt))}.
        </span>
      </p>
      {uses.length === 0 ? (
        <p className="text-quiet">{isLive ? 'Not used yet.' : 'The access was not used.'}</p>
      ) : (
        <ol aria-label="Support activity" className="grid gap-1.5">
          {uses.map(({ at, staff, operation }, i) => (
            <li key={`${at} ${i}`} className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-mono text-xs break-all">{operation}</span>
              <span>{staff}</span>
              <Time at={at} className="ml-auto text-xs text-quiet" />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
