import { type Audit, actorOf } from '#platform/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { forbidden, orNotFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { operation } from '#platform/operation.ts'
import { page } from '#platform/page.ts'
import { byId } from '#platform/wire.ts'
import { requireWithinLimits, startImport } from './commands.ts'
import { cleanFileName } from './rules.ts'
import { Import, ImportRow, ListQuery, RowsQuery, UploadQuery } from './schema.ts'
import * as store from './store.ts'
import { declaredBytes, limitUploads, maxFileBytes, mediaTypes, receiveFile } from './upload/receive.ts'

export default [
  operation({
    id: 'imports.import_reviews',
    http: 'POST /imports/reviews',
    tenancy: 'store',
    manual: true,
    summary: 'Import reviews from a CSV or JSON Lines file.',
    description: `The format is found from the header: the exports and import templates of Judge.me, Loox, Yotpo, Okendo, Shopify Product Reviews, Stamped, Opinew, Ryviu, WooCommerce, Kudobuzz, PowerReviews and EchoBrain, and other files with columns for a rating, a text, a date and a product. Up to ${maxFileBytes / 1024 / 1024} MB. Follow the import with \`GET /imports/{id}\`.

A row finds its product by GTIN, product id, variant id, SKU, handle or address, in that order; one that finds none fails, and the others are imported. The same file again adds nothing. A row that has changed since updates its review: its content, never a decision about it, a reply it already has, or its photos.

Reviews start \`pending\`. With \`status=approved\` those that the old platform showed, or says nothing about, are approved; what it held back stays \`pending\`, and what it rejected or marked as spam comes in as that either way. A column that says "verified" is noted, but proves no purchase: imported reviews are not verified. A dry run sees a row that repeats another one of the file as such only when the two are close.`,
    query: UploadQuery,
    accepts: mediaTypes,
    returns: Import,
    status: 202,
    location: '/imports/{id}',
    errors: ['unknown_format', 'too_many_imports'],
    async run({ db, caller, storeEnvId, now, query, request, services, audit }) {
      const { dryRun = false, status = 'pending', dateOrder } = query
      if (status === 'approved' && caller.role === 'MEMBER') {
        throw forbidden('role_insufficient', 'Approving with an import needs the ADMIN role; the caller has MEMBER.')
      }
      const at = now.getTime()
      // Not the import's id: callers know that one, and files are addressed by their keys.
      const fileKey = `imports/${storeEnvId}/${newId(at)}`
      const scope = { storeEnvId, organizationId: caller.organizationId }
      await db.store(scope, 'read', (tx) => requireWithinLimits(tx, declaredBytes(request)))
      const { format, warnings, fileName, sha256, bytes } = await limitUploads(storeEnvId, () =>
        receiveFile(request, services.storage, fileKey),
      )
      const row: store.NewImport = {
        id: newId(at),
        format: format.name,
        fileName: cleanFileName(query.fileName ?? fileName),
        fileKey,
        fileBytes: bytes,
        sha256,
        options: { status, dateOrder },
        dryRun,
        warnings,
        createdBy: actorOf(caller),
      }
      try {
        return await db.store(scope, 'write', (tx) => start(tx, audit, row))
      } catch (error) {
        await services.storage.remove(fileKey)
        throw error
      }
    },
  }),
  operation({
    id: 'imports.list',
    http: 'GET /imports',
    tenancy: 'store',
    oneQuery: true,
    summary: 'List imports, newest first.',
    query: ListQuery,
    returns: page(Import),
    tool: 'list_imports',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'imports.get',
    http: 'GET /imports/:id',
    tenancy: 'store',
    oneQuery: true,
    summary: 'Tell how far an import is, and what became of it.',
    params: byId,
    returns: Import,
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'import', params.id),
  }),
  operation({
    id: 'imports.list_rows',
    http: 'GET /imports/:id/rows',
    tenancy: 'store',
    oneQuery: true,
    summary: 'List what became of the rows of a file, in its order.',
    params: byId,
    query: RowsQuery,
    returns: page(ImportRow),
    run: async ({ tx, params, query }) => orNotFound(await store.listRows(tx, params.id, query), 'import', params.id),
  }),
]

async function start(tx: StoreTx, audit: Audit, row: store.NewImport) {
  await startImport(tx, row)
  const { id, format, dryRun, options, sha256 } = row
  const target = { type: 'import', id, ...(row.fileName !== null && { name: row.fileName }) }
  const file = { format, dryRun, reviewStatus: options.status, sha256: sha256.toString('hex') }
  await audit(tx, 'import.started', target, file)
  return orNotFound(await store.find(tx, id), 'import', id)
}
