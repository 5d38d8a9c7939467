import { attempt } from '#platform/calls/paging/batch.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { importProducts, type ProductOutcome } from '#resources/products/import-commands.ts'
import type * as store from '../store.ts'
import type { ProductFileRow } from './product-file.ts'

type Target = { isDryRun: boolean; oneByOne: boolean }
type Readable = Extract<ProductFileRow, { product: unknown }>

export async function writeProducts(
  tx: StoreTx,
  { isDryRun, oneByOne }: Target,
  rows: readonly ProductFileRow[],
): Promise<store.NewRow[]> {
  const readable = rows.filter((row) => 'product' in row)
  const failed = rows
    .filter((row) => 'problem' in row)
    .map(({ line, problem: { code, message } }) => failedRow(line, code, message))
  const skipped = rows
    .filter((row) => 'skipped' in row)
    .map(({ line, skipped: { code, message } }) => ({
      line,
      outcome: 'skipped' as const,
      code,
      message,
      reviewId: null,
    }))
  const written = oneByOne && !isDryRun ? await writeOneByOne(tx, readable) : await write(tx, readable, isDryRun)
  return [...failed, ...skipped, ...written]
}

async function write(tx: StoreTx, rows: readonly Readable[], isDryRun: boolean): Promise<store.NewRow[]> {
  const outcomes = await importProducts(
    tx,
    rows.map(({ product }) => product),
    isDryRun,
  )
  return rows.map(({ line }, i) => buildRow(line, outcomes[i] ?? { outcome: 'known' }))
}

function buildRow(line: number, done: ProductOutcome): store.NewRow {
  const skipped = (code: string, message: string) =>
    ({ line, outcome: 'skipped', code, message, reviewId: null }) as const
  switch (done.outcome) {
    case 'imported':
      return { line, outcome: 'imported', code: null, message: null, reviewId: null }
    case 'known':
      return skipped('already_there', 'The store already has a product with this id. It was not changed.')
    case 'repeated':
      return skipped('repeated_product', 'An earlier row has the same id.')
    case 'failed':
      return failedRow(line, 'storage_error', done.message)
  }
}

const failedRow = (line: number, code: string, message: string): store.NewRow => ({
  line,
  outcome: 'failed',
  code,
  message,
  reviewId: null,
})

async function writeOneByOne(tx: StoreTx, rows: readonly Readable[]): Promise<store.NewRow[]> {
  const done: store.NewRow[] = []
  for (const row of rows) {
    const written = await attempt(tx, () => write(tx, [row], false))
    if ('fault' in written)
      done.push(failedRow(row.line, 'storage_error', 'The row could not be stored. Other rows are not affected.'))
    else done.push(...written)
  }
  return done
}
