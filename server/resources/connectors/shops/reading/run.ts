// Reads a shop step by step. Each step asks the shop outside of any transaction, and writes what came with where the next one
// begins in one: killed at any moment, it goes on from there.
import { randomUUID } from 'node:crypto'
import {
  type Page,
  type Position,
  type Shop,
  type ShopCategory,
  ShopFailure,
  type ShopOrder,
  type ShopProduct,
} from '#integrations/shops/shop.ts'
import { analyzeFilled } from '#platform/db/analyze.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { isTransient } from '#platform/errors.ts'
import type { JobContext } from '#platform/jobs.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { subscriptionStateOf } from '#resources/billing/rules.ts'
import { retireProduct, retireVariants, upsertProducts } from '#resources/products/commands.ts'
import type { Reading } from '#resources/products/rules.ts'
import { openShop } from '../opening.ts'
import { added, fit, isCounted, isGivenUp, isToBeHeld, joinWarnings, noCounts, pauseAfter } from '../rules.ts'
import * as shops from '../store.ts'
import { shopTools } from '../tools.ts'
import { enqueueRun, type RecordedOrders, requestSync, type ShopHearer } from './commands.ts'
import { enqueueHeldNotice } from './held-notice.ts'
import * as store from './store.ts'

const leaseMs = 45_000
const renewMs = 15_000
/** A run makes room for those of other stores after this. */
const sliceMs = 60_000
const idsAtOnce = 250
const retiredAtOnce = 100
const mostPages = 20_000
const mostStalePages = 1_000
const mostCategories = 20_000
const mostOrders = 50_000
const manyProducts = 1_000
const lookAgainMs = 3_600_000
const dayMs = 86_400_000

/** Ends the run for good; what it says is for the merchant. */
class RunProblem extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Not all of the shop was read, or what it says cannot be: the run begins anew after a while, and retires nothing. */
class NotWhole extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The run is no longer this process's: overtaken, cancelled, or its store is gone. */
class Overtaken extends Error {}

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

/** True when it is left half-way, to go on at once. */
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
    }
    return false
  } finally {
    await shop.close?.()
  }
}

type Step = {
  ctx: JobContext
  scope: StoreScope
  by: string
  shop: Shop
  row: shops.Row
  hearers: readonly ShopHearer[]
  /** The shop's categories, read once by every process that takes part. */
  categories: Categories | undefined
}

/** Gives the run as it is now, or nothing where it has ended. */
const steps: Record<store.Phase, (step: Step, run: store.Run) => Promise<store.Run | undefined>> = {
  products: readProducts,
  verify,
  missing: askForMissing,
  retire,
  orders: readOrders,
  end: endCatalogue,
}

/** Writes a step, unless the run is not this process's any more. */
async function write(
  { ctx, scope, by }: Step,
  run: store.Run,
  work: (tx: StoreTx) => Promise<Partial<store.Run>>,
): Promise<store.Run> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await ctx.db.store(scope, 'write', async (tx) => {
        const current = await store.lock(tx, run.id)
        if (current?.status !== 'running' || current.leased_by !== by) throw new Overtaken()
        const changes = await work(tx)
        // Who wrote nothing of the run itself has not got further: a shop may give its categories and fail with its products.
        const isFurther = Object.keys(changes).length > 0
        const next = { ...current, ...(isFurther && { attempts: 0, failing_since: null }), ...changes }
        await store.updateProgress(tx, next)
        return next
      })
    } catch (error) {
      if (attempts >= 4 || !isTransient(error)) throw error
    }
  }
}

type Categories = { names: Map<string, string>; isWhole: boolean }

async function categoriesOf(step: Step, run: store.Run): Promise<Categories> {
  if (step.categories) return step.categories
  const names = new Map<string, string>()
  const totals = new Set<number | null>()
  let from: Position | null = null
  let isOver = false
  while (!isOver && names.size < mostCategories) {
    const page: Page<ShopCategory> = await step.shop.readCategories(from)
    const categories = page.items.slice(0, mostCategories - names.size)
    await write(step, run, async (tx) => {
      for (const { recordCategories } of step.hearers) await recordCategories?.(tx, categories)
      return {}
    })
    for (const { platformCategoryId, name } of categories) {
      const known = name.trim().slice(0, 255)
      if (known !== '') names.set(platformCategoryId, known)
    }
    totals.add(page.total)
    isOver = page.next === null
    if (!isOver && JSON.stringify(page.next) === JSON.stringify(from)) break
    from = page.next
  }
  step.categories = { names, isWhole: isOver && isCounted(names.size, totals) }
  return step.categories
}

