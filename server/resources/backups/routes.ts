import type { AreaArchive } from '#platform/areas/area.ts'
import { operation, streamed } from '#platform/calls/operation.ts'
import { archiveStore } from './commands.ts'

export const backupOperations = (areas: readonly AreaArchive[]) => [
  operation({
    id: 'backups.get_archive',
    http: 'GET /backups/archive',
    tenancy: 'store',
    role: 'ADMIN',
    manual: true,
    summary: 'Take a store along, whole, as one archive.',
    description:
      'A ZIP, streamed from one snapshot, of any length: `manifest.json` lists its files with their SHA-256, `data/{area}.jsonl` has a row a line, `media/` the photos. A connection that breaks off means that the file is not whole. Secrets, keys, people of the organization, bills and logs are not in it; e-mail addresses are for signed-in users alone. It counts as one of the exports that a store and an organization may read at once.',
    produces: ['application/zip'],
    async run({ db, caller, storeEnvId, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const { content, fileName } = await archiveStore(db, services, audit, scope, {
        areas,
        withAddresses: caller.seesAddresses,
      })
      return streamed(content, {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${fileName}"`,
      })
    },
  }),
]
