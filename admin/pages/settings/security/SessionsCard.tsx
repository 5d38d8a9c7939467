import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  endAllSessions,
  endSession,
  type OwnSession,
  ownSessionsQuery,
  sessionQuery,
} from '../../../api/account/session.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { clientName } from './client-name.ts'

export function SessionsCard() {
  const list = useInfiniteQuery(ownSessionsQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [ending, setEnding] = useState<OwnSession | 'all'>()
  const one = ending === 'all' ? undefined : ending
  const leave = async () => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await navigate({ to: '/sign-in' })
  }
  return (
    <Card
      title="Where you are signed in"
      actions={
        <Button size="small" look="dangerQuiet" onClick={() => setEnding('all')}>
          Sign out everywhere
        </Button>
      }
    >
      <PagedTable
        list={list}
        caption="Where you are signed in"
        columns={buildColumns(setEnding)}
        keyOf={(row) => row.id}
        empty={null}
      />
      {one && (
        <ConfirmDialog
          title={`Sign out ${clientName(one.userAgent)}?`}
          confirmLabel="Sign out"
          isDangerous
          act={() => endSession(one.id)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
            toast('Signed out there')
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>That device must sign in again. If somebody else signed in there, change your password too.</p>
        </ConfirmDialog>
      )}
      {ending === 'all' && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          isDangerous
          act={endAllSessions}
          onDone={() => void leave()}
          onClose={() => setEnding(undefined)}
        >
          <p>All your sessions end, including this one. You must sign in again.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const buildColumns = (end: (session: OwnSession) => void): Column<OwnSession>[] => [
  {
    header: 'With',
    cell: ({ userAgent, current }) => (
      <span className="inline-flex flex-wrap items-center gap-2" title={userAgent ?? undefined}>
        <span className="font-semibold">{clientName(userAgent)}</span>
        {current && <Badge tone="good">This one</Badge>}
      </span>
    ),
  },
  { header: 'From', cell: ({ address }) => address ?? 'Unknown' },
  { header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { header: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    header: 'End',
    isHeaderHidden: true,
    align: 'right',
    cell: (session) =>
      !session.current && (
        <Button size="small" onClick={() => end(session)}>
          Sign out
        </Button>
      ),
  },
]
