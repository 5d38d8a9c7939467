import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Store, storesQuery } from '../../../api/account/account.ts'
import { type TicketHead, ticketsQuery } from '../../../api/account/support.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { states } from './labels.ts'
import { NewTicketDialog } from './NewTicketDialog.tsx'

export function SupportPage() {
  return (
    <NeedsRole needs="VIEWER">
      <Tickets />
    </NeedsRole>
  )
}

function Tickets() {
  const storeId = useStoreId()
  const list = useInfiniteQuery(ticketsQuery(storeId))
  const { data: stores = [] } = useQuery(storesQuery)
  const { isAtLeast, organization } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  const ask = isAtLeast('MEMBER') && (
    <Button look="primary" icon="plus" onClick={() => setIsAsking(true)}>
      Ask support
    </Button>
  )
  const isEmpty = list.data?.pages[0]?.data.length === 0
  return (
    <Page
      title="Support"
      intro={`Questions of ${organization} to the operator of the service. Answers come by email too.`}
      actions={!isEmpty && ask}
    >
      <Card>
        <PagedTable
          list={list}
          caption="Tickets"
          columns={buildColumns(storeId, stores)}
          keyOf={(row) => row.id}
          empty={
            <EmptyState icon="inbox" title="No tickets yet" action={ask}>
              Ask when something does not work. Support sees your data only if an owner grants access.
            </EmptyState>
          }
        />
      </Card>
      {isAsking && <NewTicketDialog onClose={() => setIsAsking(false)} />}
    </Page>
  )
}

const buildColumns = (storeId: string, stores: readonly Store[]): Column<TicketHead>[] => [
  {
    header: 'Ticket',
    cell: ({ id, subject }) => (
      <Link
        to="/stores/$storeId/settings/support/$ticketId"
        params={{ storeId, ticketId: id }}
        className="font-semibold break-words hover:underline"
      >
        {subject}
      </Link>
    ),
  },
  {
    header: 'Status',
    cell: ({ state, accessUntil }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone={states[state].tone}>{states[state].name}</Badge>
        {accessUntil && (
          <Badge tone="warn" icon="key">
            Has access
          </Badge>
        )}
      </span>
    ),
  },
  {
    header: 'About',
    cell: ({ storeEnvId }) =>
      storeEnvId ? (stores.find(({ id }) => id === storeEnvId)?.name ?? 'A store') : 'All stores',
  },
  { header: 'Last change', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
]
