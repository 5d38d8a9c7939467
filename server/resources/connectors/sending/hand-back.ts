// Returns queued events of a connection that no longer sends. The area that queued an event decides what to do with it.
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { ProviderEventKind } from '../commands.ts'
import * as events from '../events/store.ts'
import type { ProviderName } from '../schema.ts'
import * as store from '../store.ts'
import { createContext, type SendingContext, settle, unwanted, write } from './context.ts'

const atOnce = 200

type OfConnection = StoreScope & { connectionId: string }

export async function abandon(
  ctx: JobContext,
  { connectionId, ...scope }: OfConnection,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const context = createContext(ctx, scope, kinds)
  await handBack(context, 'connection_removed', async (tx) => {
    const provider = await store.findRemoved(tx, connectionId)
    return provider && { provider, claimed: await events.claimAbandoned(tx, connectionId, atOnce) }
  })
  const isEmpty = await write(context, async (tx) => {
    if (await events.isAnyOpen(tx, connectionId)) return false
    await store.deleteConnection(tx, connectionId)
    return true
  })
  if (!isEmpty) throw new Error('an event of the removed connection is just being sent')
}

/** Events that this provider may have accepted are not returned, so that no buyer is asked twice. */
export async function release(
  ctx: JobContext,
  { connectionId, ...scope }: OfConnection,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  await handBack(createContext(ctx, scope, kinds), 'provider_changed', async (tx) => {
    const connection = await store.find(tx, connectionId)
    if (!connection || (await store.findIsSender(tx, connectionId))) return undefined
    return { provider: connection.provider, claimed: await events.claimNotSent(tx, connectionId, atOnce) }
  })
}

type Claim = { provider: ProviderName; claimed: events.ClaimedEvent[] }

async function handBack(
  context: SendingContext,
  reason: string,
  claim: (tx: StoreTx) => Promise<Claim | undefined>,
): Promise<void> {
  const settleBatch = async (tx: StoreTx) => {
    const found = await claim(tx)
    if (!found) return 0
    for (const event of found.claimed) await settle(tx, context, found.provider, event, unwanted(event, reason))
    return found.claimed.length
  }
  while ((await write(context, settleBatch)) === atOnce)
    if (context.stopping.aborted) throw new Error('stopped before the end')
}
