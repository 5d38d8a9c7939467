import { type Span, toReportHead } from '../rules.ts'
import type { Grouping, RequestReport } from './schema.ts'

export type CountedRequests = { key: string; sent: number; opened: number; reviewed: number; openedAndLeft: number }

export function requestReport(span: Span, groupBy: Grouping, found: readonly CountedRequests[]): RequestReport {
  const total = found.reduce(added, nothing)
  return { ...toReportHead(span), total, data: groupBy === 'cohort' ? everyPeriod(span, found) : [...found] }
}

export const noRequests: CountedRequests = { key: '', sent: 0, opened: 0, reviewed: 0, openedAndLeft: 0 }
export const nothing = { sent: 0, opened: 0, reviewed: 0, openedAndLeft: 0 }
type Counts = typeof nothing

export type RequestDayCounts = Counts & { provider: string; reminded: boolean }

const added = (sum: Counts, each: Counts): Counts => ({
  sent: sum.sent + each.sent,
  opened: sum.opened + each.opened,
  reviewed: sum.reviewed + each.reviewed,
  openedAndLeft: sum.openedAndLeft + each.openedAndLeft,
})

function everyPeriod({ periods }: Span, found: readonly CountedRequests[]): CountedRequests[] {
  const byKey = new Map(found.map((row) => [row.key, row]))
  return periods.map(({ date }, i) => ({ ...nothing, ...byKey.get(String(i + 1)), key: date }))
}
