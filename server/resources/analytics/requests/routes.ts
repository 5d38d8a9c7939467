import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { readRequests } from './commands.ts'
import { noRequests, requestReport } from './rules.ts'
import { RequestReport, requestQuery } from './schema.ts'

export default [
  operation({
    id: 'analytics.requests',
    http: 'GET /analytics/requests',
    tenancy: 'store',
    plan: { feature: 'advanced_analytics', reads: true },
    doc: {
      summary: 'Report on review requests',
      description:
        'Uses the counting rules of `GET /orders/review-request-funnel`. A request is one person asked once about one order, by any provider. `reviewed` means that the order was reviewed after the request.',
    },
    input: { query: requestQuery },
    output: { body: RequestReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      const groupBy = query.groupBy ?? 'cohort'
      return answerReport(
        query,
        'requests',
        requestReport(span, groupBy, await readRequests(tx, span, groupBy)),
        noRequests,
      )
    },
  }),
]
