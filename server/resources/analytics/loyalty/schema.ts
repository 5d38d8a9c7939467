import { type Static, Type } from 'typebox'
import { described } from '#platform/values/wire.ts'
import { Count, PeriodStart, report } from '../schema.ts'

const counts = {
  lines: { ...Count, description: 'Number of balance changes.' },
  delta: Type.Integer({ description: 'Sum of the changes in points, signed.' }),
}

export const LoyaltyReport = report(
  'LoyaltyAnalytics',
  Type.Object(
    {
      date: described(
        PeriodStart,
        'First day of the period: the day itself, or the first day of the week or month.',
        '2026-11-20',
      ),
      ...counts,
    },
    { title: 'LoyaltyPeriod' },
  ),
  Type.Object(counts, { title: 'LoyaltyTotal' }),
)
export type LoyaltyReport = Static<typeof LoyaltyReport>
