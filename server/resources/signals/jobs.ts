import { Type } from 'typebox'
import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import { enqueue, type Job, type JobContext, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { later, storeWalk } from '#platform/jobs/store-walk.ts'
import { findSignals, hashTexts } from './find-signals.ts'
import { networksKeptMs } from './rules.ts'
import * as store from './store.ts'
import { findImportedJob, findJob, pruneJob, scanJob } from './subscribers.ts'
import * as traces from './trace-store.ts'

const OfReviews = Type.Object({ ...OfStore.properties, ids: Type.Array(Type.String({ format: 'uuid' })) })

const first = '00000000-0000-0000-0000-000000000000'
const reviewsPerBatch = 500

/**
 * Hashes reviews from before signals existed, so that later copies of them are found. These reviews get no signals,
 * because nobody would read thousands of them.
 */
async function scan({ db, stopping }: JobContext, scope: StoreScope): Promise<void> {
  for (let isDone = false; !isDone; ) {
    stopping.throwIfAborted()
    isDone = await db.store(
      scope,
      'write',
      async (tx) => {
        const position = await traces.findScan(tx)
        if (position?.completedAt) return true
        const rows = await traces.listToHash(tx, position?.atId ?? first, reviewsPerBatch)
        await hashTexts(tx, rows)
        const isLast = rows.length < reviewsPerBatch
        await traces.upsertScan(tx, rows.at(-1)?.id ?? position?.atId ?? first, isLast)
        return isLast
      },
      { isUpkeep: true },
    )
  }
}

export const signalJobs: Job[] = [
  job({
    id: findJob,
    bulk: 'signals',
    atOnce: 2,
    payload: OfReviews,
    run: (ctx, { ids, ...of }) => findSignals(ctx, of, ids),
  }),
  job({
    id: findImportedJob,
    bulk: 'imported-signals',
    payload: OfReviews,
    run: (ctx, { ids, ...of }) => findSignals(ctx, of, ids),
  }),
  job({
    id: pruneJob,
    payload: OfStore,
    run: async ({ db }, scope) => void (await db.store(scope, 'write', store.deleteEmpty, { isUpkeep: true })),
  }),
  job({ id: scanJob, bulk: 'text-scans', payload: OfStore, run: scan }),
  ...storeWalk({
    id: 'reviews.keep_signals',
    schedule: '41 * * * *',
    operatorName: 'review-signals',
    async visit(ctx, scope) {
      const { db, now } = ctx
      const before = new Date(now.getTime() - networksKeptMs)
      await deleteInBatches(ctx, scope, (tx, limit) => traces.deleteOldNetworks(tx, before, limit), { isUpkeep: true })
      const { position, oldest } = await db.store(scope, 'read', async (tx) => ({
        position: await traces.findScan(tx),
        oldest: await traces.findOldestNetwork(tx),
      }))
      if (!position?.completedAt) {
        const { storeEnvId, organizationId } = scope
        const key = `${scanJob}:${storeEnvId}`
        await db.store(scope, 'write', (tx) => enqueue(tx, scanJob, { storeEnvId, organizationId }, { key }), {
          isUpkeep: true,
        })
      }
      return later(oldest, networksKeptMs)
    },
  }),
]
