import type { Variant } from '#platform/files/images/keys.ts'
import { variantKey } from '#platform/files/images/keys.ts'
import type { Media } from '#platform/files/storage/media.ts'
import type { NewUpload, Upload } from './schema.ts'

export const unclaimedMs = 86_400_000

export type UploadSource = 'api' | 'storefront' | 'form'

/**
 * Unclaimed photos per store and hour. `form` has a higher limit than `storefront`, because thousands of buyers may get a
 * mailed link in one day, and each link has a limit of its own.
 */
export const maxUnclaimedPerHour: Record<UploadSource, number> = { api: 2000, storefront: 200, form: 1000 }

/** Limits how many unclaimed photos exist at the same time. Each photo is claimed, or deleted after a day. */
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

export const firstRepeated = (ids: readonly string[]): number => ids.findIndex((id, i) => ids.indexOf(id) !== i)
