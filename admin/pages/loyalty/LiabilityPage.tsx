import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Liability, type LiabilityMonth, liabilityQuery } from '../../api/loyalty.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { saveFile } from '../../components/forms/save-file.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { monthName } from './days.ts'
import { LiabilityChart } from './LiabilityChart.tsx'
import { LoyaltyPage } from './LoyaltyPage.tsx'
import { pointsText } from './labels.ts'
import { buildCsv, type Series, seriesNames, withQuietMonths } from './liability.ts'

export function LiabilityPage() {
  return (
    <LoyaltyPage
      title="Liability"
      intro="Points that members could spend at the end of each month, in the program's time zone."
    >
      <Report />
    </LoyaltyPage>
  )
}

function Report() {
  const query = useQuery(liabilityQuery(useStoreId()))
  return (
    <Loaded query={query}>
      {(liability) =>
        liability.months.length === 0 ? (
          <Card>
            <EmptyState icon="log" title="Nothing earned yet">
              Your outstanding points by month appear here once members earn some.
            </EmptyState>
          </Card>
        ) : (
          <Months liability={liability} />
        )
      }
    </Loaded>
  )
}

const options = Object.entries(seriesNames) as [Series, string][]

function Months({ liability: { outstanding, months } }: { liability: Liability }) {
  const [series, setSeries] = useState<Series>('outstanding')
  const all = withQuietMonths(months)
  const save = () => saveFile(new Blob([buildCsv(all)], { type: 'text/csv' }), 'loyalty-liability.csv')
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-4 p-5 pb-0">
          <p>
            <span className="block text-sm text-quiet">Outstanding now</span>
            <span className="text-xl font-semibold tabular-nums">{pointsText(outstanding)}</span>
          </p>
          <div className="relative max-w-full overflow-x-auto">
            <Segments label="Shown in the chart" value={series} onChange={setSeries} options={options} />
          </div>
        </div>
        <LiabilityChart months={all.toReversed()} series={series} />
      </Card>
      <Card
        title="By month"
        actions={
          <Button size="small" icon="download" onClick={save}>
            Download as CSV
          </Button>
        }
      >
        <div className="pt-2">
          <Table caption="Liability by month" columns={columns} rows={all} keyOf={({ month }) => month} />
        </div>
      </Card>
    </>
  )
}

const columns: Column<LiabilityMonth>[] = [
  { header: 'Month', cell: ({ month }) => <span className="font-medium">{monthName(month, 'long')}</span> },
  ...(['earned', 'redeemed', 'lapsed', 'corrected', 'outstanding'] as const).map(
    (name): Column<LiabilityMonth> => ({
      header: seriesNames[name],
      align: 'right',
      cell: (month) => <Count of={month[name]} />,
    }),
  ),
]
