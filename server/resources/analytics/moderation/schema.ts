import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/wire.ts'
import { Count, PeriodStart, report } from '../schema.ts'

const Seconds = Nullable(
  Type.Integer({ description: 'Of what was reached by that many of a hundred; null over nothing.' }),
)
const Quantiles = Type.Object({ p50: Seconds, p90: Seconds })

const counts = { decided: Count, decisionSeconds: Quantiles, replied: Count, replySeconds: Quantiles }

export const ModerationReport = report(
  'ModerationAnalytics',
  Type.Object({ date: PeriodStart, ...counts }, { title: 'ModerationPeriod' }),
  Type.Object(counts, { title: 'ModerationTotal' }),
)
export type ModerationReport = Static<typeof ModerationReport>
export type ModerationCounts = Omit<ModerationReport['data'][number], 'date'>
