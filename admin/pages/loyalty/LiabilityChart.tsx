import type { LiabilityMonth } from '../../api/loyalty.ts'
import { Chart } from '../../components/chart/Chart.tsx'
import { monthName } from './days.ts'
import { type Series, seriesNames } from './liability.ts'

export function LiabilityChart({ months, series }: { months: readonly LiabilityMonth[]; series: Series }) {
  return (
    <Chart
      label={`${seriesNames[series]} by month: the numbers are in the table below`}
      places={months.map(({ month }) => ({ key: month, name: monthName(month), longName: monthName(month, 'long') }))}
      main={{ name: seriesNames[series], values: months.map((month) => month[series]) }}
      numbers={null}
    />
  )
}
