// After a crash the next run writes another file. The nightly cleanup deletes the incomplete file.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { nextOrphanSearch, removeOrphans } from '#platform/files/storage/orphans.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { type Lease, resumable, startRun, TakeoverError } from '#platform/jobs/resumable.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { nextRun, type Run } from './commands.ts'
import * as store from './store.ts'
import { writeAssessment } from './write-assessment.ts'

const maxTries = 4
const retryAfterMs = 60_000

export const runAssessment = (ctx: CrossJobContext, run: Run): Promise<void> =>
  resumable<store.Work, void>(ctx, {
    scope: run,
    next: () => nextRun(run),
    claim: (tx) => begin(tx, run),
    renew: (tx, _, { tries }) => store.isRunning(tx, run.assessmentId, tries),
    run: (work, lease) => makeAssessment(ctx, run, work, lease),
  })

async function begin(tx: StoreTx, { assessmentId }: Run): Promise<store.Work | undefined> {
  const work = await store.lockUnfinished(tx, assessmentId)
  if (!work) return undefined
  await store.updateBegun(tx, assessmentId)
  return { ...work, tries: work.tries + 1 }
}

async function makeAssessment(ctx: CrossJobContext, run: Run, work: store.Work, lease: Lease): Promise<void> {
  const { db, services, stopping, now } = ctx
  const fileKey = `assessments/${run.storeEnvId}/${run.assessmentId}-${work.tries}.zip`
  try {
    await ensureKey(db, services.secrets)
    const { secrets, origin } = services
    const content = await db.store(
      run,
      'read',
      (tx) => writeAssessment(tx, { secrets, origin, year: work.year, now }),
      { snapshot: true },
    )
    lease.signal.throwIfAborted()
    await services.storage.put(fileKey, Readable.from([content]))
    const written = { fileKey, bytes: content.length, sha256: hash('sha256', content) }
    await lease.finish((tx) => store.updateCompleted(tx, run.assessmentId, work.tries, written))
  } catch (error) {
    await services.storage.remove(fileKey).catch(() => {})
    if (error instanceof TakeoverError) throw error
    services.log.warn(
      { err: (error as Error).message, assessment: run.assessmentId },
      'a yearly assessment was not made',
    )
    const isRetried = stopping.aborted || work.tries < maxTries
    await lease.finish(async (tx) => {
      if (isRetried) await startRun(tx, nextRun(run), stopping.aborted ? 0 : retryAfterMs)
      else await store.updateFailed(tx, run.assessmentId, failed)
    })
  }
}

const failed = 'The assessment failed several times. Ask your operator.'

export async function deleteExpiredFiles(ctx: CrossJobContext, scope: StoreScope, isChanged: boolean): Promise<Date> {
  const { db, services } = ctx
  const expired = await db.store(scope, 'read', store.listExpired)
  for (const { fileKey } of expired) await services.storage.remove(fileKey)
  if (expired.length > 0)
    await db.store(scope, 'write', (tx) =>
      store.updateFileDeleted(
        tx,
        expired.map(({ id }) => id),
      ),
    )
  await removeOrphans(services.storage, `assessments/${scope.storeEnvId}`, ctx, (keys) =>
    db.store(scope, 'read', (tx) => store.listUnknownFiles(tx, keys)),
  )
  return (await db.store(scope, 'read', store.hasFiles)) ? ctx.now : nextOrphanSearch(ctx.now, isChanged)
}
