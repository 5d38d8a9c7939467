import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { readSummedDays } from '../engine/commands.ts'
import { sourcesOfPeriods, toDays } from '../engine/rules.ts'
import { periodQuery } from '../schema.ts'
import { reviewReport } from './rules.ts'
import { ReviewReport } from './schema.ts'
import { countReviews } from './store.ts'

export default [
  operation({
    id: 'analytics.reviews',
    http: 'GET /analytics/reviews',
    tenancy: 'store',
    doc: {
      summary: 'Report on reviews',
      description:
        'Counts all reviews by submission day, in their current state. A later change of a review changes its submission day. More than 92 days need the Scale plan.',
    },
    input: { query: periodQuery({}) },
    output: { body: ReviewReport, produces: reportTypes },
    transaction: 'snapshot',
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
      const counted = await countReviews(tx, sourcesOfPeriods(span, summedDays))
      return answerReport(query, 'reviews', reviewReport(span, counted))
    },
  }),
]
