import type { Period } from './days.ts'
import { PeriodCard, type Series } from './PeriodCard.tsx'

const series: Series<'email'>[] = [
  { name: 'Sent', value: ({ sent }) => sent, total: ({ total }) => total.sent },
  { name: 'Skipped', value: ({ skipped }) => skipped, total: ({ total }) => total.skipped },
  { name: 'Failed', value: ({ failed }) => failed, total: ({ total }) => total.failed },
  { name: 'Bounced', value: ({ bounced }) => bounced, total: ({ total }) => total.bounced },
  { name: 'Complaints', value: ({ complained }) => complained, total: ({ total }) => total.complained },
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
  />
)
