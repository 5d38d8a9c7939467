import { useState } from 'react'
import { ownAddress } from '../../../api/photo-address.ts'
import { type Review, removePhoto } from '../../../api/reviews/reviews.ts'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../components/toasts.ts'
import { useInbox } from '../state/inbox.ts'
import { useReplaceReview } from '../state/use-review-change.ts'
import { Lightbox } from './Lightbox.tsx'

export function Photos({ review }: { review: Review }) {
  const { storeId, mayWrite } = useInbox()
  const replace = useReplaceReview()
  const [shown, setShown] = useState<number>()
  const [removing, setRemoving] = useState<string>()
  const { photos } = review
  return (
    <section aria-label="Photos">
      <ul className="flex flex-wrap gap-2">
        {photos.map((photo, i) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={`Photo ${i + 1} of ${photos.length}, enlarge`}
              onClick={() => setShown(i)}
              className="block overflow-hidden rounded-lg border border-line"
            >
              <img
                src={ownAddress(photo.thumbUrl ?? photo.url)}
                alt=""
                loading="lazy"
                className="size-24 object-cover sm:size-28"
              />
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && photos[shown] && (
        <Lightbox
          photos={photos}
          index={shown}
          onMove={setShown}
          onClose={() => setShown(undefined)}
          {...(mayWrite && {
            onRemove: (id: string) => {
              setShown(undefined)
              setRemoving(id)
            },
          })}
        />
      )}
      {removing && (
        <ConfirmDialog
          title="Remove this photo?"
          confirmLabel="Remove"
          isDangerous
          act={() => removePhoto(storeId, review.id, removing)}
          onDone={() => {
            replace({ ...review, photos: photos.filter((each) => each.id !== removing) })
            toast('Photo removed')
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>The file is deleted too. The words and the other photos stay. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
