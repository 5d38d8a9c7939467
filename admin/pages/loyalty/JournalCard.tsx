import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type JournalLine, journalQuery, type Program, programQuery } from '../../api/loyalty.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { kindNames, signed } from './labels.ts'

export function JournalCard({ memberId }: { memberId: string }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(journalQuery(storeId, memberId))
  const { data: program } = useQuery(programQuery(storeId))
  return (
    <Card title="Journal">
      <p className="px-5 pt-1 pb-3 text-sm text-quiet">Every change of the balance, newest first.</p>
      <PagedTable
        list={list}
        caption="Journal"
        columns={buildColumns(storeId, program?.rates ?? [])}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="log" title="Nothing yet">
            Pending points appear here once they can be spent.
          </EmptyState>
        }
      />
    </Card>
  )
}

const buildColumns = (storeId: string, rates: Program['rates']): Column<JournalLine>[] => [
  { header: 'Activity', cell: (line) => <What line={line} storeId={storeId} rates={rates} /> },
  { header: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    header: 'Points',
    align: 'right',
    cell: ({ delta }) => (
      <span className={`font-medium tabular-nums ${delta < 0 ? 'text-danger' : 'text-good'}`}>{signed(delta)}</span>
    ),
  },
  { header: 'Balance', align: 'right', cell: ({ balance }) => <Count of={balance} /> },
]

function What({ line, storeId, rates }: { line: JournalLine; storeId: string; rates: Program['rates'] }) {
  const { kind, ref, reason, rateVersion } = line
  const rate = rates.find(({ version }) => version === rateVersion)
  return (
    <span className="grid">
      {kind === 'order' && ref ? (
        <Link
          to="/stores/$storeId/orders/$orderId"
          params={{ storeId, orderId: ref }}
          className="font-medium underline-offset-4 hover:underline"
        >
          {line.delta < 0 ? 'Order refunded, cancelled or corrected' : kindNames.order}
        </Link>
      ) : (
        <span className="font-medium">{kindNames[kind]}</span>
      )}
      {reason && <span className="text-xs text-quiet wrap-anywhere">{reason}</span>}
      {rateVersion !== null && (
        <span className="text-xs text-quiet">
          Rate {rateVersion}
          {rate && `: ${rate.pointsPerUnit.toLocaleString(shownLocale, { maximumFractionDigits: 4 })} per unit`}
        </span>
      )}
    </span>
  )
}
