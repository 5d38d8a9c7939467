// Bodies of webhooks are deleted after a month, or when their shop is disconnected.
import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext, JobContext } from '#platform/jobs/jobs.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import * as store from './store.ts'

const dayMs = 86_400_000
const bodiesKeptMs = 30 * dayMs
const rowsKeptMs = 90 * dayMs

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const bodiesAtOnce = 500

export async function deleteOldWebhooks(ctx: CrossJobContext, scope: StoreScope): Promise<Date | undefined> {
  const rowsBefore = computeFirstId(ctx.now.getTime() - rowsKeptMs)
  const bodiesBefore = computeFirstId(ctx.now.getTime() - bodiesKeptMs)
  await deleteInBatches(ctx, scope, (tx, limit) => store.deleteBefore(tx, rowsBefore, limit), { isUpkeep: true })
  await eraseBodies(ctx, scope, { before: bodiesBefore })
  return (await ctx.db.store(scope, 'read', store.hasWebhooks)) ? ctx.now : undefined
}

export const eraseConnectionBodies = (
  ctx: JobContext,
  { connectionId, ...scope }: StoreScope & { connectionId: string },
) => eraseBodies(ctx, scope, { before: lastId, connectionId })

/** Scans once in the order of ids, so that not every batch scans a store's history. */
async function eraseBodies(
  { db, stopping }: Pick<JobContext, 'db' | 'stopping'>,
  scope: StoreScope,
  which: { before: string; connectionId?: string },
): Promise<void> {
  let after: string | undefined = firstId
  while (after !== undefined && !stopping.aborted) {
    const from: string = after
    after = await db.store(scope, 'write', async (tx) => {
      const found = await store.listWithBody(tx, { after: from, ...which }, bodiesAtOnce)
      await store.eraseBodies(
        tx,
        found.map(({ id }) => id),
      )
      return found.length === bodiesAtOnce ? found.at(-1)?.id : undefined
    })
  }
}
