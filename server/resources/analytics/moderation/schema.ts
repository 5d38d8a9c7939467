import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'
import { counted, PeriodStart, report } from '../schema.ts'

const Seconds = Nullable(
  Type.Integer({ description: 'Of what was reached by that many of a hundred; null over nothing.' }),
)
const quantiles = (description: string) => Type.Object({ p50: Seconds, p90: Seconds }, { description })

const counts = {
  decided: counted('Reviews that were decided.'),
  decisionSeconds: quantiles('From the review to the first decision on it.'),
  replied: counted('Reviews that were answered.'),
  replySeconds: quantiles('From the review to the first answer.'),
}

export const ModerationReport = report(
  'ModerationAnalytics',
  Type.Object({ date: PeriodStart, ...counts }, { title: 'ModerationPeriod' }),
  Type.Object(counts, { title: 'ModerationTotal' }),
)
export type ModerationReport = Static<typeof ModerationReport>
export type ModerationCounts = Omit<ModerationReport['data'][number], 'date'>
