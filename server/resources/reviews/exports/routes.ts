import { operation, streamed } from '#platform/operation.ts'
import { exportReviews } from './commands.ts'
import { contentTypes } from './rules.ts'
import { ExportQuery } from './schema.ts'

export default [
  operation({
    id: 'reviews.export',
    http: 'GET /reviews/export',
    tenancy: 'store',
    manual: true,
    summary: 'Export all reviews, or those that fit the filters, as CSV or JSON Lines.',
    description:
      'Streamed from one snapshot, of any length; a connection that breaks off means that the file is not whole. Addresses are masked for everyone but signed-in users. The CSV can be imported again.',
    query: ExportQuery,
    produces: Object.values(contentTypes).map((type) => type.split(';')[0] as string),
    async run({ db, caller, storeEnvId, query, services, audit }) {
      const { format = 'csv', ...filters } = query
      const scope = { storeEnvId, organizationId: caller.organizationId }
      await db.store(scope, 'write', (tx) => audit(tx, 'reviews.exported', undefined, { format, filters }))
      const wanted = { scope, format, filters, withAddress: caller.kind === 'user' }
      return streamed(exportReviews(db, services, wanted), {
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="reviews.${format}"`,
      })
    },
  }),
]
