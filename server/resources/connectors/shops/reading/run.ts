// Reads a shop in steps. Each step calls the shop outside of transactions, then stores the result and the next position in
// one, so that a killed reading resumes there.
import { randomUUID } from 'node:crypto'
import { ShopFailure } from '#integrations/shops/shop.ts'
import { type FilledTable, isAnalyzedAfter, tryToAnalyze } from '#platform/db/analyze.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { subscriptionStateOf } from '#resources/billing/rules.ts'
import { openShop } from '../opening.ts'
import { isGivenUp, pauseAfter } from '../rules.ts'
import * as shops from '../store.ts'
import { shopTools } from '../tools.ts'
import { enqueueRun, requestSync, type ShopHearer } from './commands.ts'
import { readOrders } from './orders.ts'
import { readProducts } from './products.ts'
import { askForMissing, retire, verify } from './retiring.ts'
import { categoriesOf, isSaid, NotWhole, Overtaken, RunProblem, type Step, write } from './step.ts'
import * as store from './store.ts'

const leaseMs = 45_000
const renewMs = 15_000
/** A run yields to other stores after this time. */
const sliceMs = 60_000
const manyProducts = 1_000
const filledTables: readonly FilledTable[] = ['products', 'product_variants', 'shop_products']
const lookAgainMs = 3_600_000

export async function readShop(ctx: JobContext, scope: StoreScope, hearers: readonly ShopHearer[]): Promise<void> {
  const by = randomUUID()
  const taken = await ctx.db.store(scope, 'write', (tx) => take(tx, ctx, by))
  if (!taken) return
  const stop = new AbortController()
  const heartbeat = setInterval(() => {
    ctx.db.store(scope, 'write', (tx) => keepLease(tx, taken.id, by)).catch(() => {})
  }, renewMs)
  heartbeat.unref()
  const signal = AbortSignal.any([ctx.stopping, stop.signal])
  try {
    const isLeft = await readSteps(ctx, scope, taken, by, signal, hearers)
    if (isLeft) await ctx.db.store(scope, 'write', (tx) => leave(tx, taken.id, by))
  } catch (error) {
    if (error instanceof Overtaken) return
    if (ctx.stopping.aborted) return await ctx.db.store(scope, 'write', (tx) => leave(tx, taken.id, by))
    if (!isSaid(error)) {
      ctx.services.log.warn({ err: (error as Error).message, sync: taken.id }, 'a reading of a shop failed')
    }
    await ctx.db.store(scope, 'write', (tx) => putAside(tx, taken.id, by, error))
  } finally {
    clearInterval(heartbeat)
    stop.abort()
  }
}

async function take(tx: StoreTx, { services }: JobContext, by: string): Promise<store.Run | undefined> {
  const run = await store.lockUnfinished(tx)
  if (!run) return undefined
  const shop = await shops.find(tx, run.connection_id)
  if (!shop || shop.status === 'paused') {
    if (!shop) await store.updateEnded(tx, run.id, 'cancelled')
    return undefined
  }
  const facts = await findSubscription(tx)
  if (facts && subscriptionStateOf(facts, tx.now, services.config.billing).lapsed) {
    await enqueueRun(tx, lookAgainMs)
    return undefined
  }
  const dueAt = Math.max(Date.parse(run.paused_until ?? '') || 0, Date.parse(run.leased_until ?? '') || 0)
  if (dueAt > tx.now.getTime()) {
    await enqueueRun(tx, dueAt - tx.now.getTime())
    return undefined
  }
  await keepLease(tx, run.id, by)
  return run
}

async function keepLease(tx: StoreTx, id: string, by: string): Promise<void> {
  if (await store.lease(tx, id, by, new Date(tx.now.getTime() + leaseMs))) await enqueueRun(tx, leaseMs)
}

async function leave(tx: StoreTx, id: string, by: string): Promise<void> {
  await store.release(tx, id, by)
  await enqueueRun(tx)
}

/** True when it paused midway and should continue immediately. */
async function readSteps(
  ctx: JobContext,
  scope: StoreScope,
  taken: store.Run,
  by: string,
  signal: AbortSignal,
  hearers: readonly ShopHearer[],
) {
  const opened = await openShop(ctx, scope, taken.connection_id, shopTools(ctx.services, { signal }))
  if (!opened) throw new Overtaken()
  const { shop, row } = opened
  const until = performance.now() + sliceMs
  const step: Step = { ctx, scope, by, shop, row, hearers, categories: undefined }
  try {
    let run: store.Run | undefined = taken
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

/** Returns the updated run, or undefined when it has ended. */
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
  const { names, isWhole } = await categoriesOf(step, run)
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

/** After a failure: waits and continues, starts over, or ends. */
async function putAside(tx: StoreTx, id: string, by: string, error: unknown): Promise<void> {
  const run = await store.lock(tx, id)
  if (run?.status !== 'running' || run.leased_by !== by) return
  const said = isSaid(error)
    ? { code: error.code as string, message: error.message }
    : { code: 'internal_error', message: 'The reading failed on our side and will be retried.' }
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
    // Its orders are still worth reading.
    if (error instanceof NotWhole) await requestSync(tx, run.connection_id, 'orders', run.trigger)
    await enqueueRun(tx)
    return
  }
  if (isAnew) await store.updateRestarted(tx, id, { restarts, since })
  const askedMs = error instanceof ShopFailure ? error.afterMs : null
  // Platforms lose a position now and then. A shop that loses every position gets a pause.
  const pauseMs = isLost && restarts === 1 ? 0 : pauseAfter(isAnew ? restarts : attempts, askedMs)
  const until = new Date(tx.now.getTime() + pauseMs)
  await store.updatePaused(tx, id, { attempts, failingSince, until, error: said })
  await enqueueRun(tx, pauseMs)
}
