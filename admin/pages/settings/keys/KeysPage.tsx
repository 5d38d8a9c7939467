import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, keysQuery, revokeKey } from '../../../api/account/keys.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatDay } from '../../../components/values/dates.ts'
import { Time } from '../../../components/values/Time.tsx'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { ScopeList } from './ScopeList.tsx'
import { StoreNames } from './StoreNames.tsx'

export function KeysPage() {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <NeedsRole needs="ADMIN">
      <Page
        title="API keys"
        intro="Keys for programs. Use one key per integration, with the least access it needs. A key belongs to the organization, not to its creator."
        actions={
          <Button look="primary" icon="plus" onClick={() => setIsCreating(true)}>
            Create a key
          </Button>
        }
      >
        <Card>
          <KeyList onCreate={() => setIsCreating(true)} />
        </Card>
      </Page>
      {isCreating && <NewKeyDialog onClose={() => setIsCreating(false)} />}
    </NeedsRole>
  )
}

function KeyList({ onCreate }: { onCreate(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(keysQuery(storeId))
  const [revoking, setRevoking] = useState<ApiKey>()
  return (
    <>
      <PagedTable
        list={list}
        caption="API keys"
        columns={buildColumns(setRevoking)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="key" title="No keys" action={<Button onClick={onCreate}>Create a key</Button>}>
            A key lets your shop system push products and orders, or read reviews.
          </EmptyState>
        }
      />
      {revoking && (
        <ConfirmDialog
          title={`Revoke “${revoking.name}”?`}
          confirmLabel="Revoke"
          isDangerous
          act={() => revokeKey(storeId, revoking.id)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: keysQuery(storeId).queryKey })
            toast('Key revoked')
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>Requests with this key fail immediately. You cannot restore a revoked key.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const buildColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    header: 'Key',
    cell: ({ name, last4 }) => (
      <span className="grid">
        <span className="font-semibold">{name}</span>
        <span className="font-mono text-xs text-quiet">evnt_…{last4}</span>
      </span>
    ),
  },
  { header: 'Role', cell: ({ role }) => <Badge tone={role === 'ADMIN' ? 'accent' : 'plain'}>{roleNames[role]}</Badge> },
  { header: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
  { header: 'Stores', cell: ({ storeEnvIds }) => <StoreNames ids={storeEnvIds} /> },
  { header: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <Quiet>Never</Quiet>) },
  { header: 'Expires', cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  {
    header: 'Revoke',
    isHeaderHidden: true,
    align: 'right',
    cell: (key) => (
      <Button look="dangerQuiet" size="small" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
        Revoke
      </Button>
    ),
  },
]

function Expiry({ at }: { at: string | null }) {
  if (!at) return <Quiet>Never</Quiet>
  return Date.parse(at) < serverNowMs() ? <Badge tone="danger">Expired</Badge> : <span>{formatDay(at)}</span>
}

function Quiet({ children }: { children: string }) {
  return <span className="text-quiet">{children}</span>
}
