import type { Reports } from '../../api/analytics.ts'
import { Compared } from './Compared.tsx'
import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<Reports['email']['data'][number]>[] = [
  { name: 'Sent', value: ({ sent }) => sent },
  { name: 'Skipped', value: ({ skipped }) => skipped },
  { name: 'Failed', value: ({ failed }) => failed },
  { name: 'Bounced', value: ({ bounced }) => bounced },
  { name: 'Complaints', value: ({ complained }) => complained },
]

export const EmailCard = ({ asked }: { asked: Period }) => (
  <PeriodCard
    title="Emails"
    report="email"
    asked={asked}
    dateOf={({ date }) => date}
    series={series}
    isEmpty={({ total }) => Object.values(total).every((count) => count === 0)}
    empty="Emails to customers appear here by the day they were created."
    tiles={({ total }, before) => (
      <>
        <Compared name="Sent" now={total.sent} before={before?.total.sent} />
        <Compared name="Failed" now={total.failed} before={before?.total.failed} />
        <Compared name="Bounced" now={total.bounced} before={before?.total.bounced} />
        <Compared name="Complaints" now={total.complained} before={before?.total.complained} />
      </>
    )}
  />
)
