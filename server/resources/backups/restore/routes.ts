import type { AreaArchive } from '#platform/areas/area.ts'
import { actorOf } from '#platform/audit/audit.ts'
import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { byId } from '#platform/values/wire.ts'
import { cleanFileName } from '#resources/imports/rules.ts'
import { Import } from '#resources/imports/schema.ts'
import { requireEmpty, startRestore } from './commands.ts'
import { acceptUpload, maxArchiveBytes, mediaTypes, receiveArchive } from './receive.ts'
import { IdsQuery, RestoredId, RestoreQuery } from './schema.ts'
import * as store from './store.ts'

export const restoreOperations = (areas: readonly AreaArchive[]) => [
  operation({
    id: 'imports.restore_archive',
    http: 'POST /imports/archive',
    tenancy: 'store',
    role: 'ADMIN',
    manual: true,
    summary: 'Restore the archive of a store into this one, which is empty.',
    description: `The ZIP of \`GET /backups/archive\`, or the same encrypted with age: then \`x-archive-passphrase\` has its passphrase. Up to ${maxArchiveBytes / 1024 ** 3} GB. Follow it with \`GET /imports/{id}\`.

The store must have no product, order, review or member. All of the archive comes back, or nothing; settings and templates take the place of those there are. Rows get new ids: \`GET /imports/{id}/ids\` says which. Nothing is mailed or sent, and nobody is asked for a review: requests that were scheduled come back as \`skipped\` with the reason \`restored\`, and webhooks come back disabled, with a new secret.

A review that no import made keeps its words, stars, source, status and \`verified\` only if a signed ledger proves them: its own entry in the archive binds them, under a head signed by this installation or by a key that its operator trusts. Any other comes back as an imported review, unverified and pending; \`unproven\` in \`rowsByType\` counts them. All other rows pass the checks of their own calls.

An archive that was changed anywhere is \`archive_invalid\`: what its list of files shows is refused at once, the rest fails the import and names file, row and field.`,
    query: RestoreQuery,
    accepts: mediaTypes,
    returns: Import,
    status: 202,
    location: '/imports/{id}',
    errors: ['archive_invalid', 'archive_too_new', 'store_not_empty', 'too_many_imports'],
    async run({ db, caller, storeEnvId, now, query, request, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const accepted = acceptUpload(request)
      await db.store(scope, 'write', requireEmpty)
      const at = now.getTime()
      const fileKey = `restores/${storeEnvId}/${newId(at)}`
      const names = areas.map(({ area }) => area)
      const { sha256, bytes } = await receiveArchive(accepted, services.storage, fileKey, names)
      const row = {
        id: newId(at),
        format: 'evident_archive',
        fileName: cleanFileName(query.fileName),
        fileBytes: bytes,
        sha256,
        dryRun: query.dryRun ?? false,
        createdBy: actorOf(caller),
      }
      try {
        return await db.store(scope, 'write', async (tx) => {
          const started = await startRestore(tx, row, fileKey)
          const target = { type: 'import', id: row.id, ...(row.fileName !== null && { name: row.fileName }) }
          await audit(tx, 'archive.restored', target, { dryRun: row.dryRun, sha256: sha256.toString('hex') })
          return started
        })
      } catch (error) {
        await services.storage.remove(fileKey)
        throw error
      }
    },
  }),
  operation({
    id: 'imports.list_ids',
    http: 'GET /imports/:id/ids',
    tenancy: 'store',
    oneQuery: true,
    summary: 'List the ids that the rows of a restored archive have here.',
    description: 'By type, and then by id. Empty for an import that restored nothing.',
    params: byId,
    query: IdsQuery,
    returns: page(RestoredId),
    run: async ({ tx, params, query }) => orNotFound(await store.listIds(tx, params.id, query), 'import', params.id),
  }),
]
