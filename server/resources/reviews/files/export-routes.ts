import { operation, streamed } from '#platform/calls/operation.ts'
import { exportReviews } from './export-commands.ts'
import { contentTypes } from './export-rules.ts'
import { ExportQuery } from './export-schema.ts'

export default [
  operation({
    id: 'reviews.export',
    http: 'GET /reviews/export',
    tenancy: 'store',
    manual: true,
    summary: 'Export all reviews, or those that fit the filters, as CSV or JSON Lines.',
    description:
      'Streamed from one snapshot, of any length; a connection that breaks off means that the file is not whole. Addresses are masked for everyone but signed-in users. Either file can be imported again: into this store it brings nothing new, into another one all of it. A store may read two exports at once, an organization three; one more is 429. A reader who takes nothing for 30 seconds is cut off.',
    query: ExportQuery,
    produces: Object.values(contentTypes).map((type) => type.split(';')[0] as string),
    async run({ db, caller, storeEnvId, query, services, audit }) {
      const { format = 'csv', ...filters } = query
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const stream = db.stream('export', scope)
      try {
        await db.store(scope, 'write', (tx) => audit(tx, 'reviews.exported', undefined, { format, filters }))
      } catch (error) {
        stream.leave()
        throw error
      }
      const wanted = { format, filters, withAddress: caller.seesAddresses }
      return streamed(exportReviews(stream, services, wanted), {
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="reviews.${format}"`,
      })
    },
  }),
]
