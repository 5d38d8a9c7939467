import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { periodQuery } from '../schema.ts'
import { readModeration } from './commands.ts'
import { ModerationReport } from './schema.ts'

export default [
  operation({
    id: 'analytics.moderation',
    http: 'GET /analytics/moderation',
    tenancy: 'store',
    summary: 'How long reviews waited for a decision and for an answer, by when they were submitted.',
    description:
      'In seconds from a review to the first decision on it, and to the first answer; imported reviews do not count. `p50` is what half of them had reached, `p90` nine of ten: each is a time that somebody waited (nearest rank). More than 92 days need the Scale plan.',
    query: periodQuery({}),
    returns: ModerationReport,
    produces: reportTypes,
    snapshot: true,
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'moderation', await readModeration(tx, span))
    },
  }),
]
