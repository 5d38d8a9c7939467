import { type Static, Type } from 'typebox'
import { Count, PeriodStart, report } from '../schema.ts'

const counts = { sent: Count, failed: Count, skipped: Count, bounced: Count, complained: Count }

export const EmailReport = report(
  'EmailAnalytics',
  Type.Object({ date: PeriodStart, ...counts }, { title: 'EmailPeriod' }),
  Type.Object(counts, { title: 'EmailTotal' }),
)
export type EmailReport = Static<typeof EmailReport>
export type EmailCounts = EmailReport['total']
