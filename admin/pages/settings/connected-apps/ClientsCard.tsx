import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppClient, appClientsQuery, deleteAppClient } from '../../../api/account/connected-apps.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatMoment } from '../../../components/values/dates.ts'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshApps } from './use-refresh-apps.ts'

type Acts = { onEdit(client: AppClient): void; onRotate(client: AppClient): void }

export function ClientsCard(acts: Acts) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(appClientsQuery(storeId))
  const refresh = useRefreshApps()
  const [deleting, setDeleting] = useState<AppClient>()
  return (
    <Card title="Apps of your own">
      <PagedTable
        list={list}
        caption="Apps of your own"
        columns={buildColumns(acts, setDeleting)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="key" title="No apps registered">
            Register a program that you write yourselves. Programs of others need no registration.
          </EmptyState>
        }
      />
      {deleting && (
        <ConfirmDialog
          title={`Delete “${deleting.name}”?`}
          confirmLabel="Delete"
          isDangerous
          act={() => deleteAppClient(storeId, deleting.id)}
          onDone={() => {
            void refresh()
            toast('App deleted')
          }}
          onClose={() => setDeleting(undefined)}
        >
          <p>
            {deleting.connections === 0
              ? 'It can no longer be connected.'
              : `It cannot be connected any more, and ${deleting.connections === 1 ? 'its connection ends' : `its ${deleting.connections} connections end`} immediately.`}{' '}
            A deleted app cannot be brought back.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const buildColumns = ({ onEdit, onRotate }: Acts, onDelete: (client: AppClient) => void): Column<AppClient>[] => [
  {
    header: 'App',
    cell: ({ name, clientId }) => (
      <span className="grid min-w-0">
        <span className="font-semibold break-words">
          <bdi>{name}</bdi>
        </span>
        <span className="font-mono text-xs break-all text-quiet">{clientId}</span>
      </span>
    ),
  },
  {
    header: 'Answers go to',
    cell: ({ redirectUris }) => (
      <span className="grid gap-0.5 font-mono text-xs break-all">
        {redirectUris.map((uri) => (
          <span key={uri}>{uri}</span>
        ))}
      </span>
    ),
  },
  {
    header: 'Secret',
    cell: ({ last4, previousSecretHoldsUntil }) =>
      last4 ? (
        <span className="grid gap-0.5">
          <span className="font-mono text-xs">evnc_…{last4}</span>
          {previousSecretHoldsUntil && Date.parse(previousSecretHoldsUntil) > serverNowMs() && (
            <span className="text-xs text-quiet">
              The previous one works until {formatMoment(previousSecretHoldsUntil)}
            </span>
          )}
        </span>
      ) : (
        'None'
      ),
  },
  { header: 'Connections', cell: ({ connections }) => connections },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-quiet">Never</span>),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (client) => (
      <span className="inline-flex justify-end gap-1.5 max-sm:flex-wrap">
        {client.confidential && (
          <Button size="small" aria-label={`Replace secret of ${client.name}`} onClick={() => onRotate(client)}>
            Replace secret
          </Button>
        )}
        <Button size="small" aria-label={`Edit ${client.name}`} onClick={() => onEdit(client)}>
          Edit
        </Button>
        <Button look="dangerQuiet" size="small" aria-label={`Delete ${client.name}`} onClick={() => onDelete(client)}>
          Delete
        </Button>
      </span>
    ),
  },
]
