// The hook of a shop's plugin. It is part of the connection: on every plan, and not among the store's webhooks.
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { lockNextNumber } from '#resources/events/commands.ts'
import { enableWebhook } from './commands.ts'
import * as queues from './sending/store.ts'
import * as store from './store.ts'

const events = ['review.approved', 'review.rejected', 'review.marked_spam', 'review.deleted', 'review.replied']

/** Sends what happens to reviews to the plugin. The same address again changes nothing, but turns a failed hook on. */
export async function setShopHook(tx: StoreTx, connectionId: string, url: string): Promise<void> {
  const current = await store.lockOfShop(tx, connectionId)
  if (!current) {
    await lockNextNumber(tx)
    const id = newId(tx.now.getTime())
    await store.insert(tx, {
      ...{ id, url, events, description: null, galleryId: null, shopConnectionId: connectionId },
      // The strings of the connection have the secrets.
      secret: Buffer.alloc(0),
      maker: { type: 'unknown', id: null },
    })
    await queues.insert(tx, id)
    return
  }
  if (current.url !== url) await store.update(tx, current.id, { url, description: null, events })
  if (!current.enabled) await enableWebhook(tx, current)
}
