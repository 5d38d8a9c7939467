import { operation } from '#platform/calls/operation.ts'
import { SubjectParam } from '#resources/reviews/schema.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { periodQuery } from '../schema.ts'
import { readModeration } from './commands.ts'
import { ModerationReport } from './schema.ts'

export default [
  operation({
    id: 'analytics.moderation',
    http: 'GET /analytics/moderation',
    tenancy: 'store',
    doc: {
      summary: 'Report on moderation times',
      description:
        'Times in seconds from a review to its first decision and its first reply, without imported reviews. `p50` is the median, `p90` the 90th percentile (nearest rank). More than 92 days need the Scale plan.',
    },
    input: { query: periodQuery({ subject: SubjectParam }) },
    output: { body: ModerationReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'moderation', await readModeration(tx, span, query.subject))
    },
  }),
]
