import { operation } from '#platform/calls/operation.ts'
import { answerReport, openSpan, reportTypes } from '../commands.ts'
import { periodQuery } from '../schema.ts'
import { readMail } from './commands.ts'
import { emailReport } from './rules.ts'
import { EmailReport } from './schema.ts'

export default [
  operation({
    id: 'analytics.email',
    http: 'GET /analytics/email',
    tenancy: 'store',
    plan: 'advanced_analytics',
    readsNeedPlan: true,
    summary: 'Report on emails',
    description:
      'Covers emails that the service sends, by the time they were written. A bounced email was sent before.',
    query: periodQuery({}),
    returns: EmailReport,
    produces: reportTypes,
    snapshot: true,
    async run({ tx, query, services }) {
      const span = await openSpan(tx, query, services)
      return answerReport(query, 'email', emailReport(span, await readMail(tx, span)))
    },
  }),
]
