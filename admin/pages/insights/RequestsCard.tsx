import type { Reports } from '../../api/analytics.ts'
import { Compared } from './Compared.tsx'
import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<Reports['requests']['data'][number]>[] = [
  { name: 'Sent', value: ({ sent }) => sent },
  { name: 'Opened', value: ({ opened }) => opened },
  { name: 'Reviewed', value: ({ reviewed }) => reviewed },
  { name: 'Opened and left', value: ({ openedAndLeft }) => openedAndLeft },
]

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

export const RequestsCard = ({ asked }: { asked: Period }) => (
  <PeriodCard
    title="Review requests"
    report="requests"
    asked={asked}
    dateOf={({ key }) => key}
    series={series}
    isEmpty={({ total }) => total.sent === 0}
    empty="Requests appear here by the day they were sent, with their results."
    tiles={({ total }, before) => (
      <>
        <Compared name="Sent" now={total.sent} before={before?.total.sent} />
        <Compared
          name="Opened"
          as="share"
          now={share(total.opened, total.sent)}
          before={before && share(before.total.opened, before.total.sent)}
        />
        <Compared
          name="Reviewed"
          as="share"
          now={share(total.reviewed, total.sent)}
          before={before && share(before.total.reviewed, before.total.sent)}
        />
      </>
    )}
  />
)
