import type { Interval, ReportParameters, Reports } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { Tile } from '../../components/Tile.tsx'
import { shareText } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<Reports['requests']['data'][number]>[] = [
  { name: 'Sent', value: ({ sent }) => sent },
  { name: 'Opened', value: ({ opened }) => opened },
  { name: 'Reviewed', value: ({ reviewed }) => reviewed },
  { name: 'Opened and left', value: ({ openedAndLeft }) => openedAndLeft },
]

const share = (part: number, whole: number) => shareText(whole === 0 ? null : part / whole)

export const RequestsCard = ({ asked }: { asked: ReportParameters & { interval: Interval } }) => (
  <PeriodCard
    title="Review requests"
    report="requests"
    asked={asked}
    dateOf={({ key }) => key}
    series={series}
    isEmpty={({ total }) => total.sent === 0}
    empty="Requests show here by when they were sent, with what came of them."
    tiles={({ total: { sent, opened, reviewed } }) => (
      <>
        <Tile name="Sent">{sent.toLocaleString(shownLocale)}</Tile>
        <Tile name="Opened">{share(opened, sent)}</Tile>
        <Tile name="Reviewed">{share(reviewed, sent)}</Tile>
      </>
    )}
  />
)
