import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ownAddress } from '../../../api/photo-address.ts'
import type { Review } from '../../../api/reviews/reviews.ts'
import { IconButton } from '../../../components/Button.tsx'
import { useModal } from '../../../components/Dialog.tsx'

type Props = {
  photos: Review['photos']
  index: number
  onMove(index: number): void
  onClose(): void
  onRemove?: (id: string) => void
}

export function Lightbox({ photos, index, onMove, onClose, onRemove }: Props) {
  const modal = useModal(onClose)
  const shown = useRef<HTMLImageElement>(null)
  // Without this, the first button gets the focus, and that may be the delete button.
  useEffect(() => shown.current?.focus(), [])
  const photo = photos[index]
  if (!photo) return null
  const move = (step: number) => onMove((index + step + photos.length) % photos.length)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(1)
    if (event.key === 'ArrowLeft') move(-1)
  }
  return (
    <dialog
      {...modal}
      aria-label={`Photo ${index + 1} of ${photos.length}`}
      onKeyDown={onKeyDown}
      className="m-auto max-w-[min(94vw,60rem)] rounded-2xl bg-surface p-2 text-text shadow-float"
    >
      <img
        ref={shown}
        tabIndex={-1}
        src={ownAddress(photo.url)}
        alt={`Sent with the review, ${index + 1} of ${photos.length}`}
        className="max-h-[78dvh] w-full rounded-xl object-contain"
      />
      <div className="flex items-center justify-between gap-2 pt-2">
        <span className="flex items-center">
          {photos.length > 1 && (
            <>
              <IconButton icon="back" label="Previous photo" onClick={() => move(-1)} />
              <span className="px-1 text-sm text-quiet tabular-nums">
                {index + 1} / {photos.length}
              </span>
              <IconButton icon="chevronRight" label="Next photo" onClick={() => move(1)} />
            </>
          )}
        </span>
        <span className="flex">
          {onRemove && <IconButton icon="trash" label="Remove this photo" onClick={() => onRemove(photo.id)} />}
          <IconButton icon="cross" label="Close" onClick={onClose} />
        </span>
      </div>
    </dialog>
  )
}
