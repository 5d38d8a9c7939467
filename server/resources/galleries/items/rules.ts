import type { Variant } from '#platform/files/images/keys.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { toPhotos } from '#resources/reviews/photos/rules.ts'
import type { Candidate, Item } from './schema.ts'

export type PictureRow = {
  key: string | null
  width: number | null
  height: number | null
  variants: Variant[] | null
}
export type ItemRow = Omit<Item, 'url' | 'cardUrl' | 'thumbUrl' | 'isShown'> & PictureRow
export type CandidateRow = Omit<Candidate, 'url' | 'cardUrl' | 'thumbUrl'> & PictureRow & { id: string }

/** Uploads of the store need no approved review. */
const isShown = ({ permission, uploadId, reviewStatus }: ItemRow): boolean =>
  permission === 'granted' && (uploadId !== null || reviewStatus === 'approved')

export const toItem = ({ key, variants, ...row }: ItemRow, media: Media): Item => ({
  ...row,
  // The public address of an upload works only while the upload is shown, so editors get a signed address.
  ...toPicture({ ...row, key, variants }, media, row.reviewStatus === 'approved'),
  isShown: isShown({ ...row, key, variants }),
})

export const toCandidate = ({ key, variants, id: _, ...row }: CandidateRow, media: Media): Candidate => ({
  ...row,
  ...toPicture({ ...row, key, variants }, media, true),
})

export function toPicture({ key, width, height, variants }: PictureRow, media: Media, isPublic: boolean) {
  const [shown] = key === null ? [] : toPhotos([{ id: '', key, width, height, variants }], media, isPublic)
  return { url: shown?.url ?? '', cardUrl: shown?.cardUrl ?? null, thumbUrl: shown?.thumbUrl ?? null }
}

export const placeOf = ({ position, id }: { position: number; id: string }) => ({ at: String(position), id })

/** Authors who send photos through our forms allow the store to show the photos. */
export const isFromForm = (source: string): boolean => source === 'email_form' || source === 'widget_form'
