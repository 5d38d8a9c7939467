import { useInfiniteQuery } from '@tanstack/react-query'
import { type Payout, payoutsQuery } from '../../../api/affiliates.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { Money } from '../../../components/values/Money.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function PayoutsCard() {
  return (
    <Card title="Payouts">
      <PagedTable
        list={useInfiniteQuery(payoutsQuery(useStoreId()))}
        caption="Payouts"
        columns={columns}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="send" title="Nothing paid out yet">
            The operator of the service pays out what is payable.
          </EmptyState>
        }
      />
    </Card>
  )
}

const columns: Column<Payout>[] = [
  { header: 'On', cell: ({ createdAt }) => <span className="font-semibold">{formatDay(createdAt)}</span> },
  { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} currency="USD" /> },
]
