import type { TObject, TSchema } from 'typebox'
import { type Audit, actorOf } from '#platform/audit/audit.ts'
import { type Context, operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { forbidden, invalidField, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { byId } from '#platform/values/wire.ts'
import { requireProgram } from '#resources/loyalty/imports/commands.ts'
import { openBalanceFile } from './balances/balance-file.ts'
import { requireWithinLimits, startImport } from './commands.ts'
import { openFaqFile } from './faqs/faq-file.ts'
import { openProductFile } from './products/product-file.ts'
import { cleanFileName } from './rules.ts'
import {
  BalancesQuery,
  FaqsQuery,
  Import,
  ImportRow,
  ListQuery,
  ProductsQuery,
  RowsQuery,
  UploadQuery,
} from './schema.ts'
import * as store from './store.ts'
import { type Detect, declaredBytes, limitUploads, maxFileBytes, mediaTypes, receiveFile } from './upload/receive.ts'

export default [
  operation({
    id: 'imports.import_reviews',
    http: 'POST /imports/reviews',
    tenancy: 'store',
    manual: true,
    summary: 'Import reviews from a CSV, JSON Lines or JSON file.',
    description: `The format is found from the header: the exports and import templates of Judge.me, Loox, Yotpo, Okendo, Shopify Product Reviews, Stamped, Opinew, Ryviu, WooCommerce, Kudobuzz, PowerReviews and EchoBrain, and other files with columns for a rating, a text, a date and a product. Up to ${maxFileBytes / 1024 / 1024} MB. Follow the import with \`GET /imports/{id}\`.

A row finds its product by GTIN, product id, variant id, SKU, handle or address, in that order; one that finds none fails, and the others are imported. The same file again adds nothing. A row that has changed since updates its review: its content, never a decision about it, a reply it already has, or its photos.

Reviews start \`pending\`. With \`status=approved\` those that the old platform showed, or says nothing about, are approved; what it held back stays \`pending\`, and what it rejected, hid or marked as spam comes in as that either way. Every column that says so counts, and the strictest wins. A column that says "verified" is noted, but proves no purchase: imported reviews are not verified. A dry run sees a row that repeats another one of the file as such only when the two are close.`,
    query: UploadQuery,
    accepts: mediaTypes,
    returns: Import,
    status: 202,
    location: '/imports/{id}',
    errors: ['unknown_format', 'too_many_imports'],
    async run(context) {
      const { dryRun = false, status = 'pending', dateOrder, fileName } = context.query
      if (status === 'approved' && context.caller.role === 'MEMBER') {
        throw forbidden('role_insufficient', 'Approving with an import needs the ADMIN role; the caller has MEMBER.')
      }
      return receive(context, { dryRun, fileName, options: { status, dateOrder } })
    },
  }),
  operation({
    id: 'imports.import_loyalty_balances',
    http: 'POST /imports/loyalty-balances',
    tenancy: 'store',
    role: 'ADMIN',
    plan: 'loyalty',
    manual: true,
    summary: 'Bring balances of points over from a CSV, JSON Lines or JSON file.',
    description: `The customer exports of Smile, LoyaltyLion and Yotpo, and other files with columns for an address and a balance. Up to ${maxFileBytes / 1024 / 1024} MB. Follow the import with \`GET /imports/{id}\`.

Each row is one grant of its member, dated, with a line in the journal; who is no member yet becomes one. The same file again adds nothing; a later export of the same platform whose balance is another replaces the one before. Of two rows for one address the first counts.`,
    query: BalancesQuery,
    accepts: mediaTypes,
    returns: Import,
    status: 202,
    location: '/imports/{id}',
    errors: ['unknown_format', 'too_many_imports', 'program_disabled'],
    async run(context) {
      const { dryRun = false, dateOrder, grantedAt, fileName } = context.query
      const { db, caller, storeEnvId, now } = context
      if (grantedAt !== undefined && Date.parse(grantedAt) > now.getTime())
        throw invalidField('/grantedAt', 'must not lie in the future')
      const scope = { storeEnvId, organizationId: caller.organizationId }
      await db.store(scope, 'read', requireProgram)
      const options = {
        status: 'pending',
        kind: 'loyalty_balances',
        dateOrder,
        ...(grantedAt && { grantedAt }),
      } as const
      return receive(context, { dryRun, fileName, options, detect: openBalanceFile })
    },
  }),
  operation({
    id: 'imports.import_faqs',
    http: 'POST /imports/faqs',
    tenancy: 'store',
    manual: true,
    summary: 'Bring FAQs over from a CSV, JSON Lines or JSON file.',
    description: `Columns: \`question\` and \`answer\` (Markdown), and if you like \`group\`, \`locale\`, \`product ids\`, \`category ids\` and \`status\`. Ids are those of your shop, or ours; several in a cell stand between commas. Without a status a row is a draft. Up to ${maxFileBytes / 1024 / 1024} MB. Follow the import with \`GET /imports/{id}\`.

Each row comes last, in the order of the file. The same file again adds nothing: a row is known by its question, language, products and categories, and what you changed since stays as you changed it.`,
    query: FaqsQuery,
    accepts: mediaTypes,
    returns: Import,
    status: 202,
    location: '/imports/{id}',
    errors: ['unknown_format', 'too_many_imports'],
    run(context) {
      const { dryRun = false, fileName } = context.query
      return receive(context, { dryRun, fileName, options: { status: 'pending', kind: 'faqs' }, detect: openFaqFile })
    },
  }),
  operation({
    id: 'imports.import_products',
    http: 'POST /imports/products',
    tenancy: 'store',
    role: 'ADMIN',
    manual: true,
    summary: 'Bring products in from a CSV, JSON Lines or JSON file.',
    description: `Columns: \`id\` and \`title\`, and if you like \`url\`, \`image url\`, \`brand\`, \`sku\`, \`gtin\` and \`mpn\`; the file of a shopping feed has them. The id is the one that your shop's pages know the product by. Up to ${maxFileBytes / 1024 / 1024} MB. Follow the import with \`GET /imports/{id}\`.

For shops that push nothing: a product that the store has already stays as it is, so the same file again adds nothing. What changes later is pushed with \`PUT /products\`.`,
    query: ProductsQuery,
    accepts: mediaTypes,
    returns: Import,
    status: 202,
    location: '/imports/{id}',
    errors: ['unknown_format', 'too_many_imports'],
    run(context) {
      const { dryRun = false, fileName } = context.query
      return receive(context, {
        ...{ dryRun, fileName, detect: openProductFile },
        options: { status: 'pending', kind: 'products' },
      })
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

type UploadContext = Pick<
  Context<'store', TObject, TObject, TSchema, true>,
  'db' | 'caller' | 'storeEnvId' | 'now' | 'request' | 'services' | 'audit'
>
type UploadRequest = { dryRun: boolean; fileName: string | undefined; options: store.Options; detect?: Detect }

async function receive(context: UploadContext, { dryRun, fileName: named, options, detect }: UploadRequest) {
  const { db, caller, storeEnvId, now, request, services, audit } = context
  const at = now.getTime()
  // A separate id, since callers know the import's id and files are addressed by key.
  const fileKey = `imports/${storeEnvId}/${newId(at)}`
  const scope = { storeEnvId, organizationId: caller.organizationId }
  await db.store(scope, 'read', (tx) => requireWithinLimits(tx, declaredBytes(request)))
  const { format, warnings, fileName, sha256, bytes } = await limitUploads(storeEnvId, () =>
    receiveFile(request, services.storage, fileKey, { ...(detect && { detect }) }),
  )
  const row: store.NewImport = {
    id: newId(at),
    format: format.name,
    fileName: cleanFileName(named ?? fileName),
    fileKey,
    fileBytes: bytes,
    sha256,
    options,
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
}

async function start(tx: StoreTx, audit: Audit, row: store.NewImport) {
  await startImport(tx, { ...row, options: { ...row.options, by: tx.by } })
  const { id, format, dryRun, options, sha256 } = row
  const target = { type: 'import', id, ...(row.fileName !== null && { name: row.fileName }) }
  const file = { format, dryRun, reviewStatus: options.status, sha256: sha256.toString('hex') }
  await audit(tx, 'import.started', target, file)
  return orNotFound(await store.find(tx, id), 'import', id)
}
