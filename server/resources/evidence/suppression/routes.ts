import { operation } from '#platform/calls/operation.ts'
import { invalidField } from '#platform/values/errors.ts'
import { answerReport, reportTypes } from '#resources/analytics/commands.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { readShortestComparable, readSuppression } from './commands.ts'
import { isComparable } from './rules.ts'
import { SuppressionQuery, SuppressionReport } from './schema.ts'

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
    output: { body: SuppressionReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, now, services }) {
      const copies = { origin: query.origin ?? 'own', sharing: toSharing(services.config) }
      const { period = null, ...asked } = query
      if (period && (query.from ?? query.to) !== undefined)
        throw invalidField('/period', 'cannot be combined with `from` or `to`')
      const meter =
        period === 'comparable'
          ? await readShortestComparable(tx, asked, now, copies)
          : { ...(await readSuppression(tx, { ...asked, ...(period && { period }) }, now, copies)), period }
      return answerReport(query, 'withheld', { ...meter, comparable: isComparable(meter), data: meter.byRating })
    },
  }),
]
