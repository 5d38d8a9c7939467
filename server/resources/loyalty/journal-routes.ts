import { streamed } from '#platform/calls/answer.ts'
import { openExport } from '#platform/calls/export-stream.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { exportJournal } from './journal-commands.ts'
import { JournalExportQuery } from './schema.ts'

export default [
  operation({
    id: 'loyalty.export_journal',
    http: 'GET /loyalty/journal/export',
    tenancy: 'store',
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Export the points journal as CSV',
      description:
        'Oldest first, streamed from one snapshot. A broken connection means an incomplete file. Only signed-in users get full addresses. Cells that a spreadsheet would run as a formula start with an apostrophe, including negative numbers. A store can run two exports at a time, an organization three. A further request gets 429.',
    },
    input: { query: JournalExportQuery },
    output: { produces: ['text/csv'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, query, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const record = (tx: StoreTx) => audit(tx, 'loyalty_journal.exported', undefined, { since: query.since })
      const stream = await openExport(db, scope, record)
      return streamed(exportJournal(stream, services, { since: query.since, withAddress: caller.seesAddresses }), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="loyalty-journal.csv"',
      })
    },
  }),
]
