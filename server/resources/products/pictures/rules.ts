import { createHash } from 'node:crypto'
import { photoKey, variantKey } from '#platform/files/images/keys.ts'

export type PictureState = 'waiting' | 'ready' | 'failed'

export type StoredPicture = {
  id: string
  /** The picture's current address: that of the product, or else of its first variant on sale. */
  wanted_url: string | null
  source_url: string | null
  state: PictureState | null
  storage_key: string | null
  retry_at: string | null
}

/** A store keeps thumbnails of at most this many products. Each is a few kilobytes. */
export const maxPictures = 20_000

/**
 * An unavailable shop is tried again after an hour. A refused address is tried again after a week, because its file
 * can be replaced.
 */
export const retryMs = { for_now: 3_600_000, for_good: 7 * 86_400_000 } as const

export type PictureStatus = 'none' | 'ready' | 'pending' | 'to_fetch'

export function choosePictureStatus(picture: StoredPicture, now: Date): PictureStatus {
  const { wanted_url: wanted, source_url: source, state, retry_at: retryAt } = picture
  if (wanted === null) return 'none'
  if (state === null || source !== wanted) return 'to_fetch'
  if (state === 'waiting') return 'pending'
  if (state === 'ready') return 'ready'
  return retryAt !== null && Date.parse(retryAt) <= now.getTime() ? 'to_fetch' : 'none'
}

/** One address always gets the same key, so a run that repeats after a crash overwrites its file and leaves none behind. */
export function buildPictureKey(storeEnvId: string, productId: string, sourceUrl: string): string {
  const digest = createHash('sha256').update(`${storeEnvId} ${productId} ${sourceUrl}`).digest('hex').slice(0, 32)
  return variantKey(photoKey(storeEnvId, productId, 'webp', 'catalogue', digest), 'thumb.webp')
}
