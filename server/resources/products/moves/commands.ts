// Moves the reviews of a product to the product that the shop created in its place, in batches of one transaction
// each.
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, type NextRun, resumable, startRun } from '#platform/jobs/resumable.ts'
import { AppError, conflict, invalidField, isOfLoad, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { moveReviews, retryRaced } from '../merging/commands.ts'
import * as merging from '../merging/store.ts'
import { refuseMove } from './rules.ts'
import { type NewReviewMove, type ReviewMove, undoDays } from './schema.ts'
import * as store from './store.ts'

export const moveJob = 'products.move_reviews'
export const forgetJob = 'products.forget_review_move'

/** `by`: id of the caller, for the history of the moved reviews. */
export type MoveRun = StoreScope & Party & { moveId: string; by?: string | undefined }

const nextRun = (run: MoveRun): NextRun => ({ job: moveJob, payload: run, key: `${moveJob}:${run.moveId}` })

const toRun = ({ storeEnvId, organizationId, by: party }: StoreTx, moveId: string, by: string): MoveRun => ({
  ...{ storeEnvId, organizationId, moveId, by },
  ...party,
})

export async function beginMove(
  tx: StoreTx,
  audit: Audit,
  { fromProductId, toProductId }: NewReviewMove,
  by: string,
): Promise<ReviewMove> {
  const [from, to] = [fromProductId.toLowerCase(), toProductId.toLowerCase()]
  if (from === to) throw invalidField('/toProductId', 'is the product itself')
  const locked = await merging.lockBoth(tx, [from, to])
  const unknown = [from, to].find((id) => !locked.some((each) => each.id === id))
  if (unknown !== undefined) throw notFound('product', unknown)
  const sold = await store.listSold(tx, [from, to])
  const [old, target] = [from, to].map((id) => sold.find((each) => each.id === id))
  const refusal = old && target && refuseMove(old, target, await merging.areRelated(tx, from, to))
  if (refusal) throw refusal
  const id = newId(tx.now.getTime())
  await store.insert(tx, { id, from, to })
  await startRun(tx, nextRun(toRun(tx, id, by)))
  const move = await requireMove(tx, id)
  await audit(tx, 'review_move.started', toTarget(move), { toId: to })
  return move
}

export async function undoMove(tx: StoreTx, audit: Audit, id: string, by: string): Promise<ReviewMove> {
  if (!(await store.lock(tx, id))) throw notFound('review move', id)
  const move = await requireMove(tx, id)
  if (move.undoableUntil === null)
    throw conflict(
      move.status === 'queued' || move.status === 'running'
        ? 'This move is still running. Undo it when it has ended.'
        : `A move can be undone once, within ${undoDays} days.`,
    )
  await store.updateUndoRequested(tx, move.id)
  await startRun(tx, nextRun(toRun(tx, move.id, by)))
  await audit(tx, 'review_move.undone', toTarget(move), { toId: move.to.id })
  return requireMove(tx, move.id)
}

export const requireMove = async (tx: StoreTx, id: string): Promise<ReviewMove> =>
  orNotFound(await store.find(tx, id), 'review move', id)

const toTarget = ({ from: { id, title, platformProductId } }: ReviewMove) => ({
  type: 'product',
  id,
  name: title ?? platformProductId,
})

/** If a run is killed, the next run continues from the last committed batch after the lease has expired. */
export const runMove = (ctx: JobContext, run: MoveRun): Promise<void> => {
  const { storeEnvId, organizationId, role, via } = run
  const scope: StoreScope & { by: Party } = { storeEnvId, organizationId, by: { role, via } }
  return resumable(ctx, {
    scope,
    next: () => nextRun(run),
    claim: (tx, claim) => store.claim(tx, run.moveId, claim),
    renew: async (tx, claim, work) => (await store.renew(tx, work.id, claim)) === 1,
    run: (work, lease) => moveAll(run, work, lease),
  })
}

async function moveAll(run: MoveRun, work: store.ClaimedMove, lease: Lease): Promise<void> {
  try {
    for (let at: Position | undefined = work; at !== undefined; ) {
      lease.signal.throwIfAborted()
      const position: Position = at
      at = await retryRaced(() =>
        lease.commit((tx) => (work.isUndo ? returnNext(tx, run, work, position) : moveNext(tx, run, work, position))),
      )
    }
  } catch (error) {
    // A refusal ends the move. The next run retries after any other error.
    if (!(error instanceof AppError) || isOfLoad(error)) throw error
    await lease.finish(async (tx) => void (await store.updateEnded(tx, work.id, 'failed')))
    return
  }
  await lease.finish(async (tx) => {
    await store.updateEnded(tx, work.id, work.isUndo ? 'undone' : 'completed')
    if (work.isUndo) await store.deleteItems(tx, work.id)
    else await forgetLater(tx, work.id)
  })
}

const forgetLater = (tx: StoreTx, moveId: string) =>
  enqueue(
    tx,
    forgetJob,
    { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, moveId },
    { key: `${forgetJob}:${moveId}`, inMs: (undoDays + 1) * 86_400_000 },
  )

const atOnce = 500

type Position = { atSubmitted: string | null; atId: string | null }

async function moveNext(
  tx: StoreTx,
  { by }: MoveRun,
  { id, from, to }: store.ClaimedMove,
  { atSubmitted, atId }: Position,
): Promise<Position | undefined> {
  const after = atSubmitted === null || atId === null ? null : { submittedAt: atSubmitted, id: atId }
  const found = await merging.listReviews(tx, from, after, atOnce)
  const pair = await requirePair(tx, from, to)
  const { ids, skipped } = await moveReviews(tx, { ...pair, by }, found)
  if (ids.length > 0) await store.insertItems(tx, id, ids)
  const last = found.at(-1)
  const position = { atSubmitted: last?.submittedAt ?? atSubmitted, atId: last?.id ?? atId }
  await store.updateProgress(tx, id, { moved: ids.length, skipped, ...position })
  return found.length === atOnce ? position : undefined
}

/** Undoes one batch of the move: reviews that it moved and that are still at its target go back to the old product. */
async function returnNext(
  tx: StoreTx,
  { by }: MoveRun,
  { id, from, to }: store.ClaimedMove,
  { atId }: Position,
): Promise<Position | undefined> {
  const found = await store.listItems(tx, id, atId, atOnce)
  const pair = await requirePair(tx, to, from)
  await moveReviews(tx, { ...pair, by }, found)
  const position = { atSubmitted: null, atId: found.at(-1)?.id ?? atId }
  await store.updateProgress(tx, id, { moved: 0, skipped: 0, ...position })
  return found.length === atOnce ? position : undefined
}

async function requirePair(tx: StoreTx, from: string, into: string) {
  const both = await merging.shareBoth(tx, [from, into])
  const [old, target] = [from, into].map((id) => both.find((each) => each.id === id))
  if (!old || !target) throw notFound('product', old ? into : from)
  return { from: old, into: target }
}

export const forgetMove = (tx: StoreTx, id: string) => store.deleteItems(tx, id)
