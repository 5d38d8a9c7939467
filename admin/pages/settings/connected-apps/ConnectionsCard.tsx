import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AppConnection,
  appConnectionsQuery,
  endConnection,
  type Whose,
} from '../../../api/account/connected-apps.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { formatSummary } from './may.ts'
import { useRefreshApps } from './use-refresh-apps.ts'

export function ConnectionsCard({ whose }: { whose: Whose }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(appConnectionsQuery(storeId, whose))
  const refresh = useRefreshApps()
  const [shown, setShown] = useState<AppConnection>()
  const [ending, setEnding] = useState<AppConnection>()
  return (
    <Card title="Connections">
      <PagedTable
        list={list}
        caption="Connections"
        columns={buildColumns(setShown, setEnding)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="link" title="No apps connected">
            Start in the app. It sends you here, and you choose what it may see and change.
          </EmptyState>
        }
      />
      {shown && <ConnectionDialog connection={shown} onClose={() => setShown(undefined)} />}
      {ending && (
        <ConfirmDialog
          title={`Disconnect “${ending.client.name}”?`}
          confirmLabel="Disconnect"
          isDangerous
          act={() => endConnection(storeId, ending.id, whose)}
          onDone={() => {
            void refresh()
            toast(`${ending.client.name} is disconnected`)
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>
            The next request of this app for {ending.user.name || ending.user.email} is refused. To connect it again,
            start in the app.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const buildColumns = (
  onShow: (connection: AppConnection) => void,
  onEnd: (connection: AppConnection) => void,
): Column<AppConnection>[] => [
  {
    header: 'App',
    cell: ({ client }) => (
      <span className="grid min-w-0">
        <span className="font-semibold break-words">
          <bdi>{client.name}</bdi>
        </span>
        <span className={`text-xs text-quiet ${client.registered ? 'whitespace-nowrap' : 'wrap-anywhere'}`}>
          {client.registered ? 'Registered here' : `${hostOf(client.id)}, not verified`}
        </span>
      </span>
    ),
  },
  { header: 'Acts for', cell: ({ user }) => <span className="break-words">{user.name || user.email}</span> },
  { header: 'Stores', cell: ({ stores }) => <StoreNames names={stores.map(({ name }) => name)} /> },
  {
    header: 'May',
    cell: ({ role, scopes }) => (
      <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
        <Badge tone={role === 'ADMIN' ? 'accent' : 'plain'}>{roleNames[role]}</Badge>
        <span className="text-quiet max-sm:text-right">{formatSummary({ role, scopes })}</span>
      </span>
    ),
  },
  { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-quiet">Never</span>),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (connection) => {
      const name = `${connection.client.name} of ${connection.user.name || connection.user.email}`
      return (
        <span className="inline-flex justify-end gap-1.5 max-sm:flex-wrap">
          <Button size="small" aria-label={`Details of ${name}`} onClick={() => onShow(connection)}>
            Details
          </Button>
          <Button look="dangerQuiet" size="small" aria-label={`Disconnect ${name}`} onClick={() => onEnd(connection)}>
            Disconnect
          </Button>
        </span>
      )
    },
  },
]

function StoreNames({ names }: { names: string[] }) {
  const [first, ...more] = names
  if (more.length < 2) return <span>{names.join(', ')}</span>
  return (
    <span title={names.join(', ')}>
      {first} and {more.length} more
    </span>
  )
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)
