import { maxPhotosPerReview } from '#resources/uploads/schema.ts'
import type { RowCells } from './row-cells.ts'

// Addresses of a review's photos. Only their syntax is checked here; the guarded download follows later.

const longestUrl = 2048

export function readPhotos(cells: RowCells): string[] {
  const written = cells.all('photos').trim()
  if (written === '') return []
  const withheld = new Set(splitAddresses(cells.columns(withheldPhotoColumns)))
  const candidates = splitAddresses(written).filter((candidate) => !withheld.has(candidate))
  const readable = candidates.map(photoUrl).filter((url) => url !== undefined)
  if (readable.length < candidates.length) {
    cells.warn('photo_url_invalid', 'A photo was skipped: its address must begin with http:// or https://.', 'photos')
  }
  const urls = [...new Set(readable)]
  if (urls.length > maxPhotosPerReview) {
    cells.warn(
      'too_many_photos',
      `The review has ${urls.length} photos; only the first ${maxPhotosPerReview} were imported.`,
      'photos',
    )
  }
  return urls.slice(0, maxPhotosPerReview)
}

/** Columns of rejected, hidden or unpublished pictures at Okendo, Yotpo and others. */
export const withheldPhotoColumns: ReadonlySet<string> = new Set(
  'rejectedimageurls rejectedimageurl unpublishedimageurl unpublishedimageurls hiddenimageurls hiddenphotourls hiddenpictureurls hiddenphotos hiddenpictures rejectedphotos rejectedpictureurls archivedimageurls'.split(
    ' ',
  ),
)

// A comma can be part of an address, for example in a size. It is a separator only before a space, `http` or the end.
const separator = /[\s|]+|[,;]+(?=\s|$|https?:\/\/)/i

const splitAddresses = (written: string): string[] => written.split(separator).filter((candidate) => candidate !== '')

function photoUrl(candidate: string): string | undefined {
  if (candidate.length > longestUrl) return undefined
  const url = URL.parse(candidate)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}
