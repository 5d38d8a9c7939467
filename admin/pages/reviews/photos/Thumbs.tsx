import { ownAddress } from '../../../api/photo-address.ts'
import type { Review } from '../../../api/reviews/reviews.ts'

const most = 4

export function Thumbs({ photos }: { photos: Review['photos'] }) {
  const hidden = photos.length - most
  return (
    <div className="flex items-center gap-1 pt-1">
      {photos.slice(0, most).map(({ id, thumbUrl, url }) => (
        <img
          key={id}
          src={ownAddress(thumbUrl ?? url)}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          className="size-9 rounded-md border border-line bg-plain-wash object-cover"
        />
      ))}
      {hidden > 0 && (
        <span aria-hidden="true" className="pl-0.5 text-xs text-quiet tabular-nums">
          +{hidden}
        </span>
      )}
      <span className="sr-only">{photos.length === 1 ? '1 photo' : `${photos.length} photos`}</span>
    </div>
  )
}
