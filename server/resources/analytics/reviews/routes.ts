import { operation } from '#platform/calls/operation.ts'
import { SubjectParam } from '#resources/reviews/schema.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { periodQuery } from '../schema.ts'
import { readReviewReport } from './commands.ts'
import { ReviewReport } from './schema.ts'

export default [
  operation({
    id: 'analytics.reviews',
    http: 'GET /analytics/reviews',
    tenancy: 'store',
    doc: {
      summary: 'Report on reviews',
      description:
        'Counts all reviews of products by submission day, in their current state. `subject` adds those of the shop, or counts them alone. A later change of a review changes the numbers of its submission day. More than 92 days need the Scale plan.',
    },
    input: { query: periodQuery({ subject: SubjectParam }) },
    output: { body: ReviewReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'reviews', await readReviewReport(tx, span, query.subject))
    },
  }),
]
