import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { periodQuery } from '../schema.ts'
import { loyaltyReport } from './rules.ts'
import { LoyaltyReport } from './schema.ts'
import { countLines, findCountedUntil } from './store.ts'

export default [
  operation({
    id: 'analytics.loyalty',
    http: 'GET /analytics/loyalty',
    tenancy: 'store',
    plan: 'advanced_analytics',
    readsNeedPlan: true,
    summary: 'Report on loyalty points',
    description: 'Covers points by the time they were written to the journal.',
    query: periodQuery({}),
    returns: LoyaltyReport,
    produces: reportTypes,
    snapshot: true,
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      const countedUntil = await findCountedUntil(tx, span.timezone)
      return answerReport(query, 'loyalty', loyaltyReport(span, await countLines(tx, span, countedUntil)))
    },
  }),
]
