import { useInfiniteQuery } from '@tanstack/react-query'
import { type Commission, commissionsQuery, type Referral, referralsQuery } from '../../../api/affiliates.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { Badge } from '../../../components/Badge.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Card } from '../../../components/Page.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { Money } from '../../../components/values/Money.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function CommissionsCard() {
  const storeId = useStoreId()
  const referrals = useInfiniteQuery(referralsQuery(storeId)).data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Card title="Commissions">
      <PagedTable
        list={useInfiniteQuery(commissionsQuery(storeId))}
        caption="Commissions"
        columns={buildColumns(referrals)}
        keyOf={(row) => row.id}
        empty={
          <EmptyState icon="receipt" title="Nothing yet">
            Your share of each paid invoice of an organization that you referred appears here.
          </EmptyState>
        }
      />
    </Card>
  )
}

const buildColumns = (referrals: readonly Referral[]): Column<Commission>[] => [
  {
    header: 'Organization',
    cell: ({ referralId }) => (
      <span className="font-semibold break-words">
        {referrals.find(({ id }) => id === referralId)?.organization || 'A referral of yours'}
      </span>
    ),
  },
  { header: 'For', cell: ({ amount }) => (isRefund(amount) ? <Badge>A refund</Badge> : 'An invoice') },
  { header: 'When', cell: ({ earnedAt }) => <Time at={earnedAt} /> },
  {
    header: 'Payable',
    cell: ({ payableAt }) =>
      Date.parse(payableAt) > serverNowMs() ? (
        <span className="text-quiet">from {formatDay(payableAt)}</span>
      ) : (
        <span>since {formatDay(payableAt)}</span>
      ),
  },
  { header: 'Amount', align: 'right', cell: ({ amount }) => <Money amount={amount} currency="USD" /> },
]

const isRefund = (amount: string) => amount.startsWith('-')
