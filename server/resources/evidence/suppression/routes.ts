import { operation } from '#platform/calls/operation.ts'
import { answerReport, reportTypes } from '#resources/analytics/commands.ts'
import { readSuppression } from './commands.ts'
import { Suppression, SuppressionQuery } from './schema.ts'

export default [
  operation({
    id: 'evidence.suppression',
    http: 'GET /evidence/suppression',
    tenancy: 'store',
    summary: 'How much of what came in is withheld, by stars.',
    description:
      'Counted from the reviews that were submitted on these days, as they are now. Withheld are those that were rejected, marked as spam or deleted by the store; those that an erasure removed do not count. `csv` has a row for each number of stars.',
    query: SuppressionQuery,
    returns: Suppression,
    snapshot: true,
    produces: reportTypes,
    async run({ tx, query, now }) {
      const meter = await readSuppression(tx, query, now)
      return answerReport(query, 'withheld', { ...meter, data: meter.byRating })
    },
  }),
]