async function readProducts(step: Step, run: store.Run): Promise<store.Run> {
  const { names } = await categoriesOf(step, run)
  const page = await step.shop.readProducts(run.position)
  if (run.pages >= mostPages || run.stale_pages >= mostStalePages)
    throw new RunProblem('endless_pages', 'The shop answers page after page without an end.')
  if (page.next !== null && JSON.stringify(page.next) === JSON.stringify(run.position))
    throw new RunProblem('endless_pages', 'The shop answers the same page again and again.')
  return write(step, run, async (tx) => {
    const { isNew, ...progress } = await writeProducts(tx, step, run, page.items, names)
    return {
      ...progress,
      warnings: joinWarnings(progress.warnings, page.warnings ?? []),
      ...countedOn(run, isNew),
      total: page.total ?? run.total,
      read_variants: run.read_variants + page.items.reduce((sum, { variants }) => sum + variants.length, 0),
      pages: run.pages + 1,
      stale_pages: isNew > 0 ? 0 : run.stale_pages + 1,
      // What the last page left off at is what the verdict is about.
      position: page.next ?? run.position,
      phase: page.next === null ? 'verify' : 'products',
    }
  })
}

/** A pass that begins anew counts from nothing, and what was read does not fall. */
const countedOn = ({ read, pass_read }: store.Run, more: number) => ({
  read: Math.max(read, pass_read + more),
  pass_read: pass_read + more,
})

async function writeProducts(
  tx: StoreTx,
  { hearers }: Step,
  run: store.Run,
  products: readonly ShopProduct[],
  names: Map<string, string>,
) {
  const fitted = products.map((product) => fit(product, names))
  const rows = fitted.flatMap((each) => ('row' in each ? [each.row] : []))
  const ids = rows.map(({ platformProductId }) => platformProductId)
  const reading: Reading = { missing: new Map(), returned: new Set() }
  const variantIds = rows.flatMap(({ variants }) => variants?.map(({ platformVariantId }) => platformVariantId) ?? [])
  const moved = variantIds.length > 0 ? await store.listMoved(tx, run.id, variantIds, ids) : []
  if (moved.length > 0)
    await retireVariants(
      tx,
      moved.map(({ variantId }) => variantId),
    )
  const report = await upsertProducts(tx, rows, reading)
  const known = new Set(ids)
  const placed = products.filter(({ platformProductId }) => known.has(platformProductId))
  for (const { placeProducts } of hearers) await placeProducts?.(tx, placed)
  const isNew = ids.length > 0 ? await store.markSeen(tx, run, ids) : 0
  if (reading.missing.size > 0) await store.insertMissingVariants(tx, run.id, [...reading.missing.values()])
  const failures = report.errors.map(({ code, message, platformProductId }) => ({
    code,
    message,
    platformId: platformProductId,
  }))
  const { created, updated, unchanged, failed } = report
  const returned = reading.returned.size
  const unreadable = products.length - rows.length
  return {
    isNew,
    counts: added(
      { ...noCounts, ...run.counts },
      { created, updated, unchanged, failed: failed + unreadable, returned },
    ),
    warnings: joinWarnings(run.warnings, [...fitted.flatMap(({ warnings }) => warnings), ...failures]),
  }
}

