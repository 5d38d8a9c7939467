// A walk visits the stores that have something to do: those that changed since its last visit, and those whose visit named a
// time that has come. One statement lists them. Pages of stores are separate jobs, so all processes share a walk, and a killed
// process loses at most one page, which runs again.
import { Type } from 'typebox'
import type { StoreScope, StoreTx } from '../db/db.ts'
import { type CrossJobContext, enqueue, enqueueAll, type Job, job } from './jobs.ts'
import { listDue, listDueAmong, recordVisits, type StoreVisit } from './walk-store.ts'

const storesPerList = 2_000
const storesPerPage = 50
const first = '00000000-0000-0000-0000-000000000000'

export type Walk = {
  id: string
  schedule: string
  operatorName?: string
  /** Frequent walks have their own workers, so that they do not wait for a long nightly walk. */
  isFrequent?: true
  /** Runs before the visits, once for all stores. */
  begin?(ctx: CrossJobContext): Promise<unknown>
  /**
   * Returns the time of the next visit in case nothing changes in the store; `now` for the next walk. Undefined if only
   * a change can make another visit necessary. `isChanged` is false if nothing changed since the last visit. A visit may
   * run twice.
   */
  visit(ctx: CrossJobContext, scope: StoreScope, isChanged: boolean): Promise<Date | undefined>
}

export function storeWalk({ id, schedule, operatorName, isFrequent, begin, visit }: Walk): Job[] {
  const visitJob = `${id}_in_stores`
  const shared = { across: true, bulk: isFrequent ? 'frequent-walks' : 'walks', atOnce: 2 } as const
  return [
    job({
      ...{ ...shared, id, payload: Type.Object({}), schedule },
      ...(operatorName && { operatorName }),
      async run(ctx) {
        await begin?.(ctx)
        const few = await enqueuePages(ctx, id, visitJob)
        await visitStores(ctx, id, few, visit)
      },
    }),
    job({
      ...{ ...shared, id: visitJob },
      payload: Type.Object({ stores: Type.Array(Type.String({ format: 'uuid' }), { maxItems: storesPerPage }) }),
      run: (ctx, { stores }) => visitStores(ctx, id, stores, visit),
    }),
  ]
}

/** Adds a job for each page of stores. If all stores fit one page, returns them instead. */
async function enqueuePages({ db, stopping }: CrossJobContext, walk: string, visitJob: string): Promise<string[]> {
  let few: string[] = []
  let after: string | undefined = first
  while (after !== undefined && !stopping.aborted) {
    const from: string = after
    after = await db.system('write', async (tx) => {
      const ids = (await listDue(tx, walk, from, storesPerList)).map(({ storeEnvId }) => storeEnvId)
      if (from === first && ids.length <= storesPerPage) {
        few = ids
        return undefined
      }
      const pages = Array.from({ length: Math.ceil(ids.length / storesPerPage) }, (_, i) => ({
        stores: ids.slice(i * storesPerPage, (i + 1) * storesPerPage),
      }))
      if (pages.length > 0) await enqueueAll(tx, visitJob, pages)
      return ids.length === storesPerList ? ids.at(-1) : undefined
    })
  }
  return few
}

/** A failed visit does not prevent the others. The job is retried and visits the stores that are still due. */
async function visitStores(
  ctx: CrossJobContext,
  walk: string,
  ids: readonly string[],
  visit: Walk['visit'],
): Promise<void> {
  if (ids.length === 0) return
  const due = await ctx.db.system('read', (tx) => listDueAmong(tx, walk, ids))
  const visited: StoreVisit[] = []
  const failures: unknown[] = []
  for (const { work, isChanged, ...scope } of due) {
    if (ctx.stopping.aborted) break
    try {
      const dueAt = await visit(ctx, scope, isChanged)
      visited.push({ storeEnvId: scope.storeEnvId, work, dueAt: dueAt?.toISOString() ?? null })
    } catch (error) {
      failures.push(error)
      const err = (error as Error).message
      ctx.services.log.error({ walk, storeEnvId: scope.storeEnvId, err }, 'the visit of a store failed')
    }
  }
  if (visited.length > 0) await ctx.db.system('write', (tx) => recordVisits(tx, walk, visited))
  if (failures.length > 0) throw failures[0]
  if (visited.length < due.length) throw new Error('The process is stopping. The next run visits the remaining stores.')
}

export function earliest(...times: readonly (Date | string | null | undefined)[]): Date | undefined {
  const known = times.flatMap((time) => (time ? new Date(time).getTime() : []))
  return known.length > 0 ? new Date(Math.min(...known)) : undefined
}

export const later = (time: Date | string | null | undefined, ms: number): Date | undefined =>
  time ? new Date(new Date(time).getTime() + ms) : undefined

/**
 * Queues the store's own job, in case its wake-up or an earlier job was lost. `findNext` returns the time when the store's next
 * row is due.
 */
export const wakeStore =
  (
    jobId: string,
    findNext: (tx: StoreTx, now: Date) => Promise<Date | null | undefined>,
    options?: { isKeyed: true },
  ): Walk['visit'] =>
  ({ db, now }, { storeEnvId, organizationId }) =>
    db.store(
      { storeEnvId, organizationId },
      'write',
      async (tx) => {
        const key = options?.isKeyed && { key: `${jobId}:${storeEnvId}` }
        await enqueue(tx, jobId, { storeEnvId, organizationId }, { ...key })
        return (await findNext(tx, now)) ?? undefined
      },
      { isUpkeep: true },
    )
