// Moves customers' data from one product to another of the same store, in batches of one transaction each.
import { performance } from 'node:perf_hooks'
import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { retryTransient } from '#platform/process/retry.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { linesMerged, productMerged, reviewsMerged } from '../events.ts'
import type { MergeResult } from './schema.ts'
import * as store from './store.ts'

/** `by`: id of the caller, for the history of the moved reviews. */
export type MergeRequest = { from: string; into: string; by?: string | undefined }

export const mergeJob = 'products.merge'
/** The job starts after this time, and finishes the work of a killed request. */
const jobWaitsMs = 60_000

const unrelated = () =>
  conflict(
    'These products share neither a SKU nor a valid GTIN. Correct the SKU or GTIN of one of them, then merge again.',
    'products_unrelated',
  )

const superseded = () =>
  conflict(
    'The merge ended early: another merge of one of these products started, or the old product returned to sale. Read both products before you merge again.',
  )

export async function beginMerge(tx: StoreTx, audit: Audit, moving: MergeRequest): Promise<void> {
  const { from, into } = moving
  if (from === into) throw invalidField('/into', 'is the product itself')
  const found = await store.lockBoth(tx, [from, into])
  const [old, target] = [from, into].map((id) => {
    const product = found.find((each) => each.id === id)
    if (!product) throw notFound('product', id)
    return product
  }) as [store.NamedProduct, store.NamedProduct]
  if (!(await store.areRelated(tx, from, into))) throw unrelated()
  await store.updateMerged(tx, from, into)
  publish(tx, productMerged, { from, into })
  invalidateStorefront(tx)
  await audit(tx, 'product.merged', toTarget(old), { intoId: into, into: target.title ?? target.platformProductId })
  await enqueueMerge(tx, moving, tx.by, jobWaitsMs)
}

const toTarget = ({ id, title, platformProductId }: store.NamedProduct) => ({
  type: 'product',
  id,
  name: title ?? platformProductId,
})

const enqueueMerge = (tx: StoreTx, { from, into, by }: MergeRequest, party: Party, inMs: number) => {
  const { storeEnvId, organizationId } = tx
  const { role, via } = party
  const payload = { storeEnvId, organizationId, from, into, role, via, ...(by !== undefined && { by }) }
  return enqueue(tx, mergeJob, payload, { key: `${mergeJob}:${storeEnvId}:${from}`, inMs })
}

type Work = { db: StoreDb; scope: StoreScope & { by?: Party }; moving: MergeRequest; isOver: () => boolean }

/** Moves as much as the time of a request allows. The job continues immediately with the rest. */
export async function mergeForRequest(db: StoreDb, scope: StoreScope, moving: MergeRequest): Promise<MergeResult> {
  const end = performance.now() + requestMs
  const { isDone, ...merged } = await moveAll({ db, scope, moving, isOver: () => performance.now() > end })
  if (!isDone) await db.store(scope, 'write', (tx) => enqueueMerge(tx, moving, tx.by, 0))
  return merged
}

const requestMs = 20_000

/**
 * Order lines move first, each with the reviews of its order. If they moved separately, a customer could be asked twice.
 */
export async function moveAll(work: Work): Promise<MergeResult & { isDone: boolean }> {
  let moved = 0
  for (let isMore = true; isMore; ) {
    if (work.isOver()) return { moved, skipped: 0, isDone: false }
    const batch: OrderBatch = await inBatch(work, moveOrders)
    moved += batch.moved
    isMore = batch.isMore
  }
  let skipped = 0
  let after: store.ReviewPlace | null | undefined = null
  while (after !== undefined) {
    if (work.isOver()) return { moved, skipped, isDone: false }
    const batch: ReviewBatch = await moveNext(work, after)
    moved += batch.moved
    skipped += batch.skipped
    after = batch.next
  }
  return { moved, skipped, isDone: true }
}

const atOnce = 500

type Pair = { from: store.NamedProduct; into: store.NamedProduct; by: string | undefined }
type OrderBatch = { moved: number; isMore: boolean }
type ReviewBatch = MergeResult & { next: store.ReviewPlace | undefined }

async function moveOrders(tx: StoreTx, pair: Pair): Promise<OrderBatch> {
  const { from, into } = pair
  const orderIds = (await store.lockOrdersWith(tx, from.id, atOnce)).map(({ id }) => id)
  if (orderIds.length === 0) return { moved: 0, isMore: false }
  publish(tx, linesMerged, { from: from.id, into: into.id, orderIds })
  const { ids } = await moveReviews(tx, pair, await store.listReviewsOfOrders(tx, from.id, orderIds))
  return { moved: ids.length, isMore: true }
}

const moveNext = (work: Work, after: store.ReviewPlace | null): Promise<ReviewBatch> =>
  inBatch(work, async (tx, pair) => {
    const found = await store.listReviews(tx, pair.from.id, after, atOnce)
    const next = found.length === atOnce ? found.at(-1) : undefined
    const { ids, skipped } = await moveReviews(tx, pair, found)
    return { moved: ids.length, skipped, next }
  })

export async function moveReviews(
  tx: StoreTx,
  { from, into, by }: Pair,
  found: readonly { id: string }[],
): Promise<{ ids: string[]; skipped: number }> {
  if (found.length === 0) return { ids: [], skipped: 0 }
  const locked = await store.lockReviews(
    tx,
    found.map(({ id }) => id),
    into.id,
  )
  // Another transaction may have moved or deleted some reviews since they were listed.
  const present = locked.filter(({ productId }) => productId === from.id)
  const ids = present.filter(({ isTaken }) => !isTaken).map(({ id }) => id)
  if (ids.length > 0) {
    const platformIds = { from: from.platformProductId, to: into.platformProductId }
    publish(tx, reviewsMerged, { from: from.id, into: into.id, ids, platformIds, by })
    invalidateStorefront(tx)
  }
  return { ids, skipped: present.length - ids.length }
}

/** This merge ends when the product is merged back or into another product, so reviews follow only the newest merge. */
const inBatch = <Result>({ db, scope, moving }: Work, move: (tx: StoreTx, pair: Pair) => Promise<Result>) =>
  retryRaced(() =>
    db.store(scope, 'write', async (tx) => {
      const both = await store.shareBoth(tx, [moving.from, moving.into])
      const [from, into] = [moving.from, moving.into].map((id) => both.find((each) => each.id === id))
      if (!from || !into || from.mergedInto !== into.id) throw superseded()
      return move(tx, { from, into, by: moving.by })
    }),
  )

/** If a concurrent review of the target uses the same order, the next attempt skips the review of the old product. */
export async function retryRaced<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++)
    try {
      return await retryTransient(work)
    } catch (error) {
      if (attempts >= 3 || !(error instanceof AppError) || error.code !== 'already_reviewed') throw error
    }
}
