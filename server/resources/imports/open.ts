import type { Services } from '#platform/calls/services.ts'
import type { FilledTable } from '#platform/db/analyze.ts'
import { openBalanceFile } from './balances/balance-file.ts'
import { writeBalances } from './balances/commands.ts'
import { type Batch, writeReviews } from './batches/commands.ts'
import { writeFaqs } from './faqs/commands.ts'
import { openFaqFile } from './faqs/faq-file.ts'
import { openReviewFile } from './formats/review-file.ts'
import { writeOrders } from './orders/commands.ts'
import { openOrderFile } from './orders/order-file.ts'
import { writeProducts } from './products/commands.ts'
import { openProductFile } from './products/product-file.ts'
import { toBatchRow } from './rules.ts'
import type * as store from './store.ts'

const rowsPerBatch = 500

type ReadFile = () => AsyncIterable<Uint8Array>
type OpenedImport = { batches: AsyncGenerator<Batch>; close(): Promise<void> }

export const open = (read: ReadFile, importId: string, work: store.Work, services: Services): Promise<OpenedImport> =>
  openers[work.options.kind ?? 'reviews'](read, importId, work, services)

export const filledTables = ({ kind }: store.Options): readonly FilledTable[] =>
  kind === 'loyalty_balances'
    ? ['loyalty_members', 'loyalty_grants', 'loyalty_journal', 'import_rows']
    : kind === 'faqs'
      ? ['import_rows']
      : kind === 'products'
        ? ['products', 'product_variants', 'import_rows']
        : kind === 'orders'
          ? ['order_line_items', 'customers', 'import_rows']
          : ['reviews', 'customers', 'import_rows']

/** Uses the time of the upload, so every run gives the same result. */
const toReadOptions = ({ options, created_at }: store.Work) => ({
  now: new Date(created_at),
  ...(options.dateOrder && { dateOrder: options.dateOrder }),
  ...(options.withoutProduct && { withoutProduct: options.withoutProduct }),
})

async function openReviews(read: ReadFile, importId: string, work: store.Work): Promise<OpenedImport> {
  const { format, options, processed, dry_run: isDryRun } = work
  const file = await openReviewFile(read(), toReadOptions(work), read)
  const target = { importId, format, isDryRun, by: options.by }
  const batches = groupBatches(file.rows, processed, {
    // Drops the raw cells, which can be megabytes.
    keep: (row) => toBatchRow(row, file.format, options.status),
    write: (tx, rows, oneByOne) => writeReviews(tx, target, rows, oneByOne),
  })
  return { batches, close: file.close }
}

async function openBalances(read: ReadFile, importId: string, work: store.Work): Promise<OpenedImport> {
  const { options, processed, dry_run: isDryRun, created_at } = work
  const file = await openBalanceFile(read(), toReadOptions(work))
  const target = { importId, format: file.format, isDryRun, grantedAt: new Date(options.grantedAt ?? created_at) }
  const batches = groupBatches(file.rows, processed, {
    keep: (row) => row,
    write: (tx, rows, oneByOne) => writeBalances(tx, { ...target, oneByOne }, rows),
  })
  return { batches, close: file.close }
}

async function openFaqs(read: ReadFile, _importId: string, work: store.Work): Promise<OpenedImport> {
  const { processed, dry_run: isDryRun } = work
  const file = await openFaqFile(read())
  const batches = groupBatches(file.rows, processed, {
    keep: (row) => row,
    write: (tx, rows, oneByOne) => writeFaqs(tx, { isDryRun, oneByOne }, rows),
  })
  return { batches, close: file.close }
}

async function openProducts(read: ReadFile, _importId: string, work: store.Work): Promise<OpenedImport> {
  const { processed, dry_run: isDryRun } = work
  const file = await openProductFile(read(), undefined, read)
  const batches = groupBatches(file.rows, processed, {
    keep: (row) => row,
    write: (tx, rows, oneByOne) => writeProducts(tx, { isDryRun, oneByOne }, rows),
  })
  return { batches, close: file.close }
}

async function openOrders(
  read: ReadFile,
  _importId: string,
  work: store.Work,
  services: Services,
): Promise<OpenedImport> {
  const { processed, dry_run: isDryRun } = work
  const file = await openOrderFile(read(), toReadOptions(work))
  const batches = groupBatches(file.rows, processed, {
    keep: (row) => row,
    write: (tx, rows, oneByOne) => writeOrders(tx, { isDryRun, oneByOne, services }, rows),
  })
  return { batches, close: file.close }
}

const openers = {
  reviews: openReviews,
  archive: openReviews,
  loyalty_balances: openBalances,
  faqs: openFaqs,
  products: openProducts,
  orders: openOrders,
}

type BatchSource<Row, Kept> = {
  keep(row: Row): Kept
  write(tx: Parameters<Batch['write']>[0], rows: readonly Kept[], oneByOne: boolean): ReturnType<Batch['write']>
}

async function* groupBatches<Row, Kept>(
  rows: AsyncIterable<Row>,
  skip: number,
  { keep, write }: BatchSource<Row, Kept>,
): AsyncGenerator<Batch> {
  const makeBatch = (kept: readonly Kept[]): Batch => ({
    size: kept.length,
    write: (tx, oneByOne) => write(tx, kept, oneByOne),
  })
  let batch: Kept[] = []
  let seen = 0
  for await (const row of rows) {
    if (seen++ < skip) continue
    batch.push(keep(row))
    if (batch.length < rowsPerBatch) continue
    yield makeBatch(batch)
    batch = []
  }
  if (batch.length > 0) yield makeBatch(batch)
}
