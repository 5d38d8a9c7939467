// Builds the URLs of a photo and its variants. Pure. Photos of approved reviews have permanent URLs, all others signed ones.
import { type Variant, variantKey } from '#platform/files/images/keys.ts'
import type { Media } from '#platform/files/storage/media.ts'

export type PhotoRow = {
  id: string
  key: string
  width: number | null
  height: number | null
  variants?: Variant[] | null
}

export type PhotoAddresses = {
  id: string
  url: string
  width: number | null
  height: number | null
  thumbUrl: string | null
  cardUrl: string | null
  cardAvifUrl: string | null
  avifUrl: string | null
}

/** Chooses the kind of URL once per review, because a page has many photos. */
export function toPhotos(photos: readonly PhotoRow[], media: Media, isPublic: boolean): PhotoAddresses[] {
  const buildUrl = isPublic ? media.publicUrl : media.signedUrl
  return photos.map(({ id, key, width, height, variants }) => {
    const of = (variant: Variant) => (variants?.includes(variant) ? buildUrl(variantKey(key, variant)) : null)
    return {
      id,
      url: buildUrl(key),
      width,
      height,
      thumbUrl: of('thumb.webp'),
      cardUrl: of('card.webp'),
      cardAvifUrl: of('card.avif'),
      avifUrl: of('full.avif'),
    }
  })
}
