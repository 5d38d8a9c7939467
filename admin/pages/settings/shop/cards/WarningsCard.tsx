import type { Sync } from '../../../../api/shops/shops.ts'
import { type Column, Table } from '../../../../components/lists/Table.tsx'
import { Card } from '../../../../components/Page.tsx'

type Row = Sync['warnings'][number]

export function WarningsCard({ sync: { warnings } }: { sync: Sync }) {
  return (
    <Card title="Warnings">
      <Table
        caption="Warnings"
        columns={columns}
        rows={warnings}
        keyOf={({ code, platformId, message }) => `${code} ${platformId} ${message}`}
      />
    </Card>
  )
}

const columns: Column<Row>[] = [
  { header: 'Warning', cell: ({ message }) => message },
  {
    header: 'Id at the platform',
    align: 'right',
    cell: ({ platformId }) => <span className="font-mono text-xs break-all">{platformId ?? ''}</span>,
  },
]
