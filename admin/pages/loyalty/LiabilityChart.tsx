import type { LiabilityMonth } from '../../api/loyalty.ts'
import { BarChart } from '../../components/BarChart.tsx'
import { monthName } from './days.ts'
import { type Series, seriesNames } from './liability.ts'

/** By month, the oldest first. */
export function LiabilityChart({ months, series }: { months: readonly LiabilityMonth[]; series: Series }) {
  const bars = months.map((month) => ({
    key: month.month,
    name: monthName(month.month),
    longName: monthName(month.month, 'long'),
    value: month[series],
  }))
  return <BarChart label={`${seriesNames[series]} by month: the numbers are in the table below`} bars={bars} />
}
