import type { Program } from '../../../api/loyalty.ts'
import { Badge } from '../../../components/Badge.tsx'
import { type Column, Table } from '../../../components/lists/Table.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { formatMoment } from '../../../components/values/dates.ts'

type Rate = Program['rates'][number]

export function RatesCard({ program: { rates } }: { program: Program }) {
  return (
    <Card title="Rates">
      <p className="px-5 pt-1 pb-3 text-sm text-quiet">
        Each change adds a rate for later orders. An order uses the rate of its date, and journal entries name it.
      </p>
      <Table
        caption="Rates"
        columns={buildColumns(rates[0]?.version)}
        rows={rates}
        keyOf={({ version }) => String(version)}
      />
    </Card>
  )
}

const buildColumns = (newest: number | undefined): Column<Rate>[] => [
  {
    header: 'Version',
    cell: ({ version }) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        Rate {version}
        {version === newest && <Badge tone="good">Current</Badge>}
      </span>
    ),
  },
  {
    header: 'For orders from',
    cell: ({ validFrom }) => <span className="whitespace-nowrap">{formatMoment(validFrom)}</span>,
  },
  {
    header: 'Points per unit',
    align: 'right',
    cell: ({ pointsPerUnit }) => (
      <span className="tabular-nums">{pointsPerUnit.toLocaleString(shownLocale, { maximumFractionDigits: 4 })}</span>
    ),
  },
  {
    header: 'Spendable after',
    align: 'right',
    cell: ({ holdDays }) => (holdDays === 0 ? 'Immediately' : holdDays === 1 ? '1 day' : `${holdDays} days`),
  },
  { header: 'Currency', align: 'right', cell: ({ currency }) => currency ?? 'Any' },
]
