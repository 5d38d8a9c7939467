import type { Engine } from '#integrations/translation/engine.ts'
import { EngineError } from '#integrations/translation/engine.ts'
import { openEngine } from '#integrations/translation/open-engine.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { wake, wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import { type CrossJobContext, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import type { ReviewChange } from '#resources/reviews/changes/events.ts'
import { decideRetry, type Outcome, sortOut, translateWords } from './rules.ts'
import * as store from './store.ts'

export const translateJob = 'translations.translate'

export const engineOf = ({ config, engineFetch }: Services): Engine | undefined =>
  openEngine(config.translation, engineFetch)

/** Runs in the transaction of the change, so that no request shows a translation of the former text. */
export function followChanges(tx: StoreTx, changes: readonly ReviewChange[]): void {
  const { stale, wanted } = sortOut(changes)
  if (stale.length > 0) tx.sendAlong(store.deleteOf(tx, stale))
  if (wanted.length > 0) queueReviews(tx, wanted)
}

export const queueReviews = (tx: StoreTx, ids: readonly string[]): void =>
  tx.sendAlong(store.queueOf(tx, ids, translateJob))

export async function refill(tx: StoreTx): Promise<void> {
  await store.startFill(tx)
  await wake(tx, translateJob)
}

export async function fillRestored(tx: StoreTx): Promise<void> {
  if ((await store.startFillIfWanted(tx)) > 0) await wake(tx, translateJob)
}

const reviewsPerFill = 500
const perClaim = 10
/** A claim lasts longer than the translation of ten reviews. */
const claimMs = 120_000
/** A run ends after this many claims, so that jobs of other organizations can run. */
const claimsPerRun = 10

type Context = Pick<JobContext, 'db' | 'services' | 'stopping'>

/** Queues older reviews, then translates what is due. */
export async function translateDue({ db, services, stopping }: Context, scope: StoreScope): Promise<void> {
  const write = <T>(run: (tx: StoreTx) => Promise<T>) => db.store(scope, 'write', run, { isUpkeep: true })
  while (!stopping.aborted && (await write(fillBatch)));
  const engine = engineOf(services)
  // Without an engine the rows wait, and the nightly job tries again.
  if (!engine) return
  for (let i = 0; i < claimsPerRun && !stopping.aborted; i++) {
    if (!(await translateBatch({ engine, stopping, write }))) break
  }
  await write(async (tx) => wakeForNext(tx, translateJob, await store.findNextDue(tx)))
}

/** False once all reviews are queued. */
async function fillBatch(tx: StoreTx): Promise<boolean> {
  const fill = await store.lockFill(tx)
  if (!fill) return false
  const ids = await store.listBefore(tx, fill, reviewsPerFill)
  const last = ids.at(-1)
  if (last === undefined) {
    await store.deleteFill(tx)
    return false
  }
  await store.deleteUnwanted(tx, ids)
  await store.queueAmong(tx, ids)
  await store.updateFill(tx, last)
  return true
}

type Batch = { engine: Engine; stopping: AbortSignal; write<T>(run: (tx: StoreTx) => Promise<T>): Promise<T> }

/** False if nothing was due, or if the engine failed for every review, because then it is probably down. */
async function translateBatch({ engine, stopping, write }: Batch): Promise<boolean> {
  const id = newId(Date.now())
  const due = await write((tx) => store.claim(tx, { id, until: new Date(tx.now.getTime() + claimMs), limit: perClaim }))
  if (due.length === 0) return false
  const results: { row: store.DueTranslation; outcome: Outcome }[] = []
  for (const row of due) {
    if (stopping.aborted) break
    results.push({ row, outcome: await translateRow(engine, row, stopping) })
  }
  // The process stopped during the call, so the failure does not count against the engine. The claim expires.
  if (stopping.aborted) results.pop()
  await write((tx) => settle(tx, id, engine, results))
  return results.some(({ outcome }) => !(outcome instanceof EngineError) || outcome.isLasting)
}

async function translateRow(engine: Engine, row: store.DueTranslation, stopping: AbortSignal): Promise<Outcome> {
  const { title, body, source, target } = row
  return body === null || source === null
    ? new EngineError('The review is no longer shown, or its language is unknown.', true)
    : await translateWords(engine, { title, body }, { source, target }, stopping)
}

async function settle(
  tx: StoreTx,
  claimId: string,
  { name }: Engine,
  results: readonly { row: store.DueTranslation; outcome: Outcome }[],
): Promise<void> {
  const made = results.flatMap(({ row: { reviewId, target }, outcome }) =>
    outcome instanceof EngineError ? [] : [{ reviewId, target, ...outcome }],
  )
  const failed = results.flatMap(({ row: { reviewId, target, attempts }, outcome }) =>
    outcome instanceof EngineError ? [{ reviewId, target, dueAt: decideRetry(outcome, attempts, tx.now) }] : [],
  )
  if (made.length > 0 && (await store.updateMade(tx, claimId, name, made)) > 0) invalidateStorefront(tx)
  if (failed.length > 0) await store.updateFailed(tx, claimId, failed)
}

/** Runs at night, for lost jobs and for rows that waited for an engine. */
export async function wakeIfDue({ db, now }: CrossJobContext, scope: StoreScope): Promise<Date | undefined> {
  return db.store(
    scope,
    'write',
    async (tx) => {
      if (!(await store.hasWork(tx))) return undefined
      await enqueue(tx, translateJob, scope, { key: `${translateJob}:${scope.storeEnvId}` })
      return now
    },
    { isUpkeep: true },
  )
}
