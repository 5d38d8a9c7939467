import type { Reports } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { Tile } from '../../components/Tile.tsx'
import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<Reports['loyalty']['data'][number]>[] = [
  { name: 'Change in points', value: ({ delta }) => delta },
  { name: 'Entries', value: ({ lines }) => lines },
]

export const LoyaltyCard = ({ asked }: { asked: Period }) => (
  <PeriodCard
    title="Points"
    report="loyalty"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => total.lines === 0}
    empty="Points that members earn, spend and lose appear here once the program runs."
    tiles={({ total: { lines, delta } }) => (
      <>
        <Tile name="Change in points">{delta.toLocaleString(shownLocale)}</Tile>
        <Tile name="Entries">{lines.toLocaleString(shownLocale)}</Tile>
      </>
    )}
  />
)
