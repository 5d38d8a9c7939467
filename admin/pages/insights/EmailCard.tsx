import type { Interval, ReportParameters, Reports } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { Tile } from '../../components/Tile.tsx'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<Reports['email']['data'][number]>[] = [
  { name: 'Sent', value: ({ sent }) => sent },
  { name: 'Skipped', value: ({ skipped }) => skipped },
  { name: 'Failed', value: ({ failed }) => failed },
  { name: 'Bounced', value: ({ bounced }) => bounced },
  { name: 'Complaints', value: ({ complained }) => complained },
]

export const EmailCard = ({ asked }: { asked: ReportParameters & { interval: Interval } }) => (
  <PeriodCard
    title="Mail"
    report="email"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => Object.values(total).every((count) => count === 0)}
    empty="Mail to customers shows here by when it was written."
    tiles={({ total: { sent, failed, bounced, complained } }) => (
      <>
        <Tile name="Sent">{sent.toLocaleString(shownLocale)}</Tile>
        <Tile name="Failed">{failed.toLocaleString(shownLocale)}</Tile>
        <Tile name="Bounced">{bounced.toLocaleString(shownLocale)}</Tile>
        <Tile name="Complaints">{complained.toLocaleString(shownLocale)}</Tile>
      </>
    )}
  />
)