async function verify(step: Step, run: store.Run): Promise<store.Run> {
  const { ours, seen } = await step.ctx.db.store(step.scope, 'read', (tx) => store.countSeen(tx, run))
  if (seen === 0 && ours > 0)
    throw new NotWhole(
      'catalogue_empty',
      'The shop says that it has no products, where it had some. Nothing was retired.',
    )
  const verdict = await step.shop.verify({ products: seen, variants: run.read_variants, last: run.position })
  if (!verdict.isWhole)
    throw new NotWhole(
      'read_incomplete',
      `Not all of the catalogue was read, so nothing was retired. ${verdict.reason}`,
    )
  const { names } = await categoriesOf(step, run)
  return write(step, run, async (tx) => {
    for (let after = ''; ; ) {
      const unseen = await store.listUnseen(tx, run, after, 5_000)
      const rows = unseen.map((each) => ({ ...each, platformVariantId: null }))
      if (rows.length > 0) await store.insertMissing(tx, run.id, 'found_missing', rows)
      after = unseen.at(-1)?.platformProductId ?? ''
      if (unseen.length < 5_000) break
    }
    return { phase: 'missing', position: null, counts: { ...run.counts, categories: names.size } }
  })
}

/** Pages shift while a product is deleted: what was not seen is asked for by its id before it counts as gone. */
async function askForMissing(step: Step, run: store.Run): Promise<store.Run> {
  const missing = await step.ctx.db.store(step.scope, 'read', (tx) =>
    store.listMissing(tx, run.id, 'found_missing', idsAtOnce),
  )
  if (missing.length === 0) return decide(step, run)
  const ids = [...new Set(missing.map(({ platformProductId }) => platformProductId))]
  const found = await step.shop.findProducts(ids)
  const { names } = await categoriesOf(step, run)
  return write(step, run, async (tx) => {
    const { isNew, ...progress } = await writeProducts(tx, step, run, found, names)
    const have = found.map(({ platformProductId }) => platformProductId)
    const variants = found.flatMap((product) => product.variants.map(({ platformVariantId }) => platformVariantId))
    if (have.length > 0) await store.updateStillThere(tx, run.id, have, variants)
    const there = new Set(have.map((id) => id))
    const sold = new Set(variants)
    const gone = missing.filter(
      ({ platformProductId, platformVariantId }) =>
        !there.has(platformProductId) || (platformVariantId !== null && !sold.has(platformVariantId)),
    )
    await store.updateRetirements(
      tx,
      gone.map(({ id }) => id),
      'confirmed',
    )
    return { ...progress, ...countedOn(run, isNew) }
  })
}

async function decide(step: Step, run: store.Run): Promise<store.Run> {
  const next = await write(step, run, async (tx) => {
    const wouldRetire = await store.countConfirmed(tx, run.id)
    // To count a large catalogue takes long, and where nothing is gone nobody needs it.
    const isHeld =
      wouldRetire > 0 && !run.is_confirmed && isToBeHeld(wouldRetire, await store.countLive(tx, run.connection_id))
    if (isHeld) await enqueueHeldNotice(tx, run.id)
    return { phase: isHeld ? 'end' : 'retire', would_retire: isHeld ? wouldRetire : null }
  })
  return next
}

async function retire(step: Step, run: store.Run): Promise<store.Run> {
  return write(step, run, async (tx) => {
    const gone = await store.listMissing(tx, run.id, 'confirmed', retiredAtOnce)
    if (gone.length === 0) return { phase: 'end' }
    const products = gone.filter(({ platformVariantId }) => platformVariantId === null)
    const before = await store.countLive(tx, run.connection_id)
    for (const { platformProductId } of products) await retireProduct(tx, platformProductId)
    const variants = gone.filter(({ platformVariantId }) => platformVariantId !== null)
    const ids = variants.length > 0 ? await store.findVariantIds(tx, variants) : []
    if (ids.length > 0)
      await retireVariants(
        tx,
        ids.map(({ id }) => id),
      )
    const retired = before - (await store.countLive(tx, run.connection_id))
    await store.updateRetirements(
      tx,
      gone.map(({ id }) => id),
      'retired',
    )
    const counts = added({ ...noCounts, ...run.counts }, { retired })
    return { counts, phase: gone.length < retiredAtOnce ? 'end' : 'retire' }
  })
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
  if (run.read >= manyProducts)
    await ctx.db
      .store(scope, 'write', (tx) => analyzeFilled(tx, ['products', 'product_variants', 'shop_products']))
      .catch((error: Error) => ctx.services.log.warn({ err: error.message }, 'a filled table was not analyzed'))
  return undefined
}

