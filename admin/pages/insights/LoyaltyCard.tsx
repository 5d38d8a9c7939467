import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<'loyalty'>[] = [
  { name: 'Change in points', value: ({ delta }) => delta, total: ({ total }) => total.delta },
  { name: 'Entries', value: ({ lines }) => lines, total: ({ total }) => total.lines },
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
  />
)
