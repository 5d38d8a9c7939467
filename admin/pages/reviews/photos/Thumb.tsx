import { ownAddress } from '../../../api/photo-address.ts'
import type { Review } from '../../../api/reviews/reviews.ts'

/** The first photo, and the number of all. One picture, so that rows with photos are as high as the others. */
export function Thumb({ photos }: { photos: Review['photos'] }) {
  const [first] = photos
  if (!first) return null
  return (
    <span className="relative mt-1 shrink-0">
      <img
        src={ownAddress(first.thumbUrl ?? first.url)}
        alt=""
        width={36}
        height={36}
        loading="lazy"
        className="size-9 rounded-md border border-line bg-plain-wash object-cover"
      />
      {photos.length > 1 && (
        <span
          aria-hidden="true"
          className="absolute -right-px -bottom-1 rounded-full border border-line bg-surface px-1.5 text-[0.6875rem] leading-4 font-medium tabular-nums"
        >
          {photos.length}
        </span>
      )}
      <span className="sr-only">{photos.length === 1 ? '1 photo' : `${photos.length} photos`}</span>
    </span>
  )
}
