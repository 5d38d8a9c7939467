import type { StoreTx } from '#platform/db/db.ts'
import type { OwnPictures } from '#platform/files/markdown.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { toShown } from './rules.ts'
import type { ShownGallery, ShownGalleryFilters } from './schema.ts'
import { find } from './store.ts'

export async function findShownGallery(
  tx: StoreTx,
  id: string,
  filters: ShownGalleryFilters,
  own: OwnPictures & { media: Media },
): Promise<ShownGallery | undefined> {
  const row = await find(tx, id, filters)
  return row && toShown(row, filters, own)
}
