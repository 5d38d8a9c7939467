import type { RowCells } from './row-cells.ts'

// Addresses of a review's photos. They are fetched later, by someone with a guard against private
// addresses; here they only have to be addresses.

const maxPhotos = 5
const longestUrl = 2048

export function readPhotos(cells: RowCells): string[] {
  const written = cells.all('photos').trim()
  if (written === '') return []
  const withheld = new Set(splitAddresses(cells.columns(withheldPhotoColumns)))
  const candidates = splitAddresses(written).filter((candidate) => !withheld.has(candidate))
  const readable = candidates.map(photoUrl).filter((url) => url !== undefined)
  if (readable.length < candidates.length) {
    cells.warn(
      'photo_url_invalid',
      'A photo was left out: its address does not begin with http:// or https://.',
      'photos',
    )
  }
  const urls = [...new Set(readable)]
  if (urls.length > maxPhotos) {
    cells.warn('too_many_photos', `The review has ${urls.length} photos; the first ${maxPhotos} were kept.`, 'photos')
  }
  return urls.slice(0, maxPhotos)
}

/** Pictures that the source rejected, hid or did not publish, in the columns of Okendo, Yotpo and others. */
export const withheldPhotoColumns: ReadonlySet<string> = new Set(
  'rejectedimageurls rejectedimageurl unpublishedimageurl unpublishedimageurls hiddenimageurls hiddenphotourls hiddenpictureurls hiddenphotos hiddenpictures rejectedphotos rejectedpictureurls archivedimageurls'.split(
    ' ',
  ),
)

// A comma may be part of an address (image servers write sizes with one), so it separates only in front of the next one.
const separator = /[\s|]+|[,;]+(?=\s|$|https?:\/\/)/i

const splitAddresses = (written: string): string[] => written.split(separator).filter((candidate) => candidate !== '')

function photoUrl(candidate: string): string | undefined {
  if (candidate.length > longestUrl) return undefined
  const url = URL.parse(candidate)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}
