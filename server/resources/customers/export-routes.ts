import { streamed } from '#platform/calls/answer.ts'
import { exportStream, openExport } from '#platform/calls/export-stream.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { exportLines } from './export.ts'
import { CustomerExportQuery } from './schema.ts'

export default [
  operation({
    id: 'customers.export_list',
    http: 'GET /customers/export',
    tenancy: 'store',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Export customers as CSV',
      description:
        'Newest first, streamed from one snapshot. A broken connection means an incomplete file. The file contains email addresses, so only signed-in admins get it, not keys or tokens. The audit log records the export. Cells that a spreadsheet would run as a formula start with an apostrophe. A store can run two exports at a time, and an organization three. A further export gets 429.',
    },
    input: { query: CustomerExportQuery },
    output: { produces: ['text/csv'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, query, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const { format: _, email, q, ...others } = query
      // The log contains no address and no name.
      const filters = { ...others, ...(email !== undefined && { email: '…' }), ...(q !== undefined && { q: '…' }) }
      const record = (tx: StoreTx) => audit(tx, 'customers.exported', undefined, { filters })
      const stream = await openExport(db, scope, record, { fromReplica: 'rows' })
      return streamed(
        exportStream(stream, services, (tx) => exportLines(tx, query)),
        {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="customers.csv"',
        },
      )
    },
  }),
]
