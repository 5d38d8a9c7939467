import { wholeShareText } from '../../components/values/share.ts'
import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const shareOf = (part: number, whole: number) => `${wholeShareText(whole === 0 ? null : part / whole)} of all`

const series: Series<'requests'>[] = [
  { name: 'Sent', value: ({ sent }) => sent, total: ({ total }) => total.sent },
  {
    name: 'Opened',
    value: ({ opened }) => opened,
    total: ({ total }) => total.opened,
    note: ({ total }) => shareOf(total.opened, total.sent),
  },
  {
    name: 'Reviewed',
    value: ({ reviewed }) => reviewed,
    total: ({ total }) => total.reviewed,
    note: ({ total }) => shareOf(total.reviewed, total.sent),
  },
  {
    name: 'Opened and left',
    value: ({ openedAndLeft }) => openedAndLeft,
    total: ({ total }) => total.openedAndLeft,
    note: ({ total }) => shareOf(total.openedAndLeft, total.sent),
  },
]

export const RequestsCard = ({ asked }: { asked: Period }) => (
  <PeriodCard
    title="Review requests"
    report="requests"
    asked={asked}
    dateOf={({ key }) => key}
    series={series}
    isEmpty={({ total }) => total.sent === 0}
    empty="Requests appear here by the day they were sent, with their results."
  />
)
