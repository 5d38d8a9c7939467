import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Import, importRowsQuery, type Row, type RowOutcome } from '../../api/shops/imports.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

const names: Record<RowOutcome, string> = {
  failed: 'Failed',
  imported: 'Imported',
  updated: 'Updated',
  skipped: 'Already there',
}

export function RowReport({ row }: { row: Import }) {
  const [outcome, setOutcome] = useState<RowOutcome>('failed')
  return (
    <Card
      title="Row by row"
      actions={
        <FilterSelect label="Rows" value={outcome} onChange={(event) => setOutcome(event.target.value as RowOutcome)}>
          {(Object.keys(names) as RowOutcome[]).map((each) => (
            <option key={each} value={each}>
              {names[each]} ({row[each].toLocaleString(shownLocale)})
            </option>
          ))}
        </FilterSelect>
      }
    >
      <Rows importId={row.id} outcome={outcome} />
    </Card>
  )
}

function Rows({ importId, outcome }: { importId: string; outcome: RowOutcome }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(importRowsQuery(storeId, importId, outcome))
  return (
    <div className="pt-2">
      <PagedTable
        list={list}
        caption="Rows of the file"
        columns={buildColumns(storeId)}
        keyOf={(row) => String(row.line)}
        empty={<EmptyState icon="check" title={outcome === 'failed' ? 'No row failed' : 'No such row'} />}
      />
    </div>
  )
}

const buildColumns = (storeId: string): Column<Row>[] => [
  {
    header: 'Line',
    cell: ({ line }) => <span className="font-medium whitespace-nowrap tabular-nums">Line {line}</span>,
  },
  { header: 'Issue', cell: ({ message }) => message ?? <span className="text-quiet">Nothing</span> },
  { header: 'Code', cell: ({ code }) => code && <span className="font-mono text-xs text-quiet">{code}</span> },
  {
    header: 'Review',
    align: 'right',
    cell: ({ reviewId }) =>
      reviewId && (
        <Link
          to="/stores/$storeId/reviews/$reviewId"
          params={{ storeId, reviewId }}
          search={{ status: 'all' }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          Open
        </Link>
      ),
  },
]