async function readOrders(step: Step, run: store.Run): Promise<store.Run | undefined> {
  const { row, shop } = step
  const startedAt = new Date(run.started_at ?? run.created_at)
  const isBackfill = row.orders_read_at === null
  const since = isBackfill
    ? { placed: new Date(Date.parse(row.first_connected_at ?? run.created_at) - row.backfill_days * dayMs) }
    : { changed: new Date(Date.parse(row.orders_read_at ?? '') - 3_600_000) }
  const page = await shop.readOrders(since, run.position)
  const isSame = page.next !== null && JSON.stringify(page.next) === JSON.stringify(run.position)
  if (isSame) throw new RunProblem('endless_pages', 'The shop answers the same page again and again.')
  const isCut = run.pass_read + page.items.length > mostOrders
  const items = page.items.slice(0, Math.max(0, mostOrders - run.pass_read))
  const isLast = page.next === null || isCut
  const next = await write(step, run, async (tx) => {
    const connected = { connectionId: row.id, connectedAt: new Date(row.first_connected_at ?? row.created_at) }
    const { warnings: said, ...counts } = await recordAll(tx, step.hearers, connected, items)
    const cut = isCut
      ? [{ code: 'too_many_orders', message: `Only ${mostOrders.toLocaleString('en')} orders are read at once.` }]
      : []
    const more = {
      counts: added({ ...noCounts, ...run.counts }, counts),
      warnings: joinWarnings(run.warnings, [...(page.warnings ?? []), ...said, ...cut]),
      ...countedOn(run, items.length),
      total: page.total ?? run.total,
      position: page.next,
      pages: run.pages + 1,
    }
    if (isLast) {
      await shops.updateOrdersRead(tx, row.id, startedAt)
      await store.updateEnded(tx, run.id, 'completed')
    }
    return more
  })
  return isLast ? undefined : next
}

async function recordAll(
  tx: StoreTx,
  hearers: readonly ShopHearer[],
  connected: { connectionId: string; connectedAt: Date },
  orders: readonly ShopOrder[],
): Promise<RecordedOrders> {
  let all: RecordedOrders = { created: 0, updated: 0, unchanged: 0, failed: 0, warnings: [] }
  for (const { recordOrders } of hearers) if (recordOrders) all = await recordOrders(tx, connected, orders)
  return all
}

const isSaid = (error: unknown): error is ShopFailure | RunProblem | NotWhole =>
  error instanceof ShopFailure || error instanceof RunProblem || error instanceof NotWhole

/** After a failure: waits and goes on, begins anew, or ends. */
async function putAside(tx: StoreTx, id: string, by: string, error: unknown): Promise<void> {
  const run = await store.lock(tx, id)
  if (run?.status !== 'running' || run.leased_by !== by) return
  const said = isSaid(error)
    ? { code: error.code as string, message: error.message }
    : { code: 'internal_error', message: 'The reading failed on our side. It is tried again.' }
  const failingSince = run.failing_since === null ? tx.now : new Date(run.failing_since)
  const attempts = run.attempts + 1
  const isLost = said.code === 'position_lost'
  const isAnew = isLost || error instanceof NotWhole
  const since = run.restarting_since === null ? tx.now : new Date(run.restarting_since)
  const restarts = run.restarts + (isAnew ? 1 : 0)
  const isRefused = said.code === 'credentials_refused'
  if (isRefused) await shops.updateStatus(tx, run.connection_id, 'needs_reauth', said.message)
  if (isRefused || error instanceof RunProblem || isGivenUp(isAnew ? since : failingSince, tx.now)) {
    await store.updateEnded(tx, id, 'failed', said)
    // Its orders are none the less worth reading.
    if (error instanceof NotWhole) await requestSync(tx, run.connection_id, 'orders', run.trigger)
    await enqueueRun(tx)
    return
  }
  if (isAnew) await store.updateRestarted(tx, id, { restarts, since })
  const askedMs = error instanceof ShopFailure ? error.afterMs : null
  // A position that is lost once is the platform's way; a shop that loses each of them is not to be asked without a rest.
  const pauseMs = isLost && restarts === 1 ? 0 : pauseAfter(isAnew ? restarts : attempts, askedMs)
  const until = new Date(tx.now.getTime() + pauseMs)
  await store.updatePaused(tx, id, { attempts, failingSince, until, error: said })
  await enqueueRun(tx, pauseMs)
}
