// The hook of a shop's plugin. It belongs to the connection, so it works on every plan, and the list of webhooks omits
// it.
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { lockNextNumber } from '#resources/events/commands.ts'
import { enableWebhook } from './commands.ts'
import * as queues from './sending/store.ts'
import * as store from './store.ts'

const events = ['review.approved', 'review.rejected', 'review.marked_spam', 'review.deleted', 'review.replied']

/**
 * Registers the plugin's hook for events of reviews. Registering the same URL again only re-enables a failed hook.
 */
export async function setShopHook(tx: StoreTx, connectionId: string, url: string): Promise<void> {
  const current = await store.lockOfShop(tx, connectionId)
  if (!current) {
    await lockNextNumber(tx)
    const id = newId(tx.now.getTime())
    await store.insert(tx, {
      ...{ id, url, events, description: null, galleryId: null, shopConnectionId: connectionId },
      // The hook of a plugin is signed with the secrets of its connection strings, and has no secret of its own.
      secret: Buffer.alloc(0),
      maker: { type: 'unknown', id: null },
    })
    await queues.insert(tx, id)
    return
  }
  if (current.url !== url) await store.update(tx, current.id, { url, description: null, events })
  if (!current.enabled) await enableWebhook(tx, current)
}
