import { Answer } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { csvLine } from '#platform/values/csv.ts'
import { notFound } from '#platform/values/errors.ts'
import { requirePlan } from '#resources/billing/rules.ts'
import { features } from './features.ts'
import { readSpan, type Span, tableOf } from './rules.ts'
import { freeDays, type SpanQuery } from './schema.ts'
import { findFacts } from './store.ts'

/** The days that are asked for, as the store counts them. Many of them take the plan that has them. */
export async function openSpan(tx: StoreReads, query: SpanQuery, { config, clock }: Services): Promise<Span> {
  const facts = await findFacts(tx)
  if (!facts) throw notFound('store')
  const now = clock.now()
  const span = readSpan(query, facts.timezone, now)
  if (span.days > freeDays) {
    const longRead = { plan: 'advanced_analytics', method: 'GET', tenancy: 'store', readsNeedPlan: true } as const
    requirePlan(longRead, facts.subscription, now, config.billing, features)
  }
  return span
}

/** The report, or its rows as a file, whose columns are those of the first, or of `like` where there may be none. */
export function answerReport<R extends { from: string; to: string; data: readonly object[] }>(
  { format }: SpanQuery,
  name: string,
  report: R,
  like: R['data'][number] = report.data[0] ?? {},
): R | Answer<R> {
  if (format !== 'csv') return report
  return new Answer<R>(200, {
    text: tableOf(report.data, like).map(csvLine).join(''),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${report.from}-${report.to}.csv"`,
    },
  })
}

export { findFacts } from './store.ts'

/** As a report is answered: as JSON, or as a file. */
export const reportTypes = ['application/json', 'text/csv'] as const
