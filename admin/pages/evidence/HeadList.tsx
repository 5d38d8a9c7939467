import { useInfiniteQuery } from '@tanstack/react-query'
import { headsQuery } from '../../api/reviews/evidence.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { shownLocale } from '../../components/locale.ts'
import { formatDate } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function HeadList() {
  const list = useInfiniteQuery(headsQuery(useStoreId()))
  return (
    <PagedTable
      list={list}
      caption="Signed heads"
      keyOf={({ size }) => String(size)}
      empty={
        <EmptyState icon="clock" title="No signatures yet">
          After your first review, we sign the ledger every night after midnight UTC.
        </EmptyState>
      }
      columns={[
        { header: 'Day (UTC)', cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time> },
        {
          header: 'Entries',
          align: 'right',
          cell: ({ size }) => <span className="tabular-nums">{size.toLocaleString(shownLocale)}</span>,
        },
        {
          header: 'Root of the tree',
          cell: ({ rootHash }) => <code className="text-sm break-all text-quiet">{rootHash}</code>,
        },
      ]}
    />
  )
}
