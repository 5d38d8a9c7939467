// What waits at a connection that no longer sends: it goes back to those who queued it, who decide what becomes of it.
import type { StoreScope } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs.ts'
import type { ProviderEventKind } from '../commands.ts'
import * as events from '../events/store.ts'
import * as store from '../store.ts'
import { type Ground, groundOf, settle, unwanted, write } from './ground.ts'

const atOnce = 200

type OfConnection = StoreScope & { connectionId: string }

/** Empties a removed connection, and then nothing is left of it. */
export async function abandon(
  ctx: JobContext,
  { connectionId, ...scope }: OfConnection,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const ground = groundOf(ctx, scope, kinds)
  await inBatches(ground, () =>
    write(ground, async (tx) => {
      const provider = await store.findRemoved(tx, connectionId)
      const claimed = provider ? await events.claimAbandoned(tx, connectionId, atOnce) : []
      for (const event of claimed)
        if (provider) await settle(tx, ground, provider, event, unwanted(event, 'connection_removed'))
      return claimed.length
    }),
  )
  const isEmpty = await write(ground, async (tx) => {
    if (await events.isAnyOpen(tx, connectionId)) return false
    await store.remove(tx, connectionId)
    return true
  })
  if (!isEmpty) throw new Error('an event of the removed connection is just being sent')
}

/** Another sends the review requests by now. What this provider may have taken stays with it: nobody is asked twice. */
export async function release(
  ctx: JobContext,
  { connectionId, ...scope }: OfConnection,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const ground = groundOf(ctx, scope, kinds)
  await inBatches(ground, () =>
    write(ground, async (tx) => {
      const connection = await store.find(tx, connectionId)
      if (!connection || (await store.findIsSender(tx, connectionId))) return 0
      const claimed = await events.claimUntold(tx, connectionId, atOnce)
      for (const event of claimed)
        await settle(tx, ground, connection.provider, event, unwanted(event, 'provider_changed'))
      return claimed.length
    }),
  )
}

async function inBatches({ stopping }: Ground, work: () => Promise<number>): Promise<void> {
  while ((await work()) === atOnce) if (stopping.aborted) throw new Error('stopped before the end')
}
