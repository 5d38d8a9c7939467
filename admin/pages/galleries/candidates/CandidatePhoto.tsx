import type { GalleryCandidate } from '../../../api/content/galleries.ts'
import { ownAddress } from '../../../api/photo-address.ts'

type Props = { photo: GalleryCandidate; isChosen: boolean; isFull: boolean; onToggle(): void }

export function CandidatePhoto({ photo, isChosen, isFull, onToggle }: Props) {
  const { authorName, productTitle, rating, incentive, itemId, cardUrl, thumbUrl, url } = photo
  const isIn = itemId !== null
  const name = `Photo by ${authorName}${productTitle ? `, ${productTitle}` : ''}, ${rating} ${rating === 1 ? 'star' : 'stars'}${incentive ? ', rewarded' : ''}`
  return (
    <li>
      <label
        title={name}
        className={`relative grid content-start gap-1 rounded-lg border-2 p-1 ${isChosen ? 'border-accent bg-accent-wash' : 'border-transparent'} ${isIn ? 'opacity-60' : 'cursor-pointer hover:bg-hover'}`}
      >
        <img
          src={ownAddress(cardUrl ?? thumbUrl ?? url)}
          alt=""
          width={160}
          height={160}
          loading="lazy"
          className="aspect-square w-full rounded-md bg-plain-wash object-cover"
        />
        <input
          type="checkbox"
          aria-label={name}
          className="photo-check absolute top-2.5 left-2.5"
          checked={isChosen || isIn}
          disabled={isIn || (isFull && !isChosen)}
          onChange={onToggle}
        />
        <span aria-hidden="true" className="grid text-xs leading-4">
          <span dir="auto" className="line-clamp-2 text-left wrap-anywhere empty:hidden">
            {productTitle}
          </span>
          <span className="truncate text-quiet">
            {isIn ? (
              'In the gallery'
            ) : (
              <>
                {rating}★ <bdi>{authorName}</bdi>
              </>
            )}
          </span>
        </span>
      </label>
    </li>
  )
}
