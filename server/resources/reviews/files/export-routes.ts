import { streamed } from '#platform/calls/answer.ts'
import { openExport } from '#platform/calls/export-stream.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { requireSubject } from '../rules.ts'
import { exportReviews } from './export-commands.ts'
import { contentTypes } from './export-rules.ts'
import { ExportQuery } from './export-schema.ts'

export default [
  operation({
    id: 'reviews.export',
    http: 'GET /reviews/export',
    tenancy: 'store',
    doc: {
      summary: 'Export reviews as CSV or JSON Lines',
      description:
        'Streamed from one snapshot. A broken connection means an incomplete file. Only signed-in users get full addresses. Both formats can be imported again; an import into the same store adds nothing. A store can run two exports at a time, and an organization three. A further export gets 429. A client that reads nothing for 30 seconds is disconnected.',
    },
    input: { query: ExportQuery },
    output: { produces: Object.values(contentTypes).map((type) => type.split(';')[0] as string) },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, query, services, audit }) {
      const { format = 'csv', ...filters } = query
      requireSubject(filters)
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const record = (tx: StoreTx) => audit(tx, 'reviews.exported', undefined, { format, filters })
      const stream = await openExport(db, scope, record, { fromReplica: 'rows' })
      const wanted = { format, filters, withAddress: caller.seesAddresses }
      return streamed(exportReviews(stream, services, wanted), {
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="reviews.${format}"`,
      })
    },
  }),
]
