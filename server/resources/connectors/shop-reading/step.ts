import { type Page, type Position, type Shop, type ShopCategory, ShopFailure } from '#integrations/shops/shop.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { TakeoverError } from '#platform/jobs/resumable.ts'
import { isTransient } from '#platform/values/errors.ts'
import { isCounted } from '../shops/rules.ts'
import type * as shops from '../shops/store.ts'
import type { ShopHearer } from './commands.ts'
import * as store from './store.ts'

const mostCategories = 20_000

/** Ends the sync permanently. The merchant sees the message. */
export class RunProblem extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Parts of the shop were not read, or its responses contradict each other. The sync restarts after a pause and retires
 * nothing.
 */
export class NotWhole extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const isSaid = (error: unknown): error is ShopFailure | RunProblem | NotWhole =>
  error instanceof ShopFailure || error instanceof RunProblem || error instanceof NotWhole

export type Step = {
  ctx: JobContext
  scope: StoreScope
  holder: string
  shop: Shop
  row: shops.Row
  hearers: readonly ShopHearer[]
  categories: Categories | undefined
}

export async function write(
  { ctx, scope, holder }: Step,
  run: store.Run,
  work: (tx: StoreTx) => Promise<Partial<store.Run>>,
): Promise<store.Run> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await ctx.db.store(scope, 'write', async (tx) => {
        const current = await store.lock(tx, run.id)
        if (current?.status !== 'running' || current.leased_by !== holder) throw new TakeoverError()
        const changes = await work(tx)
        // Only a change counts as progress and resets the number of failures. A shop may return its categories again
        // and again, and then fail at its products.
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

export async function loadCategories(step: Step, run: store.Run): Promise<Categories> {
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

/** A restarted sync counts from zero, but the number of rows that it reports as read never falls. */
export const countedOn = ({ read, pass_read }: store.Run, more: number) => ({
  read: Math.max(read, pass_read + more),
  pass_read: pass_read + more,
})
