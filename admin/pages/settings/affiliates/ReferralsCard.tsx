import { useInfiniteQuery } from '@tanstack/react-query'
import { type Referral, referralsQuery } from '../../../api/affiliates.ts'
import { Badge } from '../../../components/Badge.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { Money } from '../../../components/values/Money.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { referralStates } from './labels.ts'

export function ReferralsCard() {
  return (
    <Card title="Referred organizations">
      <PagedTable
        list={useInfiniteQuery(referralsQuery(useStoreId()))}
        caption="Referred organizations"
        columns={columns}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="people" title="No referrals yet">
            Organizations that sign up by your link appear here with your commission.
          </EmptyState>
        }
      />
    </Card>
  )
}

const columns: Column<Referral>[] = [
  {
    header: 'Organization',
    cell: ({ organization }) => (
      <span className="font-semibold break-words">{organization || 'Deleted organization'}</span>
    ),
  },
  {
    header: 'Status',
    cell: ({ state }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={referralStates[state].tone}>{referralStates[state].name}</Badge>
        <span className="text-xs text-quiet">{referralStates[state].meaning}</span>
      </span>
    ),
  },
  { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { header: 'Earned', align: 'right', cell: ({ earned }) => <Money amount={earned} currency="USD" /> },
]
