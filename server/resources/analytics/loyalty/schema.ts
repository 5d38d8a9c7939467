import { type Static, Type } from 'typebox'
import { Count, PeriodStart, report } from '../schema.ts'

const counts = {
  lines: { ...Count, description: 'Changes of balances.' },
  delta: Type.Integer({ description: 'What they come to, in points.' }),
}

export const LoyaltyReport = report(
  'LoyaltyAnalytics',
  Type.Object({ date: PeriodStart, ...counts }, { title: 'LoyaltyPeriod' }),
  Type.Object(counts, { title: 'LoyaltyTotal' }),
)
export type LoyaltyReport = Static<typeof LoyaltyReport>
