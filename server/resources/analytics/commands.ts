import { Answer } from '#platform/calls/answer.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { csvLine } from '#platform/values/csv.ts'
import { notFound } from '#platform/values/errors.ts'
import { requirePlan } from '#resources/billing/rules.ts'
import { features } from './features.ts'
import { buildTable, readSpan, type Span } from './rules.ts'
import { freeDays, type SpanQuery } from './schema.ts'
import { findFacts } from './store.ts'

export async function openSpan(tx: StoreReads, query: SpanQuery, { config, clock }: Services): Promise<Span> {
  const facts = await findFacts(tx)
  if (!facts) throw notFound('store')
  const now = clock.now()
  const span = readSpan(query, facts.timezone, now)
  if (span.days > freeDays) {
    const plan = { feature: 'advanced_analytics', reads: true } as const
    requirePlan({ method: 'GET', tenancy: 'store', plan }, facts.subscription, now, config.billing, features)
  }
  return span
}

/** `like` names the columns of the file even if the report has no row. */
export function answerReport<R extends { from: string; to: string; data: readonly object[] }>(
  { format }: SpanQuery,
  name: string,
  report: R,
  like: Partial<R['data'][number]> = report.data[0] ?? {},
): R | Answer<R> {
  if (format !== 'csv') return report
  return new Answer<R>(200, {
    text: buildTable(report.data, like).map(csvLine).join(''),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${report.from}-${report.to}.csv"`,
    },
  })
}

export { findFacts } from './store.ts'

export const reportTypes = ['application/json', 'text/csv'] as const
