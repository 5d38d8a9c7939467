// The names of photos' files. Unguessable: 128 random bits beside an id that callers see. A photo's variants are named after
// its main file, so that with its name all of them can be found or removed.
import { randomBytes } from 'node:crypto'
import { newId } from '../../values/ids.ts'

/** What is made of a photo beside its main file, in the order of making. */
export const variants = ['thumb.webp', 'card.webp', 'card.avif', 'full.avif'] as const
export type Variant = (typeof variants)[number]

const types = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png', avif: 'image/avif' } as const
export type Extension = Exclude<keyof typeof types, 'avif'>

/** `photos` belong to a review or an upload; `catalogue` pictures belong to nothing and are open to everybody. */
export const photoFolders = ['photos', 'catalogue'] as const
export type PhotoFolder = (typeof photoFolders)[number]

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
// Sixteen digits are the keys of photos from before they had 128 random bits.
const pattern = new RegExp(
  `^(photos|catalogue)/(${uuid})/(${uuid})-(?:[0-9a-f]{32}|[0-9a-f]{16})(?:\\.(?:(?:thumb|card)\\.webp|(?:card|full)\\.avif)|\\.(?:webp|jpg|png))$`,
)

/** Where the main file of a new photo goes, before there is a row of it. */
export const newPhotoKey = (
  storeEnvId: string,
  at: Date,
  extension: Extension = 'webp',
  folder: PhotoFolder = 'photos',
): string => photoKey(storeEnvId, newId(at.getTime()), extension, folder)

/** `secret`: 32 unguessable digits. */
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
  /** What the main file and its variants have in common. */
  stem: string
}

/** Undefined for what is not the key of a photo or of a variant of one. */
export function readPhotoKey(key: string): PhotoKey | undefined {
  const [, folder, storeEnvId, photoId] = pattern.exec(key) ?? []
  if (folder === undefined || storeEnvId === undefined || photoId === undefined) return undefined
  const extension = key.slice(key.lastIndexOf('.') + 1) as keyof typeof types
  return { folder: folder as PhotoFolder, storeEnvId, photoId, contentType: types[extension], stem: stemOf(key) }
}

export const stemOf = (key: string): string => key.slice(0, key.indexOf('.'))

export const variantKey = (key: string, variant: Variant): string => `${stemOf(key)}.${variant}`

/** The main file's and those of all variants there could be. */
export const allKeysOf = (key: string): string[] => [key, ...variants.map((variant) => variantKey(key, variant))]
