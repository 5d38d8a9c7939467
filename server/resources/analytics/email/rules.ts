import { headOf, rowsOf, type Span } from '../rules.ts'
import type { EmailCounts, EmailReport } from './schema.ts'

export const noMail: EmailCounts = { sent: 0, failed: 0, skipped: 0, bounced: 0, complained: 0 }

/** A period may come several times. */
export function emailReport(span: Span, found: readonly (EmailCounts & { period: number })[]): EmailReport {
  const byPeriod = new Map<number, EmailCounts & { period: number }>()
  for (const row of found)
    byPeriod.set(row.period, { ...added(byPeriod.get(row.period) ?? noMail, row), period: row.period })
  return {
    ...headOf(span),
    total: found.reduce(added, noMail),
    data: rowsOf(span, [...byPeriod.values()], (row) => added(noMail, row ?? noMail)),
  }
}

const added = (sum: EmailCounts, each: EmailCounts): EmailCounts => ({
  sent: sum.sent + each.sent,
  failed: sum.failed + each.failed,
  skipped: sum.skipped + each.skipped,
  bounced: sum.bounced + each.bounced,
  complained: sum.complained + each.complained,
})
