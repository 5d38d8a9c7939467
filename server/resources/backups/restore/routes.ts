import type { AreaArchive } from '#platform/areas/area.ts'
import { toActor } from '#platform/audit/audit.ts'
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
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Restore a store archive',
      description: `Takes the ZIP of \`GET /backups/archive\`, or its age-encrypted form with the passphrase in \`x-archive-passphrase\`. Up to ${maxArchiveBytes / 1024 ** 3} GB. Poll \`GET /imports/{id}\`.

The store must have no product, order, review or member. The restore is complete or has no effect; it replaces settings and templates. Rows get new ids, listed by \`GET /imports/{id}/ids\`. No email is sent: scheduled requests become \`skipped\` with the reason \`restored\`. Webhooks are restored as disabled, with a new secret.

A review that was not imported keeps its text, stars, source, status and \`verified\` only if a signed ledger proves them. Its archived ledger entry must be covered by a ledger head that this installation or a trusted key has signed. Any other review becomes imported, unverified and pending; \`unproven\` in \`rowsByType\` counts them. All other rows must pass the checks of the API operations that write such rows.

A changed archive fails with \`archive_invalid\`. Errors in its file list are refused immediately; later ones fail the import and name file, row and field.`,
    },
    input: { query: RestoreQuery, accepts: mediaTypes },
    output: {
      body: Import,
      status: 202,
      location: '/imports/{id}',
      errors: ['archive_invalid', 'archive_too_new', 'store_not_empty', 'too_many_imports'],
    },
    transaction: 'manual',
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
        createdBy: toActor(caller),
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
    doc: {
      summary: 'List the new ids of a restored archive',
      description: 'Sorted by type, then id. Empty for imports that restored nothing.',
    },
    input: { params: byId, query: IdsQuery },
    output: { body: page(RestoredId) },
    transaction: 'single-query',
    run: async ({ tx, params, query }) => orNotFound(await store.listIds(tx, params.id, query), 'import', params.id),
  }),
]
