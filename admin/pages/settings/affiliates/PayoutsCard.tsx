import { useInfiniteQuery } from '@tanstack/react-query'
import { type Payout, payoutsQuery } from '../../../api/affiliates.ts'
import { formatDay } from '../../../components/dates.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Money } from '../../../components/Money.tsx'
import { Card } from '../../../components/Page.tsx'
import { PagedTable } from '../../../components/PagedTable.tsx'
import type { Column } from '../../../components/Table.tsx'
import { useStoreId } from '../../../shell/use-store.ts'

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
            Whoever runs the service pays out what is payable, and sends the money.
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
