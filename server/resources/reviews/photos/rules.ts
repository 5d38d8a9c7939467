// The names of photos' files: unguessable, so that a photo is public to whoever was given its address and to nobody else.

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const pattern = new RegExp(`^photos/${uuid}/(${uuid})-[0-9a-f]{16}\\.(webp|jpg|png)$`)

export type Extension = 'webp' | 'jpg' | 'png'

const contentTypes: Record<Extension, string> = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }

export type PhotoKey = { photoId: string; contentType: string }

/** Undefined for what is not the key of a photo. */
export function readPhotoKey(key: string): PhotoKey | undefined {
  const [, photoId, extension] = pattern.exec(key) ?? []
  if (photoId === undefined || extension === undefined) return undefined
  return { photoId, contentType: contentTypes[extension as Extension] }
}

/** `random` is 8 bytes: the id tells its time, so it alone could be narrowed down. */
export const photoKey = (storeEnvId: string, photoId: string, random: Buffer, extension: Extension): string =>
  `photos/${storeEnvId}/${photoId}-${random.toString('hex')}.${extension}`
