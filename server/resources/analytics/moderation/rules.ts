// How long shoppers waited for a decision, and for an answer. Pure.
import { headOf, rowsOf, type Span } from '../rules.ts'
import type { ModerationCounts, ModerationReport } from './schema.ts'

/** As the database counts them; the row of the whole has no period. */
export type CountedActs = {
  period: number | null
  decided: number
  decision50: number | null
  decision90: number | null
  replied: number
  reply50: number | null
  reply90: number | null
}

const none: CountedActs = {
  period: null,
  decided: 0,
  decision50: null,
  decision90: null,
  replied: 0,
  reply50: null,
  reply90: null,
}

export function moderationReport(span: Span, found: readonly CountedActs[]): ModerationReport {
  const periods = found.filter((row): row is CountedActs & { period: number } => row.period !== null)
  return {
    ...headOf(span),
    total: countsOf(found.find(({ period }) => period === null)),
    data: rowsOf(span, periods, countsOf),
  }
}

const countsOf = (row: CountedActs = none): ModerationCounts => ({
  decided: row.decided,
  decisionSeconds: { p50: row.decision50, p90: row.decision90 },
  replied: row.replied,
  replySeconds: { p50: row.reply50, p90: row.reply90 },
})
