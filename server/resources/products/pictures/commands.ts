// Makes thumbnails of product pictures, because the admin application shows pictures of its own origin only. No request
// waits for a shop: the first request for a picture queues a job.
import type { Static } from 'typebox'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { NotAPhoto } from '#platform/files/images/kind.ts'
import { downloadPicture } from '#platform/guarded-fetch/picture.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, type NextRun, resumable, startRun } from '#platform/jobs/resumable.ts'
import { removeUploadFiles } from '#resources/uploads/commands.ts'
import { buildPictureKey, choosePictureStatus, maxPictures, retryMs, type StoredPicture } from './rules.ts'
import type { ProductPictures } from './schema.ts'
import * as store from './store.ts'

const picturesPerRun = 20
const atOnce = 4

export const fetchJob = 'products.fetch_pictures'

const nextRun = ({ storeEnvId, organizationId }: StoreScope): NextRun => ({
  job: fetchJob,
  payload: { storeEnvId, organizationId },
  key: `${fetchJob}:${storeEnvId}`,
})

type Reading = { db: StoreDb; scope: StoreScope; services: Pick<Services, 'media'>; now: Date }

export async function readPictures(
  { db, scope, services, now }: Reading,
  ids: readonly string[],
): Promise<Static<typeof ProductPictures>> {
  const pictures = await db.store(scope, 'read', (tx) => store.list(tx, ids))
  const missing = pictures.filter((picture) => choosePictureStatus(picture, now) === 'to_fetch')
  const isQueued = missing.length > 0 && (await db.store(scope, 'write', (tx) => queue(tx, missing)))
  return {
    data: pictures.map((picture) => {
      const status = choosePictureStatus(picture, now)
      const url = picture.wanted_url === null || picture.storage_key === null ? null : picture.storage_key
      return {
        productId: picture.id,
        url: url && services.media.signedUrl(url),
        pending: status === 'pending' || (status === 'to_fetch' && isQueued),
      }
    }),
  }
}

async function queue(tx: StoreTx, missing: readonly StoredPicture[]): Promise<boolean> {
  const isKnown = missing.every(({ state }) => state !== null)
  if (!isKnown && (await store.count(tx)) >= maxPictures) return false
  await store.upsertWaiting(
    tx,
    missing.map(({ id }) => id),
    missing.map(({ wanted_url: url }) => url as string),
  )
  await startRun(tx, nextRun(tx))
  return true
}

export const fetchPictures = (ctx: JobContext, scope: StoreScope): Promise<void> =>
  resumable(ctx, {
    scope,
    next: () => nextRun(scope),
    claim: async (tx) => {
      const waiting = await store.listWaiting(tx, picturesPerRun)
      return waiting.length > 0 ? waiting : undefined
    },
    // Two runs at the same time are safe: `settle` settles each picture once, and both write the same file.
    renew: async () => true,
    run: (waiting, lease) => fetchSome(ctx, scope, waiting, lease),
  })

async function fetchSome(
  ctx: JobContext,
  scope: StoreScope,
  waiting: readonly store.WaitingPicture[],
  lease: Lease,
): Promise<void> {
  const fetched: store.FetchedPicture[] = []
  const rest = waiting.values()
  const worker = async () => {
    for (const picture of rest) {
      if (ctx.stopping.aborted) return
      const result = await fetchOne(ctx, scope, picture)
      // If the process stops, it cancels the download. The picture itself did not fail.
      if (!ctx.stopping.aborted || result.state === 'ready') fetched.push(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await lease.finish(async (tx) => {
    const settled = new Set(await store.settle(tx, fetched))
    const keyOf = new Map(fetched.map(({ productId, storageKey }) => [productId, storageKey]))
    const replaced = waiting.flatMap(({ product_id: id, storage_key: former }) =>
      settled.has(id) && former !== null && former !== keyOf.get(id) ? former : [],
    )
    const unused = fetched.flatMap(({ productId, storageKey }) =>
      settled.has(productId) || storageKey === null ? [] : storageKey,
    )
    await removeUploadFiles(tx, await withoutUsed(tx, [...replaced, ...unused]))
    if ((await store.listWaiting(tx, 1)).length > 0) await startRun(tx, nextRun(scope))
  })
}

/** Leaves out keys in use, because another run may have stored the same file for the same address. */
async function withoutUsed(tx: StoreTx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const used = new Set(await store.listUsedKeys(tx, keys))
  return keys.filter((key) => !used.has(key))
}

async function fetchOne(
  { services, stopping, now }: JobContext,
  { storeEnvId }: StoreScope,
  { product_id: productId, source_url: sourceUrl, storage_key: former }: store.WaitingPicture,
): Promise<store.FetchedPicture> {
  const fail = (why: keyof typeof retryMs): store.FetchedPicture => {
    const retryAt = new Date(now.getTime() + retryMs[why])
    return { productId, sourceUrl, state: 'failed', storageKey: why === 'for_now' ? former : null, retryAt }
  }
  const result = await downloadPicture(services.fetch, sourceUrl, stopping)
  if ('failure' in result) return fail(result.failure)
  try {
    const { 'thumb.webp': thumb } = await services.images.makeVariants(result.bytes, ['thumb.webp'])
    if (!thumb) return fail('for_good')
    const storageKey = buildPictureKey(storeEnvId, productId, sourceUrl)
    await services.storage.put(storageKey, thumb)
    return { productId, sourceUrl, state: 'ready', storageKey, retryAt: null }
  } catch (error) {
    if (error instanceof NotAPhoto) return fail('for_good')
    throw error
  }
}
