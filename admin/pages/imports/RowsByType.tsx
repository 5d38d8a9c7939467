import type { Import } from '../../api/shops/imports.ts'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'

type Row = NonNullable<Import['rowsByType']>[number]

export function RowsByType({ row }: { row: Import }) {
  return (
    <Card title={row.dryRun ? 'Would be restored' : 'Restored'}>
      <Table
        caption="Rows by type"
        columns={columns}
        rows={(row.rowsByType ?? []).toSorted((a, b) => b.rows - a.rows)}
        keyOf={({ type }) => type}
      />
    </Card>
  )
}

const columns: Column<Row>[] = [
  {
    header: 'Type',
    cell: ({ type }) => <span className="font-medium first-letter:uppercase">{formatType(type)}</span>,
  },
  { header: 'Rows', align: 'right', cell: ({ rows }) => <Count of={rows} /> },
]

const formatType = (type: string) => type.replaceAll('_', ' ')
