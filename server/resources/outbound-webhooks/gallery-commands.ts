import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { newId } from '#platform/values/ids.ts'
import { lockNextNumber } from '#resources/events/commands.ts'
import { deleteQueueAndDeliveries, enableWebhook, newSecret, secretContext } from './commands.ts'
import { type CallerRights, requireMover, toMaker } from './makers.ts'
import * as queues from './sending/store.ts'
import * as store from './store.ts'

export type GalleryWebhook = { galleryId: string; event: string; url: string | null }

/**
 * Returns a secret if the URL is new. Saving the same URL re-enables the webhook, and a signed-in person takes it
 * over.
 */
export async function setGalleryWebhook(
  tx: StoreTx,
  secrets: Secrets,
  { galleryId, event, url }: GalleryWebhook,
  caller: CallerRights,
): Promise<string | undefined> {
  const current = await store.lockOfGallery(tx, galleryId)
  if (current && (url === null || !current.is_active)) await deleteEndpoint(tx, current.id)
  if (url === null) return undefined
  const existing = current?.is_active ? current : undefined
  if (existing && existing.url !== url) requireMover(existing.made_by, caller)
  if (existing && !existing.enabled) await enableWebhook(tx, existing)
  if (existing && caller.actsInPerson && existing.made_by !== 'person')
    await store.updateMaker(tx, existing.id, toMaker(caller))
  // A restored webhook needs a new secret, because no one has seen its current one.
  if (existing?.url === url && existing.disabled_reason !== 'manual') return undefined
  const secret = newSecret()
  const sealed = (id: string) => secrets.seal(secret, secretContext(tx.storeEnvId, id))
  if (existing) await store.updateReceiver(tx, existing.id, { url, secret: sealed(existing.id) })
  else await insert(tx, { galleryId, event, url, maker: toMaker(caller) }, sealed)
  return secret
}

async function insert(
  tx: StoreTx,
  { galleryId, event, url, maker }: GalleryWebhook & Pick<store.NewEndpoint, 'url' | 'maker'>,
  sealed: (id: string) => Buffer,
): Promise<void> {
  await lockNextNumber(tx)
  const id = newId(tx.now.getTime())
  await store.insert(tx, {
    ...{ id, url, galleryId, maker },
    description: null,
    events: [event],
    secret: sealed(id),
  })
  await queues.insert(tx, id)
}

export async function deleteGalleryWebhook(tx: StoreTx, galleryId: string): Promise<void> {
  const existing = await store.lockOfGallery(tx, galleryId)
  if (existing) await deleteEndpoint(tx, existing.id)
}

async function deleteEndpoint(tx: StoreTx, id: string): Promise<void> {
  await store.deleteEndpoint(tx, id)
  await deleteQueueAndDeliveries(tx, id)
}
