// A key contains 128 random bits, because callers see the id and must not guess the key. The main file's key is enough to
// find and delete all its variants.
import { randomBytes } from 'node:crypto'
import { newId } from '../../values/ids.ts'

export const variants = ['thumb.webp', 'card.webp', 'card.avif', 'full.avif'] as const
export type Variant = (typeof variants)[number]

const types = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png', avif: 'image/avif' } as const
export type Extension = Exclude<keyof typeof types, 'avif'>

/**
 * `photos` belong to a review or an upload, `shared` ones to a review shared by another store. `catalogue` pictures
 * belong to no row and are public.
 */
export const photoFolders = ['photos', 'catalogue', 'shared'] as const
export type PhotoFolder = (typeof photoFolders)[number]

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
// Older photos have keys with sixteen digits, fewer than 128 random bits.
const pattern = new RegExp(
  `^(photos|catalogue|shared)/(${uuid})/(${uuid})-(?:[0-9a-f]{32}|[0-9a-f]{16})(?:\\.(?:(?:thumb|card)\\.webp|(?:card|full)\\.avif)|\\.(?:webp|jpg|png))$`,
)

export const newPhotoKey = (
  storeEnvId: string,
  at: Date,
  extension: Extension = 'webp',
  folder: PhotoFolder = 'photos',
): string => photoKey(storeEnvId, newId(at.getTime()), extension, folder)

/** `secret` consists of 32 unguessable hex digits. */
export const photoKey = (
  storeEnvId: string,
  photoId: string,
  extension: Extension = 'webp',
  folder: PhotoFolder = 'photos',
  secret: string = randomBytes(16).toString('hex'),
): string => `${folder}/${storeEnvId}/${photoId}-${secret}.${extension}`

export type PhotoKey = {
  folder: PhotoFolder
  storeEnvId: string
  photoId: string
  contentType: string
  stem: string
}

/** Returns undefined for anything but the key of a photo or variant. */
export function readPhotoKey(key: string): PhotoKey | undefined {
  const [, folder, storeEnvId, photoId] = pattern.exec(key) ?? []
  if (folder === undefined || storeEnvId === undefined || photoId === undefined) return undefined
  const extension = key.slice(key.lastIndexOf('.') + 1) as keyof typeof types
  return { folder: folder as PhotoFolder, storeEnvId, photoId, contentType: types[extension], stem: stemOf(key) }
}

export const stemOf = (key: string): string => key.slice(0, key.indexOf('.'))

export const variantKey = (key: string, variant: Variant): string => `${stemOf(key)}.${variant}`

export const listKeys = (key: string): string[] => [key, ...variants.map((variant) => variantKey(key, variant))]
