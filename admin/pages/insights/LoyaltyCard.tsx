import type { Interval, ReportParameters, Reports } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { Tile } from '../../components/Tile.tsx'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<Reports['loyalty']['data'][number]>[] = [
  { name: 'Change in points', value: ({ delta }) => delta },
  { name: 'Changes of balances', value: ({ lines }) => lines },
]

export const LoyaltyCard = ({ asked }: { asked: ReportParameters & { interval: Interval } }) => (
  <PeriodCard
    title="Points"
    report="loyalty"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.lines === 0}
    empty="Points that members earned, spent and lost show here once the programme runs."
    tiles={({ total: { lines, delta } }) => (
      <>
        <Tile name="Change in points">{delta.toLocaleString(shownLocale)}</Tile>
        <Tile name="Changes of balances">{lines.toLocaleString(shownLocale)}</Tile>
      </>
    )}
  />
)
