// One transaction writes the shop's response and the next step's position. After a crash the next run resumes there.
import { ShopFailure } from '#integrations/shops/shop.ts'
import { type FilledTable, isAnalyzedAfter, tryToAnalyze } from '#platform/db/analyze.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type Claim, type Lease, resumable, TakeoverError } from '#platform/jobs/resumable.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { openShop } from '../shops/opening.ts'
import { isGivenUp, pauseAfter } from '../shops/rules.ts'
import * as shops from '../shops/store.ts'
import { shopTools } from '../shops/tools.ts'
import { enqueueRun, nextRun, requestSync, type ShopHearer } from './commands.ts'
import { readOrders } from './orders.ts'
import { readProducts } from './products.ts'
import { askForMissing, retire, verify } from './retiring.ts'
import { isSaid, loadCategories, NotWhole, RunProblem, type Step, write } from './step.ts'
import * as store from './store.ts'

/** A run ends after this time, so that other stores have their turn. */
const sliceMs = 60_000
const manyProducts = 1_000
const filledTables: readonly FilledTable[] = ['products', 'product_variants', 'shop_products']
const lookAgainMs = 3_600_000

export const readShop = (ctx: JobContext, scope: StoreScope, hearers: readonly ShopHearer[]): Promise<void> =>
  resumable<store.Run, void>(ctx, {
    scope,
    next: () => nextRun(scope),
    claim: (tx, claim) => claimSync(tx, ctx, claim),
    renew: (tx, { holder, until }, { id }) => store.extendLease(tx, id, holder, until),
    run: (claimed, lease) => readSome(ctx, scope, claimed, lease, hearers),
  })

async function readSome(
  ctx: JobContext,
  scope: StoreScope,
  claimed: store.Run,
  lease: Lease,
  hearers: readonly ShopHearer[],
): Promise<void> {
  const release = () => lease.finish((tx) => leave(tx, claimed.id, lease.holder))
  try {
    if (await readSteps(ctx, scope, claimed, lease, hearers)) await release()
  } catch (error) {
    if (error instanceof TakeoverError) throw error
    if (ctx.stopping.aborted) return release()
    if (!isSaid(error)) {
      ctx.services.log.warn({ err: (error as Error).message, sync: claimed.id }, 'a reading of a shop failed')
    }
    await lease.finish((tx) => putAside(tx, claimed.id, error))
  }
}

async function claimSync(
  tx: StoreTx,
  { services }: JobContext,
  { holder, until }: Claim,
): Promise<store.Run | undefined> {
  const run = await store.lockUnfinished(tx)
  if (!run) return undefined
  const shop = await shops.find(tx, run.connection_id)
  if (!shop || shop.status === 'paused') {
    if (!shop) await store.updateEnded(tx, run.id, 'cancelled')
    return undefined
  }
  const facts = await findSubscription(tx)
  if (facts && decideSubscriptionState(facts, tx.now, services.config.billing).lapsed) {
    await enqueueRun(tx, lookAgainMs)
    return undefined
  }
  const dueAt = Math.max(Date.parse(run.paused_until ?? '') || 0, Date.parse(run.leased_until ?? '') || 0)
  if (dueAt > tx.now.getTime()) {
    await enqueueRun(tx, dueAt - tx.now.getTime())
    return undefined
  }
  return (await store.lease(tx, run.id, holder, until)) ? run : undefined
}

async function leave(tx: StoreTx, id: string, holder: string): Promise<void> {
  await store.release(tx, id, holder)
  await enqueueRun(tx)
}

async function readSteps(
  ctx: JobContext,
  scope: StoreScope,
  claimed: store.Run,
  { holder, signal }: Lease,
  hearers: readonly ShopHearer[],
) {
  const opened = await openShop(ctx, scope, claimed.connection_id, shopTools(ctx.services, { signal }))
  if (!opened) throw new TakeoverError()
  const { shop, row } = opened
  const until = performance.now() + sliceMs
  const step: Step = { ctx, scope, holder, shop, row, hearers, categories: undefined }
  try {
    let run: store.Run | undefined = claimed
    while (run) {
      if (ctx.stopping.aborted || performance.now() > until) return true
      run = await steps[run.phase](step, run)
      if (run?.phase === 'products' && isAnalyzedAfter(run.pages)) await tryToAnalyze(ctx, scope, filledTables)
    }
    return false
  } finally {
    await shop.close?.()
  }
}

/** Each step returns the current state of the sync, or undefined if the sync has ended. */
const steps: Record<store.Phase, (step: Step, run: store.Run) => Promise<store.Run | undefined>> = {
  products: readProducts,
  verify,
  missing: askForMissing,
  retire,
  orders: readOrders,
  end: endCatalogue,
}

async function endCatalogue(step: Step, run: store.Run): Promise<undefined> {
  const { ctx, scope } = step
  const { names, isWhole } = await loadCategories(step, run)
  if (isWhole)
    await write(step, run, async (tx) => {
      for (const { categoriesRead } of step.hearers) await categoriesRead?.(tx, [...names.keys()])
      return {}
    })
  for (const { catalogueRead } of step.hearers)
    if (catalogueRead) await ctx.db.store(scope, 'write', (tx) => catalogueRead(tx))
  await write(step, run, async (tx) => {
    await store.updateEnded(tx, run.id, run.would_retire === null ? 'completed' : 'held')
    await requestSync(tx, run.connection_id, 'orders', run.trigger)
    return {}
  })
  if (run.read >= manyProducts) await tryToAnalyze(ctx, scope, filledTables)
  return undefined
}

async function putAside(tx: StoreTx, id: string, error: unknown): Promise<void> {
  const run = await store.lock(tx, id)
  if (!run) return
  const said = isSaid(error)
    ? { code: error.code as string, message: error.message }
    : { code: 'internal_error', message: 'The sync failed on our side and will be retried.' }
  const failingSince = run.failing_since === null ? tx.now : new Date(run.failing_since)
  const attempts = run.attempts + 1
  const isLost = said.code === 'position_lost'
  const isAnew = error instanceof NotWhole || (error instanceof ShopFailure && error.losesPosition)
  const since = run.restarting_since === null ? tx.now : new Date(run.restarting_since)
  const restarts = run.restarts + (isAnew ? 1 : 0)
  const isRefused = said.code === 'credentials_refused'
  if (isRefused) await shops.updateStatus(tx, run.connection_id, 'needs_reauth', said.message)
  const isForGood = isRefused || said.code === 'too_large' || error instanceof RunProblem
  if (isForGood || isGivenUp(isAnew ? since : failingSince, tx.now)) {
    await store.updateEnded(tx, id, 'failed', said)
    // An incomplete catalogue does not affect the orders, so they are still read.
    if (error instanceof NotWhole) await requestSync(tx, run.connection_id, 'orders', run.trigger)
    await enqueueRun(tx)
    return
  }
  if (isAnew) await store.updateRestarted(tx, id, { restarts, since })
  const askedMs = error instanceof ShopFailure ? error.afterMs : null
  // Platforms lose a page position now and then, so the first loss is retried without a pause. Further losses pause the
  // sync.
  const pauseMs = isLost && restarts === 1 ? 0 : pauseAfter(isAnew ? restarts : attempts, askedMs)
  const until = new Date(tx.now.getTime() + pauseMs)
  await store.updatePaused(tx, id, { attempts, failingSince, until, error: said })
  await enqueueRun(tx, pauseMs)
}
