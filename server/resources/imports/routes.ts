import type { TObject, TSchema } from 'typebox'
import { type Audit, toActor } from '#platform/audit/audit.ts'
import type { Context } from '#platform/calls/definition.ts'
import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { forbidden, invalidField, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { byId } from '#platform/values/wire.ts'
import { requireProgram } from '#resources/loyalty/import-commands.ts'
import { openBalanceFile } from './balances/balance-file.ts'
import { requireWithinLimits, startImport } from './commands.ts'
import { openFaqFile } from './faqs/faq-file.ts'
import { openOrderFile } from './orders/order-file.ts'
import { openProductFile } from './products/product-file.ts'
import { cleanFileName } from './rules.ts'
import {
  BalancesQuery,
  FaqsQuery,
  Import,
  ImportRow,
  ListQuery,
  OrdersQuery,
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
    doc: {
      summary: 'Import reviews',
      description: `Accepts CSV, JSON Lines and JSON files up to ${maxFileBytes / 1024 / 1024} MB, and finds the format from the header. It reads exports and templates of Judge.me, Loox, Yotpo, Okendo, Shopify Product Reviews, Stamped, Opinew, Ryviu, WooCommerce, Kudobuzz, PowerReviews and EchoBrain. Other files need columns for rating, text, date and product. Poll \`GET /imports/{id}\`.

A row finds its product by GTIN, product id, variant id, SKU, handle or address, in that order; without a match the row fails. A row without product values is a review of the shop if the file says so (Yotpo's "Review Type", "subject" of our exports), or with \`withoutProduct=shop\`. Sending the same file again adds nothing. A changed row updates the content of its review, and keeps its decision, reply and photos.

Reviews start \`pending\`. With \`status=approved\`, reviews that the old platform showed are approved, and so are those without a status in the file. Undecided ones stay \`pending\`. Rejected, hidden and spam reviews keep that status in any case. If several columns state a status, the strictest counts. A "verified" column is recorded, but imported reviews are not verified. A dry run detects repeated rows only if they are close in the file.`,
    },
    input: { query: UploadQuery, accepts: mediaTypes },
    output: { body: Import, status: 202, location: '/imports/{id}', errors: ['unknown_format', 'too_many_imports'] },
    transaction: 'manual',
    async run(context) {
      const { dryRun = false, status = 'pending', dateOrder, withoutProduct, fileName } = context.query
      if (status === 'approved' && context.caller.role === 'MEMBER') {
        throw forbidden('role_insufficient', 'Approving with an import needs the ADMIN role; the caller has MEMBER.')
      }
      return receive(context, { dryRun, fileName, options: { status, dateOrder, withoutProduct } })
    },
  }),
  operation({
    id: 'imports.import_loyalty_balances',
    http: 'POST /imports/loyalty-balances',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { feature: 'loyalty' },
    doc: {
      summary: 'Import points balances',
      description: `Accepts CSV, JSON Lines and JSON files up to ${maxFileBytes / 1024 / 1024} MB: customer exports of Smile, LoyaltyLion and Yotpo, or any file with email address and balance. Poll \`GET /imports/{id}\`.

Each row grants points to one member, on the row's date; new people become members. Sending the same file again adds nothing. A later export of the same platform replaces a changed balance. The first of two rows for one address counts.`,
    },
    input: { query: BalancesQuery, accepts: mediaTypes },
    output: {
      body: Import,
      status: 202,
      location: '/imports/{id}',
      errors: ['unknown_format', 'too_many_imports', 'program_disabled'],
    },
    transaction: 'manual',
    async run(context) {
      const { dryRun = false, dateOrder, grantedAt, fileName } = context.query
      const { db, caller, storeEnvId, now } = context
      if (grantedAt !== undefined && Date.parse(grantedAt) > now.getTime())
        throw invalidField('/grantedAt', 'must not be in the future')
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
    doc: {
      summary: 'Import FAQs',
      description: `Accepts CSV, JSON Lines and JSON files up to ${maxFileBytes / 1024 / 1024} MB. Columns: \`question\` and \`answer\` (Markdown), optionally \`group\`, \`locale\`, \`product ids\`, \`category ids\` and \`status\`. Ids are those of your shop or ours, separated by commas. The default status is draft. Poll \`GET /imports/{id}\`.

Imported FAQs sort last, in file order. Sending the same file again adds nothing: question, language, products and categories identify a row, and your later changes stay.`,
    },
    input: { query: FaqsQuery, accepts: mediaTypes },
    output: { body: Import, status: 202, location: '/imports/{id}', errors: ['unknown_format', 'too_many_imports'] },
    transaction: 'manual',
    run(context) {
      const { dryRun = false, fileName } = context.query
      return receive(context, { dryRun, fileName, options: { status: 'pending', kind: 'faqs' }, detect: openFaqFile })
    },
  }),
  operation({
    id: 'imports.import_products',
    http: 'POST /imports/products',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Import products',
      description: `Accepts CSV, JSON Lines and JSON files up to ${maxFileBytes / 1024 / 1024} MB. Columns: \`id\` and \`title\`, optionally \`url\`, \`image url\`, \`brand\`, \`sku\`, \`gtin\` and \`mpn\`; a shopping feed has them. The id is the one on your shop's pages. Poll \`GET /imports/{id}\`.

Use this for shops that do not push products. Existing products stay as they are, so sending the same file again adds nothing. Push later changes with \`PUT /products\`.`,
    },
    input: { query: ProductsQuery, accepts: mediaTypes },
    output: { body: Import, status: 202, location: '/imports/{id}', errors: ['unknown_format', 'too_many_imports'] },
    transaction: 'manual',
    run(context) {
      const { dryRun = false, fileName } = context.query
      return receive(context, {
        ...{ dryRun, fileName, detect: openProductFile },
        options: { status: 'pending', kind: 'products' },
      })
    },
  }),
  operation({
    id: 'imports.import_orders',
    http: 'POST /imports/orders',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Import orders',
      description: `Accepts CSV, JSON Lines and JSON files up to ${maxFileBytes / 1024 / 1024} MB: order exports of Shopify and WooCommerce, or any file with order id, email, order date, and product id or SKU. Poll \`GET /imports/{id}\`.

Rows of one order must be next to each other. The first reports the result of the order, and the others are skipped as \`line_item\`. Existing orders stay as they are, so sending the same file again adds nothing. Each new order plans a review request by the email settings. A row says in \`code\` why its buyer will not be asked, such as \`too_old\` or \`customer_suppressed\`; a dry run says the same. Unpaid orders are skipped.`,
    },
    input: { query: OrdersQuery, accepts: mediaTypes },
    output: { body: Import, status: 202, location: '/imports/{id}', errors: ['unknown_format', 'too_many_imports'] },
    transaction: 'manual',
    run(context) {
      const { dryRun = false, dateOrder, fileName } = context.query
      return receive(context, {
        ...{ dryRun, fileName, detect: openOrderFile },
        options: { status: 'pending', kind: 'orders', dateOrder },
      })
    },
  }),
  operation({
    id: 'imports.list',
    http: 'GET /imports',
    tenancy: 'store',
    doc: {
      summary: 'List imports, newest first',
      description: "Returns the store's imports, newest first, one page at a time.",
    },
    tool: 'list_imports',
    input: { query: ListQuery },
    output: { body: page(Import) },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'imports.get',
    http: 'GET /imports/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get an import',
      description:
        'Returns one import with its status, counts, warnings and failure. Poll it until the status is final.',
    },
    input: { params: byId },
    output: { body: Import },
    transaction: 'single-query',
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'import', params.id),
  }),
  operation({
    id: 'imports.list_rows',
    http: 'GET /imports/:id/rows',
    tenancy: 'store',
    doc: {
      summary: 'List rows of an import, in order',
      description: 'Returns the rows of an import in file order, each with its outcome, one page at a time.',
    },
    input: { params: byId, query: RowsQuery },
    output: { body: page(ImportRow) },
    transaction: 'single-query',
    run: async ({ tx, params, query }) => orNotFound(await store.listRows(tx, params.id, query), 'import', params.id),
  }),
]

type UploadContext = Pick<
  Context<'store', TObject, TObject, TSchema, 'manual'>,
  'db' | 'caller' | 'storeEnvId' | 'now' | 'request' | 'services' | 'audit'
>
type UploadRequest = { dryRun: boolean; fileName: string | undefined; options: store.Options; detect?: Detect }

async function receive(context: UploadContext, { dryRun, fileName: named, options, detect }: UploadRequest) {
  const { db, caller, storeEnvId, now, request, services, audit } = context
  const at = now.getTime()
  // The key contains a random id instead of the import's id, which callers know: they must not be able to guess the key.
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
    createdBy: toActor(caller),
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
