import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Passkey, passkeysQuery, usePasskeyObstacle } from '../../../api/account/passkeys.ts'
import { ownSessionsQuery, sessionQuery } from '../../../api/account/session.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'

type Asking = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey }

export function PasskeysCard({ onAdded }: { onAdded?: () => Promise<void> }) {
  const list = useInfiniteQuery(passkeysQuery)
  const queryClient = useQueryClient()
  const obstacle = usePasskeyObstacle()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const refresh = () =>
    Promise.all(
      [passkeysQuery.queryKey, ownSessionsQuery.queryKey, sessionQuery.queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const add = (
    <Button
      look={onAdded ? undefined : 'primary'}
      icon="plus"
      disabled={obstacle !== null}
      onClick={() => setAsking({ act: 'add' })}
    >
      Add a passkey
    </Button>
  )
  const hasSome = (list.data?.pages[0]?.data.length ?? 0) > 0
  return (
    <Card title="Passkeys" actions={hasSome && add}>
      {obstacle && (
        <div className="px-5 pt-3">
          <Notice>{obstacle}</Notice>
        </div>
      )}
      <PagedTable
        list={list}
        caption="Passkeys"
        columns={buildColumns(setAsking)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="key" title="No passkey yet" action={add}>
            A passkey signs you in with your fingerprint, face or device PIN. It replaces your password and second step,
            and works only on this website.
          </EmptyState>
        }
      />
      {asking?.act === 'add' && <AddPasskeyDialog onAdded={onAdded ?? refresh} onClose={close} />}
      {asking?.act === 'rename' && <RenamePasskeyDialog passkey={asking.passkey} onDone={refresh} onClose={close} />}
      {asking?.act === 'remove' && <RemovePasskeyDialog passkey={asking.passkey} onDone={refresh} onClose={close} />}
    </Card>
  )
}

const buildColumns = (ask: (asking: Asking) => void): Column<Passkey>[] => [
  {
    header: 'Name',
    cell: ({ name, backedUp }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {backedUp && <Badge>Synced</Badge>}
      </span>
    ),
  },
  { header: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-quiet">Not yet</span>),
  },
  {
    header: 'Change',
    isHeaderHidden: true,
    align: 'right',
    cell: (passkey) => (
      <span className="inline-flex gap-2">
        <Button size="small" onClick={() => ask({ act: 'rename', passkey })}>
          Rename
        </Button>
        <Button size="small" look="dangerQuiet" onClick={() => ask({ act: 'remove', passkey })}>
          Remove
        </Button>
      </span>
    ),
  },
]
