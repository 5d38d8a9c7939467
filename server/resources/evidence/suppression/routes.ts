import { operation } from '#platform/calls/operation.ts'
import { answerReport, reportTypes } from '#resources/analytics/commands.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { readSuppression } from './commands.ts'
import { Suppression, SuppressionQuery } from './schema.ts'

export default [
  operation({
    id: 'evidence.suppression',
    http: 'GET /evidence/suppression',
    tenancy: 'store',
    doc: {
      summary: 'Report on withheld reviews',
      description:
        'Counts reviews submitted in the period, in their current state. Withheld means rejected, spam, or deleted by the store; erased reviews do not count. With `format=csv`, the report has a row for each number of stars.',
    },
    input: { query: SuppressionQuery },
    output: { body: Suppression, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, now, services }) {
      const copies = { origin: query.origin ?? 'own', sharing: toSharing(services.config) }
      const meter = await readSuppression(tx, query, now, copies)
      return answerReport(query, 'withheld', { ...meter, data: meter.byRating })
    },
  }),
]
