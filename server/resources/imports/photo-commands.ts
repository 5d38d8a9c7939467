// Each run downloads a few photos and starts the next run, so that a store with thousands of photos never delays other
// jobs.
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { listKeys, photoKey, type Variant, variantKey, variants } from '#platform/files/images/keys.ts'
import { NotAPhoto } from '#platform/files/images/kind.ts'
import { downloadPicture } from '#platform/guarded-fetch/picture.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, type NextRun, resumable, startRun } from '#platform/jobs/resumable.ts'
import { listWaitingPhotos, settlePhotos } from '#resources/reviews/files/import-commands.ts'
import type { FetchedPhoto, WaitingPhoto } from '#resources/reviews/files/import-rules.ts'

/** `after` is the last photo of the previous run. One round tries every waiting photo once. */
export type PhotoWork = StoreScope & { importId: string; after?: string | undefined; round?: number | undefined }

const photosPerRun = 20
const atOnce = 4
/** Pauses before a failed photo is tried again. A photo that fails in the last round has failed permanently. */
const pausesMs = [60_000, 600_000, 3_600_000, 21_600_000]

const nextRun = (work: PhotoWork): NextRun => ({
  ...{ job: 'imports.fetch_photos', payload: work },
  key: `imports.fetch_photos:${work.importId}`,
})

export const enqueuePhotos = (tx: StoreTx, work: PhotoWork, inMs = 0): Promise<void> =>
  startRun(tx, nextRun(work), inMs)

export const fetchPhotos = (ctx: JobContext, work: PhotoWork): Promise<void> =>
  resumable(ctx, {
    scope: work,
    next: () => nextRun(work),
    claim: (tx) => listNextPhotos(tx, work),
    // Two runs at the same time are safe: `settlePhotos` settles each photo once.
    renew: async () => true,
    run: (waiting, lease) => fetchSome(ctx, work, waiting, lease),
  })

async function listNextPhotos(tx: StoreTx, work: PhotoWork): Promise<WaitingPhoto[] | undefined> {
  const { importId, after = importId } = work
  // Photos are created after their import, so their ids are greater than its id.
  const photos = await listWaitingPhotos(tx, importId, after, photosPerRun)
  if (photos.length > 0) return photos
  await enqueueNext(tx, work, photos)
  return undefined
}

async function fetchSome(
  ctx: JobContext,
  work: PhotoWork,
  waiting: readonly WaitingPhoto[],
  lease: Lease,
): Promise<void> {
  const isLastRound = (work.round ?? 0) >= pausesMs.length
  const fetched = await fetchAll(ctx, work.storeEnvId, waiting, isLastRound)
  const unused = await lease.finish(async (tx) => {
    const settled = await settlePhotos(tx, fetched)
    if (ctx.stopping.aborted) await enqueuePhotos(tx, work)
    else await enqueueNext(tx, work, waiting)
    return fetched.filter((photo) => !settled.has(photo.id))
  })
  const keys = unused.flatMap((photo) => (photo.state === 'ready' ? listKeys(photo.storageKey) : []))
  for (const key of keys) await ctx.services.storage.remove(key)
}

async function enqueueNext(tx: StoreTx, work: PhotoWork, done: readonly WaitingPhoto[]): Promise<void> {
  const { importId, round = 0, storeEnvId, organizationId } = work
  const next = { importId, storeEnvId, organizationId, round }
  const last = done.at(-1)
  if (last) return void (await enqueuePhotos(tx, { ...next, after: last.id }))
  const [left] = await listWaitingPhotos(tx, importId, importId, 1)
  const pauseMs = pausesMs[round]
  if (left && pauseMs !== undefined) await enqueuePhotos(tx, { ...next, round: round + 1 }, pauseMs)
}

async function fetchAll(
  ctx: JobContext,
  storeEnvId: string,
  waiting: readonly WaitingPhoto[],
  isLastRound: boolean,
): Promise<FetchedPhoto[]> {
  const fetched: FetchedPhoto[] = []
  const queue = waiting.values()
  const worker = async () => {
    for (const photo of queue) {
      const result = await fetchOne(ctx, storeEnvId, photo)
      if (result) fetched.push(result)
      else if (isLastRound && !ctx.stopping.aborted) fetched.push({ id: photo.id, state: 'failed' })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return fetched
}

/** Undefined if another try could succeed. */
async function fetchOne(
  { services, stopping }: JobContext,
  storeEnvId: string,
  { id, sourceUrl }: WaitingPhoto,
): Promise<FetchedPhoto | undefined> {
  const result = await downloadPicture(services.fetch, sourceUrl, stopping)
  if ('failure' in result) return result.failure === 'for_good' ? { id, state: 'failed' } : undefined
  try {
    const { file, width, height, variants: made } = await services.images.processPhotoLater(result.bytes)
    const storageKey = photoKey(storeEnvId, id)
    const kept: Variant[] = []
    for (const variant of variants) {
      const content = made[variant]
      if (!content) continue
      await services.storage.put(variantKey(storageKey, variant), content)
      kept.push(variant)
    }
    await services.storage.put(storageKey, file)
    return { id, state: 'ready', storageKey, width, height, variants: kept }
  } catch (error) {
    if (error instanceof NotAPhoto) return { id, state: 'failed' }
    throw error
  }
}
