// A batch is written in one transaction. Even if the process is killed, a row is either both imported and counted, or
// neither.
import { attempt } from '#platform/calls/paging/batch.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import { importReviews, listHere, previewImport } from '#resources/reviews/files/import-commands.ts'
import { changed, findRefusal, type ImportedReview } from '#resources/reviews/files/import-rules.ts'
import { type BatchRow, chooseProduct, joinRemarks } from '../rules.ts'
import * as store from '../store.ts'
import { findOrders, findProducts } from './store.ts'

export type Target = { importId: string; format: string; isDryRun: boolean; by?: Party | undefined }

export type Batch = { size: number; write(tx: StoreTx, oneByOne: boolean): Promise<store.NewRow[]> }

/** False if another process claimed the import or the import ended. With `oneByOne`, a refused row fails alone. */
export async function writeBatch(
  tx: StoreTx,
  importId: string,
  { at, batch, oneByOne }: { at: number; batch: Batch; oneByOne: boolean },
): Promise<boolean> {
  const current = await store.lock(tx, importId)
  if (current?.status !== 'running' || current.processed !== at) return false
  const rows = await batch.write(tx, oneByOne)
  await store.insertRows(tx, importId, rows)
  await store.updateProgress(tx, importId, countOutcomes(rows))
  return true
}

export async function writeReviews(
  tx: StoreTx,
  target: Target,
  rows: readonly BatchRow[],
  oneByOne: boolean,
): Promise<store.NewRow[]> {
  const { drafts, settled } = await match(tx, rows)
  const done = await (target.isDryRun ? preview(tx, drafts) : write(tx, target, drafts, oneByOne))
  return [...settled, ...done]
}

type Draft = { row: BatchRow & { review: unknown }; review: ImportedReview }

async function match(tx: StoreTx, rows: readonly BatchRow[]): Promise<{ drafts: Draft[]; settled: store.NewRow[] }> {
  const readable = rows.filter((row) => 'review' in row)
  const references = readable.flatMap(({ review }) => review.orderReference ?? [])
  const products = await findProducts(
    tx,
    readable.flatMap(({ review }) => review.productKeys),
  )
  const orders = references.length === 0 ? new Map<string, string>() : await findOrders(tx, references)
  const here = await listHere(
    tx,
    readable.flatMap(({ review }) => review.ownId ?? []),
  )
  const drafts: Draft[] = []
  const settled: store.NewRow[] = []
  for (const row of rows) {
    if ('problem' in row) {
      settled.push(failed(row.line, row.problem))
      continue
    }
    if ('skipped' in row) {
      const { code, message } = row.skipped
      settled.push({ line: row.line, outcome: 'skipped', code, message, reviewId: null })
      continue
    }
    const { productKeys, isOfShop, orderReference, ownId, ...review } = row.review
    const product = isOfShop ? { productId: null } : chooseProduct(productKeys, products)
    const present = here.get(ownId ?? '')
    if (present) {
      const claimed = { ...review, productId: 'productId' in product ? product.productId : present.productId }
      const refusal = findRefusal(present, claimed)
      if (refusal) settled.push({ line: row.line, outcome: 'skipped', ...refusal, reviewId: present.id })
      else drafts.push({ row, review: changed(present, claimed) })
      continue
    }
    if ('problem' in product) settled.push(failed(row.line, product.problem))
    else drafts.push({ row, review: { ...review, ...product, orderId: orders.get(orderReference ?? '') ?? null } })
  }
  return { drafts, settled }
}

const failed = (line: number, { code, message }: store.Remark): store.NewRow => ({
  line,
  outcome: 'failed',
  code,
  message,
  reviewId: null,
})

async function preview(tx: StoreTx, drafts: readonly Draft[]): Promise<store.NewRow[]> {
  const outcomes = await previewImport(
    tx,
    drafts.map((draft) => draft.review),
  )
  return drafts.map((draft, i) => toNewRow(draft, outcomes[i]))
}

async function write(
  tx: StoreTx,
  target: Target,
  drafts: readonly Draft[],
  oneByOne: boolean,
): Promise<store.NewRow[]> {
  if (oneByOne) return writeOneByOne(tx, target, drafts)
  const file = { importId: target.importId, importedFrom: target.format, by: target.by }
  const outcomes = await importReviews(
    tx,
    file,
    drafts.map((draft) => draft.review),
  )
  return drafts.map((draft, i) => toNewRow(draft, outcomes[i]))
}

async function writeOneByOne(tx: StoreTx, target: Target, drafts: readonly Draft[]): Promise<store.NewRow[]> {
  const rows: store.NewRow[] = []
  for (const draft of drafts) {
    const written = await attempt(tx, () => write(tx, target, [draft], false))
    const message = 'The row could not be stored. Other rows are not affected.'
    if ('fault' in written) rows.push(failed(draft.row.line, { code: 'storage_error', message }))
    else rows.push(...written)
  }
  return rows
}

type RowResult = { outcome: 'imported' | 'updated' | 'unchanged'; reviewId: string | null }

function toNewRow({ row }: Draft, done: RowResult | undefined): store.NewRow {
  const { outcome = 'unchanged', reviewId = null } = done ?? {}
  if (outcome === 'unchanged') {
    const message = 'An earlier import already added the same review.'
    return { line: row.line, outcome: 'skipped', code: 'already_imported', message, reviewId }
  }
  return { line: row.line, outcome, ...joinRemarks('warnings' in row ? row.warnings : []), reviewId }
}

function countOutcomes(rows: readonly store.NewRow[]): store.Tally {
  const tally = { processed: rows.length, imported: 0, updated: 0, skipped: 0, failed: 0 }
  for (const row of rows) tally[row.outcome]++
  return tally
}
