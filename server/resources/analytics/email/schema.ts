import { type Static, Type } from 'typebox'
import { described } from '#platform/values/wire.ts'
import { Count, counted, PeriodStart, report } from '../schema.ts'

const counts = {
  sent: described(Count, 'Number of emails sent.'),
  failed: described(Count, 'Number of emails that failed.'),
  skipped: counted('Number of emails not sent because of a suppression or setting.'),
  bounced: counted('Number of sent emails that bounced.'),
  complained: counted('Number of sent emails reported as spam.'),
}

export const EmailReport = report(
  'EmailAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      ...counts,
    },
    { title: 'EmailPeriod' },
  ),
  Type.Object(counts, { title: 'EmailTotal' }),
)
export type EmailReport = Static<typeof EmailReport>
export type EmailCounts = EmailReport['total']
