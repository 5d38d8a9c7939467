import { type Static, Type } from 'typebox'
import { Count, counted, PeriodStart, report } from '../schema.ts'

const counts = {
  sent: Count,
  failed: Count,
  skipped: counted('Not sent, by a suppression or a setting.'),
  bounced: counted('Sent, and given back by the mailbox.'),
  complained: counted('Sent, and called spam by who got it.'),
}

export const EmailReport = report(
  'EmailAnalytics',
  Type.Object({ date: PeriodStart, ...counts }, { title: 'EmailPeriod' }),
  Type.Object(counts, { title: 'EmailTotal' }),
)
export type EmailReport = Static<typeof EmailReport>
export type EmailCounts = EmailReport['total']
