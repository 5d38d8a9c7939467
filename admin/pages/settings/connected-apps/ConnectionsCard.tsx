import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppConnection, appConnectionsQuery, endConnection } from '../../../api/connected-apps.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Card } from '../../../components/Page.tsx'
import { PagedTable } from '../../../components/PagedTable.tsx'
import type { Column } from '../../../components/Table.tsx'
import { Time } from '../../../components/Time.tsx'
import { toast } from '../../../components/toasts.ts'
import { roleNames } from '../../../shell/role-names.ts'
import { useStoreId } from '../../../shell/use-store.ts'
import { ScopeList } from '../keys/ScopeList.tsx'
import { useRefreshApps } from './use-refresh-apps.ts'

export function ConnectionsCard() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(appConnectionsQuery(storeId))
  const refresh = useRefreshApps()
  const [ending, setEnding] = useState<AppConnection>()
  return (
    <Card title="Connections">
      <PagedTable
        list={list}
        caption="Connections"
        columns={columnsOf(setEnding)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="link" title="No app is connected">
            Begin in the app: it sends you here, and you choose what it may see and change.
          </EmptyState>
        }
      />
      {ending && (
        <ConfirmDialog
          title={`Disconnect “${ending.client.name}”?`}
          confirmLabel="Disconnect"
          isDangerous
          act={() => endConnection(storeId, ending.id)}
          onDone={() => {
            void refresh()
            toast(`${ending.client.name} is disconnected`)
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>
            Its very next request for {ending.user.name || ending.user.email} is refused. To connect it again, they
            begin in the app.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const columnsOf = (onEnd: (connection: AppConnection) => void): Column<AppConnection>[] => [
  {
    header: 'App',
    cell: ({ client }) => (
      <span className="grid min-w-0">
        <span className="font-semibold break-words">
          <bdi>{client.name}</bdi>
        </span>
        <span className="text-xs break-all text-quiet">
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
        <ScopeList scopes={scopes} />
      </span>
    ),
  },
  { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-quiet">Never</span>),
  },
  {
    header: 'Disconnect',
    isHeaderHidden: true,
    align: 'right',
    cell: (connection) => (
      <Button
        look="dangerQuiet"
        size="small"
        aria-label={`Disconnect ${connection.client.name} of ${connection.user.name || connection.user.email}`}
        onClick={() => onEnd(connection)}
      >
        Disconnect
      </Button>
    ),
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
