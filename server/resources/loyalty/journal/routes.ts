import { operation, streamed } from '#platform/calls/operation.ts'
import { JournalExportQuery } from '../schema.ts'
import { exportJournal } from './commands.ts'

export default [
  operation({
    id: 'loyalty.export_journal',
    http: 'GET /loyalty/journal/export',
    tenancy: 'store',
    plan: 'loyalty',
    manual: true,
    summary: 'Export every change of a balance as CSV, oldest first.',
    description:
      'Streamed from one snapshot, of any length; a connection that breaks off means that the file is not whole. Addresses are masked for everyone but signed-in users. Cells that a spreadsheet would run as a formula have an apostrophe in front, negative numbers too. A store may read two exports at once, an organization three; one more is 429.',
    query: JournalExportQuery,
    produces: ['text/csv'],
    async run({ db, caller, storeEnvId, query, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const stream = db.stream('export', scope)
      try {
        await db.store(scope, 'write', (tx) => audit(tx, 'loyalty_journal.exported', undefined, { since: query.since }))
      } catch (error) {
        stream.leave()
        throw error
      }
      return streamed(exportJournal(stream, services, { since: query.since, withAddress: caller.seesAddresses }), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="loyalty-journal.csv"',
      })
    },
  }),
]
