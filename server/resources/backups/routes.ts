import type { AreaArchive } from '#platform/areas/area.ts'
import { streamed } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { archiveStore } from './commands.ts'

export const backupOperations = (areas: readonly AreaArchive[]) => [
  operation({
    id: 'backups.get_archive',
    http: 'GET /backups/archive',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Download a store archive',
      description:
        'Streams a ZIP of one snapshot. `manifest.json` lists the files with their SHA-256, `data/{area}.jsonl` has one row a line, `media/` the photos. A broken connection means an incomplete file. Secrets, keys, members, invoices and logs are left out. The archive has email addresses for signed-in people, but not for callers with a key. The download counts towards the limit of parallel exports.',
    },
    output: { produces: ['application/zip'] },
    transaction: 'manual',
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
