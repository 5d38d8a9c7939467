import type { Variant } from '#platform/files/images/keys.ts'
import { variantKey } from '#platform/files/images/keys.ts'
import type { Media } from '#platform/files/storage/media.ts'
import type { NewUpload, Upload } from './schema.ts'

/** How long a photo may belong to nothing. */
export const unclaimedMs = 86_400_000

export type UploadSource = 'api' | 'storefront' | 'form'

/**
 * How many photos that belong to nothing may come to one store within an hour: they are on the store's account. Behind the
 * links of mails are buyers, each held to a number of their own, and thousands may be asked at once.
 */
export const maxUnclaimedPerHour: Record<UploadSource, number> = { api: 2000, storefront: 200, form: 1000 }

/** How many may wait for a review at any time; each goes when one claims it, or after a day. */
export const maxUnclaimed: Record<UploadSource, number> = { api: 5000, storefront: 2000, form: 10_000 }

export type UploadRow = { id: string; storage_key: string; width: number; height: number; created_at: string }

export const toNewUpload = (row: Omit<UploadRow, 'created_at'>, media: Media): NewUpload => ({
  id: row.id,
  url: media.signedUrl(row.storage_key),
  width: row.width,
  height: row.height,
  thumbUrl: media.signedUrl(variantKey(row.storage_key, 'thumb.webp' satisfies Variant)),
  cardUrl: media.signedUrl(variantKey(row.storage_key, 'card.webp' satisfies Variant)),
})

export const toUpload = (row: UploadRow, media: Media): Upload => ({
  ...toNewUpload(row, media),
  createdAt: row.created_at,
  expiresAt: new Date(Date.parse(row.created_at) + unclaimedMs).toISOString(),
})

/** Which of these ids is not the first of its kind. */
export const firstRepeated = (ids: readonly string[]): number => ids.findIndex((id, i) => ids.indexOf(id) !== i)
